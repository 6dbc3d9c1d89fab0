/** T24: what a cursor makes the shop do, whether the shop gave it out or somebody made it up. */
import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { snapshotFormat } from '#contract/catalogue-words.ts';
import type { Snapshot } from '#contract/snapshot.ts';
import { keptCompressed } from '#server/http/compress-answer.ts';
import { EndpointServer } from '#server/http/serve-endpoint.ts';
import type { SnapshotEdition } from './snapshot-editions.ts';
import { mountSnapshot } from './snapshot-routes.ts';

const lineage = randomBytes(6).toString('hex');
const edition = 7;
const words = Array.from({ length: 256 }, () => randomBytes(5).toString('hex'));
const sentence = () => Array.from(randomBytes(40), (at) => words[at]).join(' ');
/** Of goods whose ids have gaps; one in ten has changed in the last edition. */
const rows = Array.from({ length: 1_200 }, (_, at) => ({
  id: 3 * (at + 1),
  text: JSON.stringify([3 * (at + 1), `Sėklos ${at}`, sentence()]),
  edition: at % 10 === 0 ? edition : 1,
}));
const now: SnapshotEdition = { lineage, edition, rows, dictionaries: { text: '{}', edition: 1 } };

const shop = new Hono();
const spent: number[] = [];
mountSnapshot(
  new EndpointServer(shop, {
    directory: {
      channels: () => [
        {
          code: 'retail',
          hostnames: [],
          isDefault: true,
          defaultLocale: 'lt',
          locales: [{ code: 'lt', name: 'LT', path: '' }],
        },
      ],
    },
    clientAddress: () => 'somebody',
    threadShare: { admit: () => undefined, spend: (_, ms) => void spent.push(ms) },
    report: (error) => {
      throw error;
    },
  }),
  { current: () => Promise.resolve(now) },
);

async function ask(query: Record<string, string>) {
  const answer = await shop.request(
    `/api/v2/shop/catalogue-snapshot?${new URLSearchParams(query).toString()}`,
    {
      headers: { 'accept-encoding': 'br' },
    },
  );
  expect(answer.status).toBe(200);
  const mark = answer.headers.get('etag') ?? '';
  const bytes = (await answer.arrayBuffer()).byteLength;
  const plain = await shop.request(
    `/api/v2/shop/catalogue-snapshot?${new URLSearchParams(query).toString()}`,
  );
  const page = (await plain.json()) as Snapshot;
  return { bytes, isKept: keptCompressed(mark, 'br') !== null, page };
}
const cursorOf = (from: number, to: number, after: number) =>
  `${snapshotFormat}.${lineage}.${from}-${to}-${after}`;

test('what many devices get is compressed well and kept: the whole, and the pages that lead through it', async () => {
  const whole = await ask({});
  expect([whole.isKept, whole.page.products.length]).toEqual([true, rows.length]);
  let since: string | undefined;
  let told = 0;
  for (let isComplete = false; !isComplete;) {
    const { isKept, page } = await ask({ limit: '500', ...(since === undefined ? {} : { since }) });
    expect([page.cursor, isKept]).toEqual([page.cursor, true]);
    told += page.products.length;
    ({ cursor: since, complete: isComplete } = page);
  }
  expect(told).toBe(rows.length);
});

test('a place within the run that somebody made up is answered, and not kept', async () => {
  const end = rows[499]?.id ?? 0;
  for (const after of [1, 2, 3, end - 1, end + 1, end + 3, 2_000_000_000]) {
    const { isKept, page } = await ask({ limit: '500', since: cursorOf(0, edition, after) });
    expect([after, isKept, page.products[0]?.[0]]).toEqual([
      after,
      false,
      rows.find(({ id }) => id > after)?.id,
    ]);
  }
  expect((await ask({ since: cursorOf(0, edition, 1) })).isKept).toBe(false);
});

test.each([
  [
    'an edition that is past as its end',
    { since: cursorOf(0, edition - 1, rows[499]?.id ?? 0), limit: '500' },
  ],
  ['what changed since an edition', { since: `${snapshotFormat}.${lineage}.1` }],
  ['a length that no device asks for', { limit: '200' }],
])('of few, and not kept: %s', async (_, query) => {
  const { isKept, page, bytes } = await ask(query as Record<string, string>);
  expect([isKept, page.products.length > 100, bytes > 1_400]).toEqual([false, true, true]);
});

test('what is compressed beside the thread is counted to the client', async () => {
  const query = { since: cursorOf(0, edition, 5), limit: '1000' };
  await ask(query);
  spent.length = 0;
  await shop.request(`/api/v2/shop/catalogue-snapshot?${new URLSearchParams(query).toString()}`);
  const plain = spent.length;
  spent.length = 0;
  await shop.request(`/api/v2/shop/catalogue-snapshot?${new URLSearchParams(query).toString()}`, {
    headers: { 'accept-encoding': 'br' },
  });
  expect(spent.length).toBe(plain + 1);
});
