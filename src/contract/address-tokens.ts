/** Tokens in the query of an address, however the names of its parameters are written. */

const queryOf = (address: string) => new URLSearchParams(address.replace(/^[^?]*/, ''));

/** Whether an address lets a shopkeeper act for a customer (contract 4.13). */
export const actsForCustomer = (address: string): boolean => queryOf(address).has('x-auth');

/**
 * Whether an address holds a token: that, or the one of a letter that asks for a review (REV-03). Nobody keeps its page, and what the
 * page asks for does not tell the address on.
 */
export function holdsToken(address: string): boolean {
  const query = queryOf(address);
  return query.has('x-auth') || query.has('review');
}
