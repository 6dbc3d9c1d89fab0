/** How a customer names their default address: the one reference on the wire (contract 1.12, R3.56). */
import { apiBase } from '#contract/calls/endpoints.ts';

const root = `${apiBase}/shop/addresses/`;

export const addressReference = (id: number): string => `${root}${id}`;

/** The id that a reference ends with; null for what is none. */
export function addressIdOf(reference: string): number | null {
  const last = reference.startsWith(root) ? reference.slice(root.length) : '';
  return /^[1-9]\d{0,8}$/.test(last) ? Number(last) : null;
}
