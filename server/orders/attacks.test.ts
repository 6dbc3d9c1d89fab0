/** What strangers try on the calls of the shop: nothing read without end, nothing of others told, nothing kept that is not theirs. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyLimit } from '#server/http/read-body.ts';
import { openTestShop, type TestShop } from './test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
}, 60_000);
afterAll(() => shop.close());

/** A body that never ends by itself, and how much of it was taken. */
function endlessBody() {
  const piece = new Uint8Array(16 * 1024).fill(32);
  const taken = { bytes: 0, isCancelled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        taken.bytes += piece.length;
        // Far above every limit, so that a reader without one comes to an end too.
        if (taken.bytes > 8 * bodyLimit) controller.close();
        else controller.enqueue(piece);
      },
      cancel() {
        taken.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, taken };
}

test('no route reads a body without end, nor one that says that it is too long', async () => {
  const filled = (path: string) =>
    path.replace(/:(\w+)(\{[^}]*\})?/g, (_, name: string) => (/id$/i.test(name) ? '1' : 'x'.repeat(32)));
  const routes = shop.app.routes.filter(
    ({ method, path }) => method !== 'GET' && !path.includes('*') && path !== '/',
  );
  expect(routes.length).toBeGreaterThan(40);
  for (const { method, path } of [
    ...routes,
    { method: 'POST', path: '/api/v2/unknown' },
    { method: 'POST', path: '/kontaktai' },
  ]) {
    const at = `${method} ${path}`;
    const headers = {
      'Content-Type': 'application/json',
      's-channel': 'retail',
      'Idempotency-Key': crypto.randomUUID(),
    };
    const { body, taken } = endlessBody();
    const init = { method, headers, body, duplex: 'half' } as RequestInit;
    const answer = await shop.app.request(filled(path), init);
    expect(answer.status, at).toBeLessThan(500);
    expect(taken.bytes, at).toBeLessThanOrEqual(bodyLimit + 32 * 1024);
    const told = await shop.app.request(filled(path), {
      method,
      headers: { ...headers, 'Content-Length': String(bodyLimit + 1) },
    });
    expect([told.status, told.headers.get('connection')], at).toEqual([413, 'close']);
  }
});

test('nothing in the server reads the body of a request but the reader with the limit', () => {
  const sources = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const readers = sources.filter((name) =>
    /(?:\breq|\brequest|\braw)\.(?:text|json|formData|arrayBuffer|blob|parseBody)\(|request\.body\b/.test(
      readFileSync(`server/${name}`, 'utf8'),
    ),
  );
  expect(readers).toEqual(['http/read-body.ts']);
});
