// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { createCall } from './call.ts';
import { refreshSession } from './refresh-session.ts';
import { readTokens, signedInAs, writeTokens } from './session-tokens.ts';
import type { Call } from './shop.ts';

const tokenOf = (customer: string) => `e30.${btoa(JSON.stringify({ sub: customer }))}.x`;
const nobody = { token: null, refreshToken: null };
const other = { token: tokenOf('18'), refreshToken: 'R18' };

beforeEach(() => {
  localStorage.clear();
  writeTokens({ token: tokenOf('17'), refreshToken: 'R17' });
});

test.each([
  ['nobody', nobody, 'none'],
  ['somebody else', other, 'refreshed'],
])('R0.28 a renewal that is answered after its customer has left leaves %s here', async (_who, now, kind) => {
  let answer = (_pair: unknown) => {};
  const asked = vi.fn(() => new Promise((resolve) => (answer = resolve)));
  const done = refreshSession(asked as unknown as Call, tokenOf('17'));
  await expect.poll(() => asked.mock.calls.length).toBe(1);
  writeTokens(now);
  answer({ token: tokenOf('17'), refreshToken: 'R17b' });
  expect(await done).toEqual({ kind });
  expect(readTokens()).toEqual(now);
  expect(signedInAs()).toBe(now === nobody ? null : '18');
});

test('R0.28 what the shop tells a customer who has left meanwhile reaches no page', async () => {
  let answer = (_answer: Response) => {};
  const asked = vi.fn(() => new Promise<Response>((resolve) => (answer = resolve)));
  vi.stubGlobal('fetch', asked);
  const call = createCall({ locale: 'lt', channel: 'retail', baseUrl: '', onOutcome: () => undefined });
  const told = call('clearCart', { params: { token: 'c'.repeat(32) }, idempotencyKey: 'k' });
  await expect.poll(() => asked.mock.calls.length).toBe(1);
  writeTokens(nobody);
  answer(new Response(null, { status: 204, headers: { 'X-Shop-Api': '2' } }));
  await expect(told).rejects.toMatchObject({ kind: 'session lost' });
  vi.unstubAllGlobals();
});

test.each([
  ['while its token is being renewed', () => writeTokens({ token: null })],
  ['while it is on its way', () => undefined],
])('a call of somebody in whose place another signs in %s is not made as theirs', async (_when, begin) => {
  const bearers: (string | null)[] = [];
  const headers = { 'X-Shop-Api': '2' };
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    bearers.push(new Headers(init.headers).get('authorization'));
    writeTokens(other);
    if (address.endsWith('/refresh-token'))
      return Promise.resolve(Response.json({ token: tokenOf('17'), refreshToken: 'R17b' }, { headers }));
    const refusal = { code: 401, errorCode: 'auth.required', message: 'No' };
    return Promise.resolve(Response.json(refusal, { status: 401, headers }));
  });
  begin();
  const call = createCall({ locale: 'lt', channel: 'retail', baseUrl: '', onOutcome: () => undefined });
  await expect(call('customer', {})).rejects.toMatchObject({ kind: 'session lost' });
  expect(bearers).not.toContain(`Bearer ${other.token}`);
  expect(readTokens()).toEqual(other);
  vi.unstubAllGlobals();
});
