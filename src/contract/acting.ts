/**
 * Whether the query of an address lets a shopkeeper act for a customer (contract 4.13): it holds a token, however its name
 * is written.
 */
export const actsForCustomer = (address: string): boolean =>
  new URLSearchParams(address.replace(/^[^?]*/, '')).has('x-auth');
