import { expect, test } from 'vitest';
import { WorkQueue } from '#server/process/work-queue.ts';
import { createEarlyRefusal } from './refuse-early.ts';

const directory = {
  channels: () => [
    {
      code: 'retail',
      hostnames: [],
      isDefault: true,
      defaultLocale: 'lt',
      locales: [
        { code: 'lt', name: 'Lietuvių', path: '/' },
        { code: 'en', name: 'English', path: '/en' },
      ],
    },
  ],
};
const target = '/api/v2/shop/orders/abc/items';
const headers = {
  host: 'localhost',
  's-locale': 'en',
  'idempotency-key': 'key-1',
  'x-request-id': 'asked-1',
};

/** A queue that takes nothing more until it is let go. */
function fullQueue() {
  const calls = new WorkQueue(1, { all: 0, ofOne: 1 });
  let free = () => {};
  const done = calls.run(
    () =>
      new Promise<void>((resolve) => {
        free = resolve;
      }),
  );
  return { calls, free: () => free(), done };
}

test('while too many wait a change is refused in the contract’s words, and taken as soon as there is room', async () => {
  const { calls, free, done } = fullQueue();
  const refuse = createEarlyRefusal({ directory, calls });
  const answer = refuse({ method: 'POST', target, headers }, 'one');
  expect(answer?.status).toBe(503);
  expect(answer?.headers).toMatchObject({
    'Retry-After': '2',
    'Content-Language': 'en',
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'Idempotency-Key': 'key-1',
    'X-Request-Id': 'asked-1',
    'X-Content-Type-Options': 'nosniff',
  });
  const body = JSON.parse(answer?.body ?? '') as Record<string, unknown>;
  expect(body).toMatchObject({ code: 503, errorCode: 'server.busy', violations: [], requestId: 'asked-1' });
  expect(body['detail']).toMatch(/[a-z]/);
  expect(answer?.headers['Content-Length']).toBe(String(Buffer.byteLength(answer?.body ?? '')));

  free();
  await done;
  expect(refuse({ method: 'POST', target, headers }, 'one')).toBeUndefined();
});

test('whoever sends more than a body may have, or does not say how much, is not listened to any longer', () => {
  const refuse = createEarlyRefusal({ directory, calls: fullQueue().calls });
  const connection = (more: object) =>
    refuse({ method: 'POST', target, headers: { ...headers, ...more } }, 'one')?.headers['Connection'];
  expect(connection({ 'content-length': '40' })).toBeUndefined();
  expect(connection({ 'content-length': '3000000' })).toBe('close');
  expect(connection({ 'transfer-encoding': 'chunked' })).toBe('close');
});

test('what reads, and what is no call of the shop, goes past the queue', () => {
  const refuse = createEarlyRefusal({ directory, calls: fullQueue().calls });
  for (const method of ['GET', 'HEAD', 'OPTIONS'])
    expect(refuse({ method, target, headers }, 'one')).toBeUndefined();
  expect(refuse({ method: 'POST', target: '/paieska', headers }, 'one')).toBeUndefined();
});

test('a channel that the shop does not have is refused as well, in Lithuanian', () => {
  const refuse = createEarlyRefusal({ directory, calls: fullQueue().calls });
  const answer = refuse({ method: 'PUT', target, headers: { 's-channel': 'nowhere' } }, 'one');
  expect(answer?.status).toBe(503);
  expect(answer?.headers['Content-Language']).toBeUndefined();
});
