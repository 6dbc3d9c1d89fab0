/**
 * One refresh for everybody: for all calls of a page (one promise) and for all tabs of a browser (one Web Lock, and the
 * tokens read anew inside it). Fetched when the shop first says 401 (R7.07-R7.10; docs/security.md, T3, T4).
 */
import { ApiError } from './api-error.ts';
import { isSignedIn, loseSession, readTokens, writeTokens } from './session-tokens.ts';
import type { Call } from './shop.ts';

/**
 * - `refreshed`: there is a new pair; perhaps of somebody else, who has signed in meanwhile.
 * - `none`: nobody is signed in, or no more.
 * - `refused`: the shop has ended the sign-in; the tokens are gone.
 * - `unknown`: no answer of the shop's: the refresh token is kept, somebody in a field is not signed out.
 */
export type RefreshOutcome =
  | { kind: 'refreshed' | 'none' }
  | { kind: 'refused' | 'unknown'; error: ApiError };

const lockName = 'auth-refresh';
let running: Promise<RefreshOutcome> | undefined;

/** @param seen the access token that the shop refused; another one stored by now is as good as a refresh (R7.10) */
export function refreshSession(call: Call, seen: string | null): Promise<RefreshOutcome> {
  running ??= alone(() => refresh(call, seen)).finally(() => {
    running = undefined;
  });
  return running;
}

/** Not while another tab is at it. A browser without locks has the minute in which the shop answers twice. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
  const { locks } = navigator;
  return locks ? await locks.request(lockName, work) : await work();
}

async function refresh(call: Call, seen: string | null): Promise<RefreshOutcome> {
  const { token, refreshToken } = readTokens();
  if (token !== null && token !== seen) return { kind: 'refreshed' };
  if (refreshToken === null) {
    // An access token alone (acting for a customer) cannot be renewed: it is over.
    if (token === null) return { kind: 'none' };
    loseSession();
    return { kind: 'refused', error: new ApiError('session lost', 401, { message: 'Session lost' }) };
  }
  writeTokens({ token: null });
  try {
    const pair = await call('refreshSession', { body: { refreshToken } });
    // A person may have signed out meanwhile, or another one in: the answer is not for who is here now.
    if (readTokens().refreshToken !== refreshToken) return { kind: isSignedIn() ? 'refreshed' : 'none' };
    writeTokens(pair);
    return { kind: 'refreshed' };
  } catch (thrown) {
    const error =
      thrown instanceof ApiError ? thrown : new ApiError('unreachable', 500, { message: String(thrown) });
    // Only the shop's own refusal ends a sign-in: no network, a fault and too many calls say nothing about it (T4).
    if (error.kind !== 'refused' || ![400, 401, 403].includes(error.status))
      return { kind: 'unknown', error };
    // A person may have signed in, or out, in another tab while this one waited.
    if (readTokens().refreshToken === refreshToken) loseSession();
    return { kind: 'refused', error };
  }
}
