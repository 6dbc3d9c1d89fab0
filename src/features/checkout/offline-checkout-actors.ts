/**
 * The chart of a checkout whose steps are saved on this device and whose order goes into the outbox as one message
 * (contract CHK-19): with no connection, and with one it is sent at once.
 */
import type { QueryClient } from '@tanstack/react-query';
import { fromPromise } from 'xstate';
import type { Shop } from '#api/shop.ts';
import type { CheckoutOptions } from '#contract/orders/order-intents.ts';
import type { CheckoutState } from '#contract/orders/orders.ts';
import type { UpdateOrderBody } from '#contract/orders/order-requests.ts';
import { waitingCodes } from '#domain/waiting/cart-choices.ts';
import { offlineAmounts, offlineTotal } from '#domain/waiting/offline-amounts.ts';
import {
  deliveryPrice,
  deliveryWays,
  intentBody,
  severalPlaces,
  type OfflineDelivery,
  type SendIf,
} from '#domain/waiting/offline-order.ts';
import { orderedSets } from '#domain/waiting/taken-back-order.ts';
import { cartDifference } from '#domain/waiting/taken-out.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import { orderOfCart } from '#domain/waiting/waiting-orders.ts';
import { contentShown } from '#domain/cart/lines-shown.ts';
import {
  asNew,
  cartScope,
  isOrderEntry,
  isStopped,
  isUnsent,
  type NewCommand,
  type WaitingCommand,
} from '#domain/waiting/waiting-command.ts';
import { cartKey } from '#features/cart/cart-queries.ts';
import { letCartGo, tellCartOrdered } from '#features/cart/cart-token.ts';
import type { Reading } from '#offline/outbox/outbox-records.ts';
import { theOutbox } from '#offline/outbox/page-outbox.ts';
import { whoIsHere } from '#offline/outbox/page-session.ts';
import { checkoutMachine, type Placed, type PlacingInput, type ShippingChoice } from './checkout-machine.ts';
import { noteOrderedHere } from './ordered-here.ts';
import { deliveryWords, type IntentShown } from './intent-shown.ts';

/** What the steps have gathered; the form is the screen's, this is what was submitted. */
export interface OfflineCheckoutDraft {
  order: ShownCart;
  options: CheckoutOptions | null;
  delivery: OfflineDelivery;
  contacts: UpdateOrderBody;
  sendIf: SendIf;
}

export function createOfflineCheckout(shop: Shop, draft: OfflineCheckoutDraft) {
  let key: string | null = null;
  const machine = checkoutMachine.provide({
    actors: {
      saveShipping: fromPromise<CheckoutState, readonly ShippingChoice[]>(() =>
        Promise.resolve('shipping_selected'),
      ),
      saveAddress: fromPromise<CheckoutState, UpdateOrderBody>(({ input }) => {
        draft.contacts = input;
        return Promise.resolve('addressed');
      }),
      placeOrder: fromPromise<Placed, PlacingInput>(async ({ input }) => {
        const { tokenValue } = draft.order;
        noteOrderedHere(tokenValue, true);
        try {
          key = await saveIntent(shop, draft, input);
        } catch (error) {
          noteOrderedHere(tokenValue, false);
          throw error;
        }
        return 'queued';
      }),
    },
  });
  return { machine, savedKey: () => key };
}

/** An order of this cart has left the device, or is placed: another one of it would be refused, or bought in its place (I3). */
export class CartIsOrdered extends Error {}

/** Another tab, or a sender, has changed what waits for this cart: its page does not show yet what would be ordered (I7). */
export class CartChangedMeanwhile extends Error {}

/** The changes of a cart that wait, without its beginning, which brings no goods. */
const changesOf = (entries: readonly WaitingCommand[], token: string) =>
  entries.filter(
    (one) =>
      one.scope === cartScope(token) &&
      one.state !== 'confirmed' &&
      !isOrderEntry(one) &&
      one.kind !== 'pickUpCart',
  );

