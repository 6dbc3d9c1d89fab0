/** The cart of whoever is signed in is the one that the shop names for them, whatever this device had in front (R4.61). */
import type { ShopAndCache } from '#api/services.ts';
import { signedInAs } from '#api/session-tokens.ts';
import type { Customer } from '#contract/customers.ts';
import { cartScope } from '#domain/waiting/waiting-command.ts';
import { cartsToLeave } from '#domain/waiting/waiting-orders.ts';
import { openCart } from '#features/cart/cart-outbox.ts';
import { readCartToken } from '#features/cart/cart-token.ts';
import { takeCustomerCart } from '#features/cart/customer-cart.ts';
import { isSpent } from '#offline/outbox/front-cart.ts';
import type { Outbox } from '#offline/outbox/outbox.ts';
import { copyQuestions } from '#offline/storage/saved-queries.ts';
import { sessionQueries } from './session-queries.ts';

/** How old the shop's answer about the customer may be, ms. */
const freshFor = 30_000;

/** Ends the wait for the cart that this page seeks again. */
let stopWaiting = () => {};

/** Of a cart that was ordered the shop may leave goods in another: another device of the customer put them in (CHK-19). */
function seekAgainOnceLeft(here: ShopAndCache, outbox: Outbox, token: string): void {
  stopWaiting();
  stopWaiting = outbox.subscribe(() => {
    if (cartsToLeave(outbox.state().entries).includes(token)) return;
    stopWaiting();
    // The cart in front stays; it is sought again when the page is next looked at.
    void followCart(here, 0).catch(() => undefined);
  });
}

/** The customer as the shop tells of them; as an earlier visit left them on this device where it tells nothing. */
async function askForCustomer({ shop, queryClient }: ShopAndCache, age: number): Promise<Customer | null> {
  const query = { ...sessionQueries.customer(shop), staleTime: age };
  const customer = await queryClient.fetchQuery(query);
  // A copy from the device is given first; where the shop tells nothing, it is what is known.
  const cached = queryClient.getQueryCache().find({ queryKey: query.queryKey });
  if (cached !== undefined) await copyQuestions.get(cached);
  return queryClient.getQueryData(query.queryKey) ?? customer;
}

/**
 * Takes the cart that was filled on another device, or that a sign-in left behind whose page was gone too soon. What waits for
 * the cart in front goes first: the shop brings it together with the other.
 *
 * @param age ms that the shop's answer about the customer may be old; where no cart is in front it must not be, for the page says that
 * there is none
 */
export async function followCart(
  here: ShopAndCache,
  age = readCartToken() === null ? 0 : freshFor,
): Promise<void> {
  const who = signedInAs();
  if (who === null) return;
  const customer = await askForCustomer(here, age);
  const token = customer?.orderToken;
  const front = readCartToken();
  if (token === undefined || token === front || signedInAs() !== who) return;
  const outbox = await openCart(here);
  const entries = outbox?.state().entries ?? [];
  // That cart is to become an order of this device: what is bought next goes into another.
  if (cartsToLeave(entries).includes(token)) {
    if (outbox !== null) seekAgainOnceLeft(here, outbox, token);
    return;
  }
  // The answer may be from before the order: the cart would come in front as its old copy, and be ordered again without a connection.
  if (outbox !== null && isSpent(outbox.state(), token)) return age > 0 ? followCart(here, 0) : undefined;
  const waits = entries.some(
    (one) =>
      front !== null &&
      one.scope === cartScope(front) &&
      one.owner === who &&
      // What was refused or cannot be sent goes nowhere by itself: it stays with its cart on the waiting page.
      (one.state === 'queued' || one.state === 'sending'),
  );
  if (!waits) await takeCustomerCart(here, who, token);
}
