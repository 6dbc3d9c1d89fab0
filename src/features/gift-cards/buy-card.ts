import type { ShopAndCache } from '#api/services.ts';
import type { SoldGiftCard } from '#contract/orders/gift-cards.ts';
import { giftCardCode } from '#contract/orders/gift-marker.ts';
import type { Order } from '#contract/orders/orders.ts';
import { beginCart, cartToFill, takeCart } from '#features/cart/take-cart.ts';

/** Puts a card into the cart, or into a new one; asked at once, after all that waits for the cart. */
export async function buyCard(
  here: ShopAndCache,
  giftCard: SoldGiftCard,
  idempotencyKey: string,
): Promise<Order> {
  const { shop } = here;
  const token = (await cartToFill(here)) ?? (await beginCart(here));
  const order = await shop.call('addItem', {
    params: { token },
    body: { productVariantCode: giftCardCode, quantity: 1, giftCard },
    idempotencyKey,
  });
  await takeCart(here, order);
  return order;
}