/** @param known what waited as the page has read it, by which it shows the cart */
function isChangedSince(known: readonly WaitingCommand[], now: Reading, token: string): boolean {
  const [before, after] = [changesOf(known, token), changesOf(now.entries, token)];
  const bodies = new Map(before.map(({ id, body }) => [id, JSON.stringify(body)]));
  const isOther = after.some(({ id, body }) => bodies.get(id) !== JSON.stringify(body));
  // What the shop has done since stands in the cart all the same.
  const there = new Set([
    ...after.map(({ id }) => id),
    ...(now.carts.get(token)?.order?.appliedCommandIds ?? []),
  ]);
  return isOther || before.some((one) => !isStopped(one) && !there.has(one.id));
}

/**
 * Writes the whole order into the outbox in place of what waited for its cart, an order that never left the device among it;
 * durable before it resolves (I1). Throws `CartIsOrdered` and `CartChangedMeanwhile`; then the page shows the cart as it is.
 */
async function saveIntent(shop: Shop, draft: OfflineCheckoutDraft, placing: PlacingInput): Promise<string> {
  const { order, options, delivery, contacts, sendIf } = draft;
  const outbox = theOutbox();
  const { entries: known } = outbox.state();
  if (options === null) throw new Error('Not complete');
  const ways = deliveryWays(order.items, options);
  const price = deliveryPrice(delivery, ways);
  const total = offlineTotal(order, price);
  const { paymentMethod: chosen, ...said } = placing;
  // The message names one in any case; where nothing is to be paid none was asked for, and any that is known will do.
  const paymentMethod = chosen ?? (total === 0 ? options.paymentMethods[0]?.code : undefined);
  if (paymentMethod === undefined) throw new Error('Not complete');
  const body = intentBody({
    order,
    contacts,
    delivery,
    ways,
    paymentMethod,
    placing: said,
    sendIf,
    agreedAt: new Date().toISOString(),
  });
  const sent = ways.sent.find((method) => method.code === delivery.method);
  const place =
    ways.places.find((one) => one.code === delivery.place) ??
    (delivery.place === severalPlaces ? ways.collectMethod : null);
  const codes = waitingCodes(order.waiting);
  const shown: IntentShown = {
    ...contentShown({ ...order, ...offlineAmounts(order, price) }),
    sets: orderedSets(order.items),
    ...(codes.length === 0 ? {} : { waitingCodes: codes }),
    delivery: deliveryWords([sent?.name, place?.name]),
    deliveryPrice: price,
    payment: options.paymentMethods.find((method) => method.code === chosen)?.name ?? '',
    total,
  };
  const scope = cartScope(order.tokenValue);
  const id = crypto.randomUUID();
  const refusal = await outbox.change<Error | null>((now) => {
    const { entries, carts } = now;
    const going = orderOfCart(entries, order.tokenValue);
    if (going !== undefined && !isUnsent(going)) return { changes: {}, result: new CartIsOrdered() };
    if (isChangedSince(known, now, order.tokenValue))
      return { changes: {}, result: new CartChangedMeanwhile() };
    const orders = entries.filter(
      (one) => one.scope === scope && isOrderEntry(one) && (isUnsent(one) || isStopped(one)),
    );
    // The order says all that its unsent changes would have said; they come back if it is taken back.
    const replaced = entries.filter(
      (one) => one.scope === scope && (isUnsent(one) || isStopped(one)) && !isOrderEntry(one),
    );
    const remove = [...orders, ...replaced];
    const before = entries.filter((one) => !remove.includes(one));
    const kept = carts.get(order.tokenValue)?.order ?? null;
    const command: NewCommand = {
      kind: 'placeIntent',
      scope,
      line: null,
      params: {},
      body: { ...body, ...cartDifference(order, body.lines, kept, before) },
      locale: shop.locale,
      channel: shop.channel,
      shown,
      dropped: [...orders.flatMap(({ dropped = [] }) => dropped), ...replaced.filter(isUnsent).map(asNew)],
    };
    return {
      changes: {
        remove,
        append: [{ ...command, id, owner: whoIsHere(), at: Date.now() }],
        cart: null,
      },
      result: null,
    };
  });
  if (refusal !== null) throw refusal;
  void outbox.wake(true);
  return id;
}

/** The cart has become an order: the next goods begin another. Called once the screen that shows it is left. */
export function leaveCart(shop: Shop, queryClient: QueryClient, token: string): void {
  letCartGo(token);
  queryClient.removeQueries({ queryKey: cartKey(shop, token) });
  tellCartOrdered();
}
