import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, normaliseError } from './api-error.ts';
import { createCall } from './call.ts';

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

test("an answer without the shop's marker is a network's page, not the shop's word", async () => {
  answer = () => Promise.resolve(new Response('<html>Sign in to the network</html>', { status: 200 }));
  expect(await failing()).toMatchObject({ kind: 'unreachable' });
  expect(outcomes).toEqual(['unreachable']);
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
