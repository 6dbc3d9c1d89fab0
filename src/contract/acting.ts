/** Whether the query of an address lets a shopkeeper act for a customer (contract 4.13): it holds a token. */
export const actsForCustomer = (search: string): boolean => /[?&]x-auth(?:=|&|$)/.test(search);
