/** Logging in, going on, logging out, as the specification's section 4 orders their steps. */
import { writeStored } from '#lib/stored-value.ts';
import type { QueryClient } from '@tanstack/react-query';
import { refreshSession } from '#api/refresh-session.ts';
import { customerOf, isSignedIn, readTokens, signedInAs, writeTokens } from '#api/session-tokens.ts';
import type { ShopAndCache } from '#api/services.ts';
import type { Shop } from '#api/shop.ts';
import { userKeyKey, userKeyOf } from '#api/user-key.ts';
import type { SignUpBody } from '#contract/accounts.ts';
import type { Credentials, Customer, TokenPair } from '#contract/customers.ts';
import { cartScope } from '#domain/waiting/waiting-command.ts';
import { besideOrders } from '#domain/waiting/waiting-orders.ts';
import { readCartToken } from '#features/cart/cart-token.ts';
import { leaveCustomerCart, sendBeforeSignIn, takeCustomerCart } from '#features/cart/customer-cart.ts';
import { joinAccountList } from '#features/wishlist/merge-guest-wishlist.ts';
import { forgetVisitor } from './forget-visitor.ts';
import { createOperation } from './operation.ts';
import { sessionQueries } from './session-queries.ts';

/** Local storage: when this device was signed out, ISO 8601 UTC; other tabs follow it (R3.86, R4.72). */
export const logoutAtKey = 'AUTH_LOGOUT_AT';

/** What is left to do on this device once the tokens of somebody are gone, whoever ended their sign-in (R4.66-R4.71). */
export async function endSession(
  { shop, queryClient }: ShopAndCache,
  customer: string | null,
): Promise<void> {
  writeStored(logoutAtKey, new Date().toISOString());
  await leaveCustomerCart({ shop, queryClient }, customer);
  await forgetVisitor(queryClient);
  // A guest has other notices (R4.67).
  void queryClient.invalidateQueries({ queryKey: ['content', 'bars'] });
}

/** The key by which suggestions know who is here. */
async function keepUserKey(customer: string): Promise<void> {
  const key = await userKeyOf(customer);
  if (key !== null && signedInAs() === customer) writeStored(userKeyKey, key);
}

/** The link of a confirming letter that was followed on this page; in its memory alone, as a device is lent. */
let followedLink: string | null = null;

export function keepFollowedLink(token: string): void {
  followedLink = token;
}

/**
 * Whoever signs in where the link of their account's letter was followed has shown that letter and password are one person's: the
 * orders that were placed before with the e-mail are theirs (ACC-07). On another account the link does nothing. @throws ApiError
 */
async function bringEarlierOrders(shop: Shop): Promise<void> {
  if (followedLink === null) return;
  const token = followedLink;
  const idempotencyKey = crypto.randomUUID();
  await shop.call('verifyAccount', { params: { token }, body: { token }, idempotencyKey });
  followedLink = null;
}

/**
 * The steps after a sign-in succeeded: tokens stored, the guest's cart let go, customer and wishlists loaded side by side
 * (R4.57), what the device had marked before put into the wishlist, and the cart that the shop has for them taken (R4.62).
 * Without an answer about the customer the cart stays: its token still names it. No other step stops the sign-in (R4.59).
 * @param signal aborted once they log out before the steps are done
 */
export async function joinCustomer(
  shop: Shop,
  queryClient: QueryClient,
  { token, refreshToken }: TokenPair,
  signal?: AbortSignal,
): Promise<Customer | null> {
  // Before anybody hears of the sign-in: a copy of who was here before must not answer for this person.
  await forgetVisitor(queryClient);
  if (signal?.aborted) return null;
  const before = signedInAs();
  writeTokens({ token, refreshToken });
  const id = signedInAs();
  // Signed in by another tab while this one asked.
  if (before !== null && before !== id) await leaveCustomerCart({ shop, queryClient }, before);
  const [customer] = await Promise.all([
    // Null is said to the person in words (use-go-on.ts).
    queryClient.fetchQuery({ ...sessionQueries.customer(shop), staleTime: 0 }).catch(() => null),
    // The list of the device stays as it is and is joined at the next start (R4.59).
    joinAccountList({ shop, queryClient }).catch(() => undefined),
    // The link is kept and goes with the next sign-in of the page.
    bringEarlierOrders(shop).catch(() => undefined),
  ]);
  if (id !== null) await keepUserKey(id);
  if (customer && id !== null) await takeCustomerCart({ shop, queryClient }, id, customer.orderToken ?? null);
  return customer;
}

/**
 * The guest's cart goes along with a sign-in or sign-up, with all that the shop could be told of it (contract 5.9); one that waits to
 * be emptied stays behind.
 */
async function withCart(shop: Shop, queryClient: QueryClient) {
  const waiting = await sendBeforeSignIn({ shop, queryClient });
  const token = readCartToken();
  const isToGo = waiting.some((one) => one.kind === 'clearCart' && one.scope === cartScope(token ?? ''));
  return { query: token === null || isToGo ? {} : { orderToken: token }, beside: besideOrders(waiting) };
}

/**
 * ACC-01: asks for the tokens. Whoever types a password is a guest until the shop has said yes: a sign-in of earlier that
 * still lies on the device must not answer in the place of this one. It is over, with all of theirs that the device has, unless
 * the same customer is let in.
 */
export async function askForTokens(shop: Shop, queryClient: QueryClient, given: Credentials) {
  const wasSignedIn = isSignedIn();
  const before = signedInAs();
  if (wasSignedIn) writeTokens({ token: null, refreshToken: null });
  let letIn: string | null = null;
  try {
    const { query, beside } = await withCart(shop, queryClient);
    const answer = await shop.call('signIn', { body: { ...given, ...beside }, query });
    letIn = customerOf(answer.token);
    return answer;
  } finally {
    if (wasSignedIn && (letIn === null || letIn !== before)) await endSession({ shop, queryClient }, before);
  }
}

/** ACC-05. @throws ApiError */
export const signUp = async (shop: Shop, queryClient: QueryClient, given: SignUpBody) =>
  shop.call('signUp', { body: given, query: (await withCart(shop, queryClient)).query });

export function createSessionOperations(shop: Shop, queryClient: QueryClient) {
  return {
    /** ACC-01: the address of the customer, or false. */
    login: createOperation(queryClient, 'login', async (given: Credentials) => {
      const answer = await askForTokens(shop, queryClient, given);
      await joinCustomer(shop, queryClient, answer);
      return answer.customer;
    }),

    /** ACC-02: true, or false; without a stored refresh token nothing is asked (R4.73). */
    refreshToken: createOperation<void, boolean>(queryClient, 'refresh', async () => {
      const { token, refreshToken } = readTokens();
      if (refreshToken === null) return false;
      const outcome = await refreshSession(shop.call, token);
      if ('error' in outcome) throw outcome.error;
      return outcome.kind === 'refreshed';
    }),

    /** ACC-04: the shop is told, but whatever it says this device forgets the person. */
    logout: createOperation<void, boolean>(queryClient, 'logout', async () => {
      const { refreshToken } = readTokens();
      const customer = signedInAs();
      writeTokens({ token: null, refreshToken: null });
      const told =
        refreshToken === null
          ? undefined
          : // Whatever the shop says, this device has forgotten the person.
            shop.call('logOut', { body: { refreshToken } }).catch(() => undefined);
      await endSession({ shop, queryClient }, customer);
      await told;
      return true;
    }),
  };
}
