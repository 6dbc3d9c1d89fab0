/** A shopkeeper acts for a customer (contract 4.13): the address of any page brings the token, and is rid of it at once. */
import type { ShopAndCache } from '#api/services.ts';
import type { DataRouter } from 'react-router';
import { isTokenForm, signedInAs, writeTokens } from '#api/session-tokens.ts';
import { actsForCustomer } from '#contract/address-tokens.ts';
import { writeCartToken } from '#features/cart/cart-token.ts';
import { leaveCustomerCart } from '#features/cart/customer-cart.ts';
import { forgetVisitor } from './forget-visitor.ts';
import { sessionQueries } from './session-queries.ts';

const partsOf = (search: string): string[] => search.replace(/^\?/, '').split('&').filter(Boolean);
const isMark = (part: string): boolean => actsForCustomer(`?${part}`);

/** The query without the token; what else it says stays as it was written (R4.88). */
export function withoutToken(search: string): string {
  const kept = partsOf(search).filter((part) => !isMark(part));
  return kept.length === 0 ? '' : `?${kept.join('&')}`;
}

const decoded = (base64: string): unknown =>
  JSON.parse(atob(base64.replaceAll('-', '+').replaceAll('_', '/')));

/**
 * Whether a token was made for this way in: a customer's own would bring whoever follows a link into a foreign account
 * unasked. The shop checks every token itself.
 */
function isForActing(token: string): boolean {
  const { imp } = decoded(token.split('.')[1] ?? '') as { imp?: unknown };
  return typeof imp === 'string' && imp !== '';
}

/** Base64 of `{"token": "…"}`, in the standard or the URL-safe alphabet, with or without its padding; null for all else (R4.89). */
export function tokenIn(search: string): string | null {
  const part = partsOf(search).find(isMark);
  try {
    const { token } = decoded(decodeURIComponent(part?.replace(/^[^=]*=?/, '') ?? '')) as { token?: unknown };
    return typeof token === 'string' && isTokenForm(token) && isForActing(token) ? token : null;
  } catch {
    // What cannot be decoded is no token: the address is only cleaned.
    return null;
  }
}

/** Takes the token out of the address; one that can be read takes the place of who was here (R4.87). */
export async function actForCustomer(
  { shop, queryClient }: ShopAndCache,
  router: Pick<DataRouter, 'navigate' | 'state'>,
): Promise<void> {
  const { pathname, search, hash } = router.state.location;
  const token = tokenIn(search);
  void router.navigate(pathname + withoutToken(search) + hash, { replace: true, preventScrollReset: true });
  if (token === null) return;
  // What lies here is somebody else's.
  await leaveCustomerCart({ shop, queryClient }, signedInAs());
  await forgetVisitor(queryClient);
  writeTokens({ token, refreshToken: null });
  const customer = await queryClient.fetchQuery({ ...sessionQueries.customer(shop), staleTime: 0 });
  writeCartToken(customer?.orderToken ?? null);
}
