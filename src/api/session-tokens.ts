/** The tokens of the sign-in, in local storage under the specification's names (R3.84, R3.85, R6.08). */

import { createListeners } from '#lib/listeners.ts';
import { readStored, writeStored, type StorageKey } from '#lib/stored-value.ts';

export const accessTokenKey = 'AUTH_TOKEN';
export const refreshTokenKey = 'AUTH_REFRESH_TOKEN';
const customerKey = 'AUTH_CUSTOMER';

export interface StoredTokens {
  /** Sent as bearer; missing while a refresh is on its way. */
  token: string | null;
  refreshToken: string | null;
}

/** What an `Authorization` header can carry; anything else stored counts as nothing. */
const tokenForm = /^[\w.~+/=-]{1,4096}$/;
export const isTokenForm = (value: string): boolean => tokenForm.test(value);
/** Only where storage is not allowed: the sign-in lives at least as long as the page. */
const fallback = new Map<string, string>();

function read(key: StorageKey): string | null {
  const value = readStored(key, fallback.get(key) ?? null);
  return value !== null && tokenForm.test(value) ? value : null;
}

function write(key: StorageKey, value: string | null): void {
  if (value === null) fallback.delete(key);
  else fallback.set(key, value);
  writeStored(key, value);
}

export const readTokens = (): StoredTokens => ({
  token: read(accessTokenKey),
  refreshToken: read(refreshTokenKey),
});

/** Either of the two is a sign-in: the access token may be on its way, and who acts for a customer has no other. */
export const isSignedIn = (): boolean => read(refreshTokenKey) !== null || read(accessTokenKey) !== null;

/** A shopkeeper acts for a customer (contract 4.13): their sign-in cannot be renewed. */
export const isActing = (): boolean => read(refreshTokenKey) === null && read(accessTokenKey) !== null;

/** Id of the customer in an access token; nothing is decided here that the shop does not check (`sub`, RFC 7519). */
export function customerOf(token: string): string | null {
  try {
    const claims = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')));
    return String((claims as { sub: unknown }).sub);
  } catch {
    // What cannot be read names nobody; the shop judges the token itself.
    return null;
  }
}

/** Id of the customer who is signed in here; null for a guest. */
export function signedInAs(): string | null {
  const { token, refreshToken } = readTokens();
  if (token === null) return refreshToken === null ? null : read(customerKey);
  return customerOf(token);
}

const changed = createListeners(true);

/** Runs `listener` when somebody may have signed in or out, here or in another tab; @returns what takes it off. */
export const onSignInChange = changed.subscribe;

/** A part that is not given stays as it is. */
export function writeTokens(given: Partial<StoredTokens>): void {
  const before = signedInAs();
  // The refresh token first: with it alone the page can always get the other.
  if (given.refreshToken !== undefined) write(refreshTokenKey, given.refreshToken);
  if (given.token !== undefined) write(accessTokenKey, given.token);
  // A sign-in that is being renewed is still that of the same person, also where their id was never stored beside it.
  write(customerKey, signedInAs() ?? (read(refreshTokenKey) === null ? null : before));
  changed.tell();
}

const lost = new Set<() => void>();
/** The sign-in ended before anybody listened: a page asks for a customer's things while it begins. */
let isUnheard = false;

/** Runs `listener` when the shop has ended the sign-in, now where nobody has heard of it yet; @returns what takes it off. */
export function onSessionLost(listener: () => void): () => void {
  lost.add(listener);
  if (isUnheard) listener();
  isUnheard = false;
  return () => lost.delete(listener);
}

/** The shop no longer knows this sign-in: its tokens go, and whoever listens is told. */
export function loseSession(): void {
  writeTokens({ token: null, refreshToken: null });
  isUnheard = lost.size === 0;
  for (const listener of lost) listener();
}
