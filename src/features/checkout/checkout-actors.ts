/** The chart of one checkout with the calls that save its steps (CHK-01, CHK-05, CHK-09, CHK-11, CHK-12). */
import type { QueryClient } from '@tanstack/react-query';
import { fromPromise } from 'xstate';
import { ApiError } from '#api/api-error.ts';
import type { Shop } from '#api/shop.ts';
import type { CheckoutState, CompletedOrder, Order, UpdateOrderBody } from '#contract/orders.ts';
import { cartQueries } from '#features/cart/cart-queries.ts';
import { checkoutMachine, type PlacingInput, type ShippingChoice } from './checkout-machine.ts';

export function createCheckout(shop: Shop, queryClient: QueryClient, token: string) {
  const { queryKey } = cartQueries.current(shop, token);
  const params = { token };
  /** Of one intention to order: kept while the answer is unknown, new after a refusal (contract 1.8). */
  let placingKey: string | null = null;
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
        placingKey ??= crypto.randomUUID();
        try {
          placed = await shop.call('completeOrder', {
            params,
            body: {
              ...consents,
              ...(order ? { expectedTotal: order.total } : {}),
              ...(notes === undefined ? {} : { notes }),
              ...(subscribedToNewsletter ? { subscribedToNewsletter } : {}),
            },
            idempotencyKey: placingKey,
          });
        } catch (error) {
          if (error instanceof ApiError && error.kind === 'refused' && error.status < 500) placingKey = null;
          void queryClient.invalidateQueries({ queryKey });
          throw error;
        }
        return 'completed';
      }),
    },
  });
  return { machine, placedOrder: () => placed };
}
