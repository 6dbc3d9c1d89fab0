import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, normaliseError } from './api-error.ts';
import { createCall } from './call.ts';
import { copyTimes } from './copy-times.ts';

const marker = { 'X-Shop-Api': '2', 'Content-Type': 'application/json' };
let answer: () => Promise<Response>;
const outcomes: string[] = [];
const asked: Request[] = [];
beforeEach(() => {
  outcomes.length = 0;
  asked.length = 0;
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    asked.push(new Request(new URL(address, 'http://shop.example'), init));
    return answer();
  });
});
afterEach(() => vi.unstubAllGlobals());

const call = createCall({
  locale: 'lt',
  channel: 'retail',
  baseUrl: '',
  onOutcome: (outcome) => outcomes.push(outcome),
});
const failing = async () => {
  const error = await call('order', { params: { token: 't'.repeat(32) } }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};
const refused = { code: 422, errorCode: 'coupon.invalid', message: 'Unprocessable content', violations: [] };

test('R8.01 every failure becomes a message and a status, 500 by default', async () => {
  answer = () => Promise.resolve(new Response(JSON.stringify(refused), { status: 422, headers: marker }));
  expect(normaliseError(await failing())).toEqual({ message: 'Unprocessable content', status: 422 });
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  expect(normaliseError(await failing())).toMatchObject({ status: 500 });
  expect(normaliseError('broken')).toEqual({ message: 'broken', status: 500 });
  expect(normaliseError(new Error('broken'))).toEqual({ message: 'broken', status: 500 });
  expect(normaliseError({ status: 503, statusText: 'Busy' })).toEqual({ message: 'Busy', status: 503 });
  expect(normaliseError(undefined)).toEqual({ message: '', status: 500 });
});

test("the server's sentence for people wins over its technical one", async () => {
  answer = () =>
    Promise.resolve(
      new Response(JSON.stringify({ ...refused, detail: 'Nuolaidos kodas negalioja.' }), {
        status: 422,
        headers: marker,
      }),
    );
  const error = await failing();
  expect(error).toMatchObject({
    kind: 'refused',
    errorCode: 'coupon.invalid',
    message: 'Nuolaidos kodas negalioja.',
  });
  expect(outcomes).toEqual(['answered']);
});

test('R7.06 suggestions carry the stored key of whoever is signed in, lists and products never do', async () => {
  const key = 'ab'.repeat(32);
  const cells = new Map([['USER_KEY', key]]);
  vi.stubGlobal('localStorage', { getItem: (name: string) => cells.get(name) ?? null });
  answer = () => Promise.resolve(new Response('{}', { status: 404, headers: marker }));
  const keyOf = async (name: 'suggestions' | 'products') => {
    await call(name, { query: { query: 'seklos' } }).catch(() => undefined);
    return asked.at(-1)?.headers.get('user-key');
  };
  expect([await keyOf('suggestions'), await keyOf('products')]).toEqual([key, null]);
  cells.set('USER_KEY', 'no key\n');
  expect(await keyOf('suggestions')).toBeNull();
});

test("an answer without the shop's marker is a network's page, not the shop's answer", async () => {
  answer = () => Promise.resolve(new Response('<html>Sign in to the network</html>', { status: 200 }));
  expect(await failing()).toMatchObject({ kind: 'unreachable' });
  expect(outcomes).toEqual(['foreign']);
});

test("a gate that answers in the shop's place, and a shop that cannot serve, are told apart from a sign-in page", async () => {
  answer = () => Promise.resolve(new Response('Bad gateway', { status: 502 }));
  expect(await failing()).toMatchObject({ kind: 'unreachable', status: 502 });
  answer = () => Promise.resolve(new Response('{}', { status: 503, headers: marker }));
  expect(await failing()).toMatchObject({ kind: 'refused', status: 503 });
  expect(outcomes).toEqual(['busy', 'busy']);
});

test("the worker's copy says nothing of the link, and carries its own time", async () => {
  const given = 'Sat, 21 Nov 2026 06:00:00 GMT';
  const body = { email: 'a@example.lt' };
  answer = () =>
    Promise.resolve(
      new Response(JSON.stringify(body), { headers: { ...marker, 'x-shop-copy': '1', date: given } }),
    );
  const { signal } = new AbortController();
  await call('order', { params: { token: 't'.repeat(32) }, signal }).catch(() => undefined);
  expect(outcomes).toEqual([]);
  expect(copyTimes.get(signal)).toBe(Date.parse(given));
});

test('the time limit covers the whole body: an answer that stops half way is none', async () => {
  const slow = createServer((_request, response) => {
    response.writeHead(200, marker);
    response.write('{"half":');
  });
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  vi.unstubAllGlobals();
  try {
    const baseUrl = `http://127.0.0.1:${String((slow.address() as AddressInfo).port)}`;
    const dripping = createCall({
      locale: 'lt',
      channel: 'retail',
      baseUrl,
      limit: 150,
      onOutcome: (outcome) => outcomes.push(outcome),
    });
    const error = await dripping('order', { params: { token: 't'.repeat(32) } }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ kind: 'unreachable' });
    expect(outcomes).toEqual(['unreachable']);
  } finally {
    slow.closeAllConnections();
    slow.close();
  }
});

