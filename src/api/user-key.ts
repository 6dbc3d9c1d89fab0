/** What the personalisation service knows a customer by (contract 1.2), in which nobody reads the number of one. */
import type { endpoints } from '#contract/calls/endpoints.ts';
import { readStored } from '#lib/stored-value.ts';

export const userKeyKey = 'USER_KEY';

/** Calls that carry it: what is suggested to somebody, and what they then put into the cart and buy. */
const flagged: ReadonlySet<string> = new Set<keyof typeof endpoints>([
  'suggestions',
  'recommendations',
  'addItem',
  'addItems',
  'completeOrder',
  'placeIntent',
]);
export const takesUserKey = (name: string): boolean => flagged.has(name);

/** Lower-case hexadecimal SHA-256 of the customer's id; null where the browser gives no means for it. */
export async function userKeyOf(customer: string): Promise<string | null> {
  try {
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(customer));
    return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  } catch {
    // Pages without a secure connection: it only makes suggestions better.
    return null;
  }
}

/** The stored key; null for a guest, and where storage is not allowed. */
export function storedUserKey(): string | null {
  const key = readStored(userKeyKey);
  return key !== null && /^[0-9a-f]{32,64}$/.test(key) ? key : null;
}
