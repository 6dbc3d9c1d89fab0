/** The chart of one checkout with the calls that save its steps (CHK-01, CHK-05, CHK-09, CHK-11, CHK-12). */
import type { QueryClient } from '@tanstack/react-query';
import { fromPromise } from 'xstate';
import { ApiError } from '#api/api-error.ts';
import type { Shop } from '#api/shop.ts';
import type { CheckoutState, Order } from '#contract/orders/orders.ts';
import type { Placing, UpdateOrderBody } from '#contract/orders/order-requests.ts';
import { isStepOpen } from '#domain/orders/checkout-step.ts';
import type { OfflineDelivery } from '#domain/waiting/offline-order.ts';
import { cartQueries } from '#features/cart/cart-queries.ts';
import type { DeliveryCalls } from './carry-delivery.ts';
import { checkoutMachine, type OpenStep } from './checkout-machine.ts';
import type { Placed, PlacingInput, ShippingChoice } from './submitted-steps.ts';
import { checkoutQueries } from './checkout-queries.ts';
import { readDraft, readOrderOnItsWay, writeDraft, writeOrderOnItsWay } from './device-cells.ts';
import { completeBody, orderPlaced, OrderTakenBack, saveOrder, type PlacedOrder } from './order-command.ts';
import { isNoAnswer } from './shop-trouble.ts';
import { OrderChanged, ThrownBack } from './thrown-back.ts';
import { readBuyerAnew } from './use-buyer.ts';

/**
 * A refusal ends the intention and its key. While the answer is unknown, or the server is still at it, the next press
 * asks with the same key and can never buy twice (contract 1.8).
 */
export function endsIntention(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.kind !== 'refused') return false;
  return error.status < 500 && error.status !== 429 && error.errorCode !== 'idempotency.in_progress';
}

/** The order of the checkout as the page shows it, after each of the shop's answers. */
function shownOrder(queryClient: QueryClient, queryKey: ReturnType<typeof cartQueries.current>['queryKey']) {
  /** Shows the answered order everywhere; its state decides where the chart goes. */
  const keep = (answer: Order): CheckoutState => {
    queryClient.setQueryData(queryKey, answer);
    return answer.checkoutState;
  };
  /** A refusal that tells the order as it is now is shown at once: the next press agrees to that total. */
  const keepTold = (error: unknown): boolean => {
    const told = error instanceof ApiError ? error.context['order'] : undefined;
    if (told !== undefined) queryClient.setQueryData(queryKey, told as Order);
    return told !== undefined;
  };
  /** Runs a call; a refusal that speaks of a changed order makes the page ask for it anew. */
  const saved = async (answer: Promise<Order>): Promise<Order> => {
    try {
      return await answer;
    } catch (error) {
      const isShort = error instanceof ApiError && error.errorCode === 'order.out_of_stock';
      if (keepTold(error) || isShort) void queryClient.invalidateQueries({ queryKey });
      throw error;
    }
  };
  return { keep, keepTold, saved };
}

/** Choose how the goods come: in the step, or as it was chosen without the shop. */
function deliveryActors(
  shop: Shop,
  queryClient: QueryClient,
  token: string,
  { keep, saved }: ReturnType<typeof shownOrder>,
) {
  const params = { token };
  const shown = async (answer: Promise<Order>): Promise<Order> => {
    const order = await saved(answer);
    keep(order);
    return order;
  };
  const calls: DeliveryCalls = {
    choosePlan: (body) =>
      shown(shop.call('chooseShippingPlan', { params, body, idempotencyKey: crypto.randomUUID() })),
    chooseMethod: (id, body) => {
      const idempotencyKey = crypto.randomUUID();
      return shown(shop.call('chooseShippingMethod', { params: { token, id }, body, idempotencyKey }));
    },
  };
  /** Null when the shop does not offer it. */
  const carry = async (delivery: OfflineDelivery): Promise<Order | null> => {
    const { carryDelivery } = await import('./carry-delivery.ts');
    const options = await queryClient.ensureQueryData(checkoutQueries.options(shop));
    const { queryKey } = cartQueries.current(shop, token);
    const order = queryClient.getQueryData(queryKey) ?? (await shop.call('order', { params }));
    try {
      return await carryDelivery(delivery, order, options, calls);
    } catch (error) {
      if (!(error instanceof ApiError) || isNoAnswer(error)) throw error;
      return null;
    }
  };
  return {
    carryDelivery: fromPromise<CheckoutState, OfflineDelivery>(async ({ input }) => {
      const order = await carry(input);
      writeDraft({ ...readDraft(token), isDeliveryUntold: false });
      if (order === null) throw new ThrownBack();
      return order.checkoutState;
    }),
    saveShipping: fromPromise<CheckoutState, readonly ShippingChoice[]>(async ({ input }) => {
      let state: CheckoutState = 'cart';
      for (const { shipmentId, method, pickupPoint } of input) {
        const body =
          pickupPoint === undefined ? { shippingMethod: method } : { shippingMethod: method, pickupPoint };
        state = (await calls.chooseMethod(shipmentId, body)).checkoutState;
      }
      return state;
    }),
  };
}

