/**
 * The chart of a checkout whose steps are saved on this device and whose order goes into the outbox as one message
 * (contract CHK-19): with no connection, and with one it is sent at once.
 */
import type { QueryClient } from '@tanstack/react-query';
import { fromPromise } from 'xstate';
import type { Shop } from '#api/shop.ts';
import type { CheckoutState } from '#contract/orders/orders.ts';
import type { UpdateOrderBody } from '#contract/orders/order-requests.ts';
import { waitingCodes } from '#domain/waiting/cart-choices.ts';
import { offlineAmounts, offlineTotal } from '#domain/waiting/offline-amounts.ts';
import { deliveryPrice, deliveryWays, intentBody, severalPlaces } from '#domain/waiting/offline-order.ts';
import { orderedSets } from '#domain/waiting/taken-back-order.ts';
import { cartDifference } from '#domain/waiting/taken-out.ts';
import { waitingCart, type ShownCart } from '#domain/waiting/waiting-cart.ts';
import { orderOfCart } from '#domain/waiting/waiting-orders.ts';
import { contentShown } from '#domain/cart/lines-shown.ts';
import {
  asNew,
  cartScope,
  isOrderEntry,
  isStopped,
  isUnsent,
  type NewCommand,
} from '#domain/waiting/waiting-command.ts';
import { isNewer, lastAnswerOf } from '#features/cart/cart-answers.ts';
import { cartKey } from '#features/cart/cart-queries.ts';
import { letCartGo, tellCartOrdered } from '#features/cart/cart-token.ts';
import type { Reading } from '#offline/outbox/outbox-records.ts';
import { theOutbox } from '#offline/outbox/page-outbox.ts';
import { whoIsHere } from '#offline/outbox/page-session.ts';
import { checkoutMachine } from './checkout-machine.ts';
import type { Placed, PlacingInput, SeenOrder, ShippingChoice } from './submitted-steps.ts';
import { noteOrderedHere } from './ordered-here.ts';
import { deliveryWords, type IntentShown } from './intent-shown.ts';

/** @param contacts what the address step has submitted, where it was left before */
export function createOfflineCheckout(shop: Shop, contacts: UpdateOrderBody) {
  let submitted = contacts;
  let key: string | null = null;
  const machine = checkoutMachine.provide({
    actors: {
      saveShipping: fromPromise<CheckoutState, readonly ShippingChoice[]>(() =>
        Promise.resolve('shipping_selected'),
      ),
      saveAddress: fromPromise<CheckoutState, UpdateOrderBody>(({ input }) => {
        submitted = input;
        return Promise.resolve('addressed');
      }),
      placeOrder: fromPromise<Placed, PlacingInput>(async ({ input }) => {
        const { seen, ...placing } = input;
        if (seen === undefined) throw new Error('Not complete');
        const { tokenValue } = seen.order;
        noteOrderedHere(tokenValue, true);
        try {
          key = await saveIntent(shop, seen, submitted, placing);
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

/** The cart is not what the screen showed when it was ordered: another tab, or a sender, has changed it (I7). */
export class CartChangedMeanwhile extends Error {}

/**
 * The cart as it would be drawn of what lies on the disk now. What an order of it that has not left the device took the place of
 * counts as waiting: the screens show the cart with it.
 * @param seen the cart as it was drawn
 */
function cartNow({ order: seen, giftWrap }: SeenOrder, { entries, carts }: Reading): ShownCart {
  const { tokenValue: token, localeCode: locale, channelCode: channel, currencyCode } = seen;
  const record = carts.get(token);
  const kept = record === undefined ? lastAnswerOf(theOutbox(), token) : record.order;
  // An answer of the checkout stands on the screen before it stands on the disk.
  const isSeenFirst = record === undefined || (kept?.id === seen.id && isNewer(seen, kept));
  const base = seen.waiting === undefined && isSeenFirst ? seen : kept;
  const going = orderOfCart(entries, token);
  const given = going?.dropped?.map((one) => ({ ...going, ...one })) ?? [];
  const blank = { token, locale, channel, currencyCode, giftWrap };
  return waitingCart(base, [...entries, ...given], blank);
}

/**
 * Writes the whole order into the outbox in place of what waited for its cart, an order that never left the device among it;
 * durable before it resolves (I1). Throws `CartIsOrdered` and `CartChangedMeanwhile`; then the page shows the cart as it is.
 */
async function saveIntent(
  shop: Shop,
  seen: SeenOrder,
  contacts: UpdateOrderBody,
  { paymentMethod: chosen, ...said }: PlacingInput,
): Promise<string> {
  const { order, options, delivery, sendIf } = seen;
  const ways = deliveryWays(order.items, options);
  const price = deliveryPrice(delivery, ways);
  const total = offlineTotal(order, price);
  // The message names one in any case; where nothing is to be paid none was asked for, and any that is known will do.
  const paymentMethod = chosen ?? (total === 0 ? options.paymentMethods[0]?.code : undefined);
  if (paymentMethod === undefined) throw new Error('Not complete');
  const agreedAt = new Date().toISOString();
  const messageOf = (cart: ShownCart) =>
    intentBody({
      order: cart,
      contacts,
      delivery,
      ways: deliveryWays(cart.items, options),
      paymentMethod,
      placing: said,
      sendIf,
      agreedAt,
    });
  const body = messageOf(order);
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
  const outbox = theOutbox();
  const refusal = await outbox.change<Error | null>((now) => {
    const { entries, carts } = now;
    const going = orderOfCart(entries, order.tokenValue);
    const isAsSeen = JSON.stringify(messageOf(cartNow(seen, now))) === JSON.stringify(body);
    if (going !== undefined && !(isUnsent(going) && isAsSeen))
      return { changes: {}, result: new CartIsOrdered() };
    if (!isAsSeen) return { changes: {}, result: new CartChangedMeanwhile() };
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
export function letOrderedCartGo(shop: Shop, queryClient: QueryClient, token: string): void {
  letCartGo(token);
  queryClient.removeQueries({ queryKey: cartKey(shop, token) });
  tellCartOrdered();
}
