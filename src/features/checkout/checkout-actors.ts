/** The chart of one checkout with the calls that save its steps (CHK-01, CHK-05, CHK-09, CHK-11, CHK-12). */
import type { QueryClient } from '@tanstack/react-query';
import { fromPromise } from 'xstate';
import { ApiError } from '#api/api-error.ts';
import type { Shop } from '#api/shop.ts';
import type { CheckoutState, CompletedOrder, Order, UpdateOrderBody } from '#contract/orders.ts';
import { cartQueries } from '#features/cart/cart-queries.ts';
import { checkoutMachine, type PlacingInput, type ShippingChoice } from './checkout-machine.ts';
import { readPlacing, writePlacing } from './device-cells.ts';

/**
 * A refusal ends the intention and its key. While the answer is unknown, or the server is still at it, the next press
 * asks with the same key and can never buy twice (contract 1.8).
 */
export function endsIntention(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.kind !== 'refused') return false;
  return error.status < 500 && error.status !== 429 && error.errorCode !== 'idempotency.in_progress';
}

export function createCheckout(shop: Shop, queryClient: QueryClient, token: string) {
  const { queryKey } = cartQueries.current(shop, token);
  const params = { token };
  let placed: CompletedOrder | null = null;

  /** Shows the answered order everywhere; its state decides where the chart goes. */
  const keep = (answer: Order): CheckoutState => {
    queryClient.setQueryData(queryKey, answer);
    return answer.checkoutState;
  };
  /** Runs a call; a refusal that speaks of a changed order makes the page ask for it anew. */
  const saved = async (answer: Promise<Order>): Promise<Order> => {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof ApiError && error.context['order'] !== undefined) void queryClient.invalidateQueries({ queryKey });
      throw error;
    }
  };

  const machine = checkoutMachine.provide({
    actors: {
      saveShipping: fromPromise<CheckoutState, readonly ShippingChoice[]>(async ({ input }) => {
        let state: CheckoutState = 'cart';
        for (const { shipmentId, method, pickupPoint } of input) {
          const body = pickupPoint === undefined ? { shippingMethod: method } : { shippingMethod: method, pickupPoint };
          const idempotencyKey = crypto.randomUUID();
          state = keep(await saved(shop.call('chooseShippingMethod', { params: { token, id: shipmentId }, body, idempotencyKey })));
        }
        return state;
      }),
      saveAddress: fromPromise<CheckoutState, UpdateOrderBody>(async ({ input }) =>
        keep(await saved(shop.call('updateOrder', { params, body: input, idempotencyKey: crypto.randomUUID() }))),
      ),
      placeOrder: fromPromise<CheckoutState, PlacingInput>(async ({ input }) => {
        const { paymentMethod, notes, subscribedToNewsletter = false, ...consents } = input;
        let order = queryClient.getQueryData(queryKey);
        const payment = order?.payments.at(-1);
        if (paymentMethod !== undefined && payment !== undefined) {
          const isChosen = payment.method?.code === paymentMethod && order?.checkoutState === 'payment_selected';
          if (!isChosen) {
            const idempotencyKey = crypto.randomUUID();
            order = await saved(shop.call('choosePaymentMethod', { params: { token, id: payment.id }, body: { paymentMethod }, idempotencyKey }));
            keep(order);
          }
        }
        const waiting = readPlacing();
        const key = waiting?.token === token ? waiting.key : crypto.randomUUID();
        writePlacing({ token, key });
        try {
          placed = await shop.call('completeOrder', {
            params,
            body: {
              ...consents,
              ...(order ? { expectedTotal: order.total } : {}),
              ...(notes === undefined ? {} : { notes }),
              ...(subscribedToNewsletter ? { subscribedToNewsletter } : {}),
            },
            idempotencyKey: key,
          });
        } catch (error) {
          if (endsIntention(error)) writePlacing(null);
          if (error instanceof ApiError && error.errorCode === 'cart.already_completed') {
            // An earlier press went through and its answer was lost: that is the order.
            placed = await shop.call('order', { params });
            return 'completed';
          }
          void queryClient.invalidateQueries({ queryKey });
          throw error;
        }
        writePlacing(null);
        return 'completed';
      }),
    },
  });
  return { machine, placedOrder: () => placed };
}
