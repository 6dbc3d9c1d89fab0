/** The calls of the cart (contract 4.5): input in, command run, answer out. */
import { callerOf } from '#server/http/request-context.ts';
import type { EndpointServer } from '#server/http/serve-endpoint.ts';
import type { OrderServices } from '#server/orders/change-order.ts';
import { clearCart, pickUpCart, readOrder } from './cart-commands.ts';
import { recoverCart } from './recover-cart.ts';
import { applyCoupon } from './coupon-commands.ts';
import { chooseGift, readGifts } from './gift-commands.ts';
import { giftCardBalance } from './gift-card-balance.ts';
import { addGiftCard, removeGiftCard } from './gift-card-commands.ts';
import { usePoints } from './points-commands.ts';
import { addBundle, addItem, addItems, changeQuantity, deleteItem, restoreItem } from './line-commands.ts';
import { orderAgain } from './order-again.ts';
import { chooseGiftWrap } from './wrap-commands.ts';

export function mountCart(services: OrderServices): (server: EndpointServer) => void {
  return (server) => {
    server.serve('pickUpCart', async ({ body, context }) => {
      const { status, answer } = await pickUpCart(services, context, body);
      return { status, ...answer };
    });
    server.serve('order', ({ params, query, context }) => readOrder(services, context, params.token, query));
    server.serve('addItem', async ({ params, body, context }) => ({
      status: 201,
      ...(await addItem(services, context, params.token, body)),
    }));
    server.serve('addItems', async ({ params, body, context }) => ({
      status: 201,
      ...(await addItems(services, context, params.token, body)),
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
    server.serve('gifts', async ({ params, context }) => ({
      body: await readGifts(services, context, params.token),
    }));
    server.serve('chooseGift', ({ params, body, context }) =>
      chooseGift(services, context, params.token, body),
    );
    server.serve('chooseGiftWrap', ({ params, body, context }) =>
      chooseGiftWrap(services, context, params.token, body),
    );
    server.serve('addGiftCard', ({ params, body, context }) =>
      addGiftCard(services, context, params.token, body.code),
    );
    server.serve('removeGiftCard', ({ params, context }) =>
      removeGiftCard(services, context, params.token, params.code),
    );
    server.serve('giftCardBalance', async ({ body, context }) => ({
      body: await giftCardBalance(services, context, body.code),
    }));
    server.serve('usePoints', ({ params, body, context }) =>
      usePoints(services, context, params.token, body),
    );
    server.serve('orderAgain', async ({ body, context }) => ({
      status: 201,
      ...(await orderAgain(services, context, callerOf(context), body)),
    }));
    server.serve('recoverCart', ({ params, body, context }) =>
      recoverCart(services, context, params.cartId, body),
    );
    server.serve('clearCart', async ({ params, context }) => {
      await clearCart(services, context, params.token);
      return { status: 204 };
    });
  };
}
