/** Gift cards on a cart (contract CART-10, CART-11, 5.5). */
import type { RequestContext } from '#server/http/request-context.ts';
import { changeCart, type OrderAnswer, type OrderServices } from '#server/orders/change-order.ts';
import { layCard, takeCardOff } from '#server/order-terms/laid-gift-cards.ts';

/** CART-10. */
export const addGiftCard = (
  services: OrderServices,
  context: RequestContext,
  token: string,
  typed: string,
): Promise<OrderAnswer> =>
  changeCart(services, context, token, async (db, order) => {
    const laid = await layCard(db, order, typed, 'code', { ...services, context });
    return { change: 'none', isSame: laid === 'lying' };
  });

/** CART-11; a card that does not lie there changes nothing. */
export const removeGiftCard = (
  services: OrderServices,
  context: RequestContext,
  token: string,
  code: string,
): Promise<OrderAnswer> =>
  changeCart(services, context, token, async (db, order) => {
    return { change: 'none', isSame: !(await takeCardOff(db, order, code)) };
  });
