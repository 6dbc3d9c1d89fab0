/** The calls of cart and checkout (contract 4.5, 4.6): input in, command run, answer out. */
import { endpoints, type EndpointName } from '#contract/endpoints.ts';
import { shapes } from '#contract/shapes.ts';
import { listMeta, wholeList } from '#server/http/paging.ts';
import type { EndpointServer } from '#server/http/serve-endpoint.ts';
import { etagOf, presentOrder } from '#server/order-store/order-presenter.ts';
import { loadOrderView } from '#server/order-store/order-view.ts';
import {
  absence,
  askerOf,
  reader,
  requireOrder,
  type OrderServices,
} from '#server/order-store/change-order.ts';
import {
  choosePaymentMethod,
  chooseShippingMethod,
  chooseShippingPlan,
  updateOrder,
} from '#server/checkout/checkout-commands.ts';
import { readCheckoutOptions } from '#server/checkout/checkout-options.ts';
import {
  readCollectionPlaces,
  readPaymentMethods,
  readPickupPoint,
  readPickupPoints,
  readShippingMethods,
  readShippingPlans,
} from '#server/checkout/checkout-reads.ts';
import { completeOrder } from '#server/checkout/complete-order.ts';
import { applyCoupon } from '#server/cart/coupon-commands.ts';
import {
  clearCart,
  pickUpCart,
  readAdjustments,
  readOrder,
  recoverCart,
} from '#server/cart/cart-commands.ts';
import { addBundle, addItem, changeQuantity, deleteItem, restoreItem } from '#server/cart/line-commands.ts';
import { placeIntent } from '#server/intents/intent-commands.ts';
import { orderAgain } from '#server/cart/order-again.ts';
import { readOrderHistory } from '#server/placed-orders/order-history.ts';
import { readIntent } from '#server/intents/intent-outcome.ts';
import { findOrder } from '#server/order-store/order-store.ts';
import { callerOf, type RequestContext } from '#server/http/request-context.ts';
import { chooseGiftWrap } from '#server/cart/wrap-commands.ts';

const list = <T>(data: readonly T[]) => ({ body: wholeList(data) });

/** For repeats of cart changes (contract 1.8): the order as it is now. @throws ApiFailure 404 as `absence` */
export async function currentOrder(services: OrderServices, token: string, context: RequestContext) {
  const db = reader(services);
  const order = await findOrder(db, token, askerOf(context));
  if (!order) throw await absence(db, token, context);
  return {
    body: presentOrder(await loadOrderView(db, order), context.locale, services.now()),
    etag: etagOf(order.version),
  };
}

/** Calls on one order that take a body. */
const onOneOrder = (Object.keys(endpoints) as EndpointName[]).filter(
  (name) => endpoints[name].path.includes('/orders/:token') && 'body' in shapes[name],
);

export function mountOrders(services: OrderServices): (server: EndpointServer) => void {
  return (server) => {
    server.admit(onOneOrder, async ({ params, context }) => {
      await requireOrder(services, reader(services), (params as { token: string }).token, context);
    });
    server.serve('pickUpCart', async ({ body, context }) => {
      const { status, answer } = await pickUpCart(services, context, body);
      return { status, ...answer };
    });
    server.serve('order', ({ params, context }) => readOrder(services, context, params.token));
    server.serve('addItem', async ({ params, body, context }) => ({
      status: 201,
      ...(await addItem(services, context, params.token, body)),
    }));
    server.serve('addBundle', async ({ params, body, context }) => ({
      status: 201,
      ...(await addBundle(services, context, params.token, body)),
    }));
    server.serve('changeQuantity', ({ params, body, context }) =>
      changeQuantity(services, context, params.token, params.id, body.quantity),
    );
    server.serve('deleteItem', ({ params, context }) =>
      deleteItem(services, context, params.token, params.id),
    );
    server.serve('restoreItem', ({ params, context }) =>
      restoreItem(services, context, params.token, params.id),
    );
    server.serve('applyCoupon', ({ params, body, context }) =>
      applyCoupon(services, context, params.token, body.couponCode),
    );
    server.serve('chooseGiftWrap', ({ params, body, context }) =>
      chooseGiftWrap(services, context, params.token, body),
    );
    server.serve('orderAgain', async ({ body, context }) => ({
      status: 201,
      ...(await orderAgain(services, context, callerOf(context), body)),
    }));
    server.serve('recoverCart', ({ params, context }) => recoverCart(services, context, params.cartId));
    server.serve('clearCart', async ({ params, context }) => {
      await clearCart(services, context, params.token);
      return { status: 204 };
    });
    server.serve('adjustments', async ({ params, query, context }) =>
      list(await readAdjustments(services, context, params.token, query.type)),
    );

    server.serve('updateOrder', ({ params, body, context }) =>
      updateOrder(services, context, params.token, body),
    );
    server.serve('shippingPlans', async ({ params, context }) =>
      list(await readShippingPlans(services, context, params.token)),
    );
    server.serve('chooseShippingPlan', ({ params, body, context }) =>
      chooseShippingPlan(services, context, params.token, body),
    );
    server.serve('shippingMethods', async ({ params, context }) =>
      list(await readShippingMethods(services, context, params.token, params.id)),
    );
    server.serve('chooseShippingMethod', ({ params, body, context }) =>
      chooseShippingMethod(services, context, params.token, params.id, body),
    );
    server.serve('checkoutOptions', async ({ context }) => ({
      body: await readCheckoutOptions(services, context),
    }));
    server.serve('pickupPoints', async ({ query }) => {
      const { points, total, page, itemsPerPage } = await readPickupPoints(services, query);
      return {
        body: { data: points, meta: listMeta(total, page, itemsPerPage) },
      };
    });
    server.serve('pickupPoint', async ({ params }) => ({
      body: await readPickupPoint(services, params.code),
    }));
    server.serve('warehouses', async ({ params, context }) =>
      list(await readCollectionPlaces(services, context, params.token)),
    );
    server.serve('paymentMethods', async ({ params, context }) =>
      list(await readPaymentMethods(services, context, params.token, params.id)),
    );
    server.serve('choosePaymentMethod', ({ params, body, context }) =>
      choosePaymentMethod(services, context, params.token, params.id, body.paymentMethod),
    );
    server.serve('completeOrder', ({ params, body, context }) =>
      completeOrder(services, context, params.token, body),
    );
    server.serve('orderHistory', async ({ query, context }) => ({
      body: await readOrderHistory(reader(services), context, callerOf(context), query),
    }));
    server.serve('placeIntent', ({ body, context }) => placeIntent(services, context, body));
    server.serve('orderIntent', async ({ params, context }) => ({
      body: await readIntent(services, context, params.key),
    }));
  };
}