test('an answer of another shape is malformed', async () => {
  answer = () => Promise.resolve(new Response('{"hello":1}', { status: 200, headers: marker }));
  expect(await failing()).toMatchObject({ kind: 'malformed', status: 500 });
});

test('a call carries JSON, locale, channel and its key', async () => {
  answer = () => Promise.resolve(new Response(null, { status: 204, headers: marker }));
  await call('clearCart', { params: { token: 't'.repeat(32) }, idempotencyKey: 'k'.repeat(36) });
  const request = asked[0];
  expect(request?.method).toBe('DELETE');
  expect(new URL(request?.url ?? '').pathname).toBe(`/api/v2/shop/orders/${'t'.repeat(32)}`);
  expect(Object.fromEntries(request?.headers ?? [])).toMatchObject({
    accept: 'application/json',
    'content-type': 'application/json',
    's-locale': 'lt',
    'accept-language': 'lt',
    's-channel': 'retail',
    'idempotency-key': 'k'.repeat(36),
  });
  expect(request?.headers.has('authorization')).toBe(false);
});

test('CAT-14 where the shop gives no answer the device gives its own with its time; a refusal stays the word of the shop', async () => {
  const known: string[] = [];
  const own = createCall({
    locale: 'lt',
    channel: 'retail',
    baseUrl: '',
    onOutcome: () => {},
    fromDevice: ({ name }) => {
      known.push(name);
      return Promise.resolve(name === 'suggestions' ? { value: 'kept', time: 5 } : undefined);
    },
  });
  const ask = (signal: AbortSignal) => own('suggestions', { query: { query: 'morkos' }, signal });
  for (const nothing of [
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => Promise.resolve(new Response('<html>', { status: 200 })),
    () => Promise.resolve(new Response('{}', { status: 503, headers: marker })),
  ]) {
    answer = nothing;
    const { signal } = new AbortController();
    expect(await ask(signal)).toBe('kept');
    expect(copyTimes.get(signal)).toBe(5);
  }
  // Who has something better than that keeps it.
  await expect(own('suggestions', { query: { query: 'morkos' }, fromDevice: false })).rejects.toBeInstanceOf(
    ApiError,
  );
  // What is not kept, and what is nobody's but the visitor's, fails as before.
  await expect(own('taxons', {})).rejects.toMatchObject({ status: 503 });
  known.length = 0;
  await expect(own('order', { params: { token: 't'.repeat(32) } })).rejects.toBeInstanceOf(ApiError);
  answer = () => Promise.resolve(new Response(JSON.stringify(refused), { status: 404, headers: marker }));
  await expect(ask(new AbortController().signal)).rejects.toMatchObject({ kind: 'refused', status: 404 });
  expect(known).toEqual([]);
});
