/** What compressing takes beside the thread: for whom it is counted, how often it is done, what of it is kept. */
import { randomBytes } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressAnswer, keptCompressed, ofLists, type Compression } from './compress-answer.ts';

const text = (bytes: number) => randomBytes(bytes / 2).toString('hex');
const best: Compression = { quality: 9, isKept: true };
const once: Compression = { quality: ofLists, isKept: false };
/** Who pays, and what it was asked to pay. */
const payer = (client: string) => {
  const paid: number[] = [];
  return { client, paid, spend: (ms: number) => void paid.push(ms) };
};

test('what is compressed beside the thread is counted to whoever made it necessary, and to nobody once it is kept', async () => {
  const [one, other] = [payer('one'), payer('other')];
  const large = text(300_000);
  const made = await compressAnswer(large, 'counted', 'br', best, one);
  expect(brotliDecompressSync(made?.bytes ?? new Uint8Array()).toString()).toBe(large);
  expect([one.paid.length, (one.paid[0] ?? 0) > 0]).toEqual([1, true]);
  expect((await compressAnswer(large, 'counted', 'br', best, other))?.bytes).toBe(made?.bytes);
  expect([one.paid.length, other.paid.length]).toEqual([1, 0]);
});

test('many who ask at once for what is not there yet are answered by one compression', async () => {
  const payers = Array.from({ length: 20 }, (_, at) => payer(`c${at}`));
  const large = text(300_000);
  const made = await Promise.all(payers.map((one) => compressAnswer(large, 'at once', 'br', best, one)));
  expect(new Set(made.map((one) => one?.bytes)).size).toBe(1);
  expect(payers.flatMap(({ paid }) => paid)).toHaveLength(1);
});

test('what is not to be kept is made for who asks, and takes the place of nothing', async () => {
  const large = text(300_000);
  for (const [at, bytes] of [300_000, 20_000].entries()) {
    const mark = `once ${String(at)}`;
    const made = await compressAnswer(large.slice(0, bytes), mark, 'br', once, payer('x'));
    expect(made?.encoding).toBe('br');
    expect(keptCompressed(mark, 'br')).toBeNull();
  }
});

test('who asks for many large ones is told to wait; who asks for one meanwhile gets it', async () => {
  const large = text(40_000);
  const greedy = payer('greedy');
  const asked = await Promise.allSettled([
    ...Array.from({ length: 30 }, (_, at) =>
      compressAnswer(large + String(at), `greedy ${at}`, 'br', best, greedy),
    ),
    compressAnswer(`${large}!`, 'modest', 'br', best, payer('modest')),
  ]);
  const refused = asked.filter((one) => one.status === 'rejected');
  expect(refused.length).toBeGreaterThan(10);
  for (const { reason } of refused) expect(reason).toMatchObject({ status: 503, errorCode: 'server.busy' });
  expect(asked.at(-1)?.status).toBe('fulfilled');
});