export function createCheckout(shop: Shop, queryClient: QueryClient, token: string) {
  const { queryKey } = cartQueries.current(shop, token);
  const params = { token };
  let placed: PlacedOrder | null = null;

  const answers = shownOrder(queryClient, queryKey);
  const { keep, keepTold, saved } = answers;
  /** The press is on the disk: what became of it is told by the outbox. */
  const placeSaved = async (key: string, left: AbortSignal): Promise<PlacedOrder> => {
    try {
      return await orderPlaced(shop, key, token, left);
    } catch (error) {
      keepTold(error);
      void queryClient.invalidateQueries({ queryKey });
      throw error;
    }
  };
  /** Where the browser keeps nothing: the key lies in the page's own cell, and a press goes out at once or not at all. */
  const placeUnsaved = async (expectedTotal: number, press: Placing): Promise<PlacedOrder> => {
    const waiting = readOrderOnItsWay();
    const key = waiting?.token === token ? waiting.key : crypto.randomUUID();
    writeOrderOnItsWay({ token, key });
    try {
      const order = await shop.call('completeOrder', {
        params,
        body: completeBody(press, expectedTotal),
        idempotencyKey: key,
      });
      writeOrderOnItsWay(null);
      const { nextAction, tokenValue } = order;
      return { tokenValue, paymentId: nextAction?.type === 'redirect' ? nextAction.paymentId : undefined };
    } catch (error) {
      if (endsIntention(error)) writeOrderOnItsWay(null);
      // An earlier press went through and its answer was lost: that is the order.
      if (error instanceof ApiError && error.errorCode === 'cart.already_completed')
        return shop.call('order', { params });
      keepTold(error);
      void queryClient.invalidateQueries({ queryKey });
      throw error;
    }
  };

  const place = async ({ paymentMethod, ...press }: PlacingInput, left: AbortSignal): Promise<void> => {
    let order = queryClient.getQueryData(queryKey);
    const payment = order?.payments.at(-1);
    if (paymentMethod !== undefined && payment !== undefined) {
      const isChosen = payment.method?.code === paymentMethod && order?.checkoutState === 'payment_selected';
      if (!isChosen) {
        const idempotencyKey = crypto.randomUUID();
        order = await saved(
          shop.call('choosePaymentMethod', {
            params: { token, id: payment.id },
            body: { paymentMethod },
            idempotencyKey,
          }),
        );
        const state = keep(order);
        // Ordering would be refused for the steps before it.
        if (!isStepOpen('payment', state)) throw new ThrownBack();
      }
    }
    order ??= await shop.call('order', { params });
    // Whoever has left these steps may be ordering the cart in another way by now.
    if (left.aborted) throw new OrderTakenBack();
    const key = await saveOrder(shop, order, press);
    placed = key === null ? await placeUnsaved(order.total, press) : await placeSaved(key, left);
  };

  /** A step that came too late is no fault of the step: the order is read anew, and shown with its sum as it is now. */
  const asChanged = async (error: unknown, step: OpenStep): Promise<unknown> => {
    if (!(error instanceof ApiError) || error.errorCode !== 'checkout.wrong_state') return error;
    try {
      const order = await shop.call('order', { params });
      if (order.state !== 'cart' || isStepOpen(step, order.checkoutState)) return error;
      return new OrderChanged(keep(order));
    } catch {
      // What was refused is said all the same.
      return error;
    }
  };

  const machine = checkoutMachine.provide({
    actors: {
      ...deliveryActors(shop, queryClient, token, answers),
      saveAddress: fromPromise<CheckoutState, UpdateOrderBody>(async ({ input }) => {
        const idempotencyKey = crypto.randomUUID();
        try {
          return keep(await saved(shop.call('updateOrder', { params, body: input, idempotencyKey })));
        } catch (error) {
          throw await asChanged(error, 'address');
        }
      }),
      placeOrder: fromPromise<Placed, PlacingInput>(async ({ input, signal }) => {
        try {
          await place(input, signal);
        } catch (error) {
          throw await asChanged(error, 'payment');
        }
        readBuyerAnew(shop, queryClient);
        return 'completed';
      }),
    },
  });
  return { machine, placedOrder: () => placed };
}
