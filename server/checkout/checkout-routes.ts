/** The calls of the checkout (contract 4.6). */
import { listAnswer, listMeta } from '#server/http/paging.ts';
import type { EndpointServer } from '#server/http/serve-endpoint.ts';
import type { OrderServices } from '#server/orders/change-order.ts';
import { readCheckoutOptions } from './checkout-options.ts';
import { readCollectionPlaces, readShippingMethods, readShippingPlans } from './shipping-options.ts';
import { readPaymentMethods } from './payment-options.ts';
import { readPickupPoints } from './pickup-points.ts';
import { chooseShippingMethod, chooseShippingPlan } from './choose-delivery.ts';
import { choosePaymentMethod } from './choose-payment.ts';
import { completeOrder } from './complete-order.ts';
import { updateOrder } from './update-order.ts';

export function mountCheckout(services: OrderServices): (server: EndpointServer) => void {
  return (server) => {
    server.servePrepared(
      'updateOrder',
      ({ params, body, context }) => services.countJudged(context, params.token, body.email),
      ({ params, body, context }) => updateOrder(services, context, params.token, body),
    );
    server.serve('shippingPlans', async ({ params, context }) =>
      listAnswer(await readShippingPlans(services, context, params.token)),
    );
    server.serve('chooseShippingPlan', ({ params, body, context }) =>
      chooseShippingPlan(services, context, params.token, body),
    );
    server.serve('shippingMethods', async ({ params, context }) =>
      listAnswer(await readShippingMethods(services, context, params.token, params.id)),
    );
    server.serve('chooseShippingMethod', ({ params, body, context }) =>
      chooseShippingMethod(services, context, params.token, params.id, body),
    );
    server.serve('checkoutOptions', async ({ context }) => ({
      body: await readCheckoutOptions(services, context),
    }));
    server.serve('pickupPoints', async ({ query, context }) => {
      const { points, total, page, itemsPerPage } = await readPickupPoints(services, query, context.locale);
      return {
        body: { data: points, meta: listMeta(total, page, itemsPerPage) },
      };
    });
    server.serve('warehouses', async ({ params, context }) =>
      listAnswer(await readCollectionPlaces(services, context, params.token)),
    );
    server.serve('paymentMethods', async ({ params, context }) =>
      listAnswer(await readPaymentMethods(services, context, params.token, params.id)),
    );
    server.serve('choosePaymentMethod', ({ params, body, context }) =>
      choosePaymentMethod(services, context, params.token, params.id, body.paymentMethod),
    );
    server.serve('completeOrder', ({ params, body, context }) =>
      completeOrder(services, context, params.token, body),
    );
  };
}
