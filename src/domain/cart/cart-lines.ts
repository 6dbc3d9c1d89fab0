/** What screens say of the lines of a cart: how many pieces, where they can be had, their picture. */
import type { OrderItem } from '#contract/orders/order-lines.ts';

/** Sum of quantities of the live lines; deleted lines that can be undone are not in `items` (R3.45). */
export const cartItemCount = (order: { items: readonly { quantity: number }[] }): number =>
  order.items.reduce((sum, item) => sum + item.quantity, 0);

/** Names of the only towns where a line can be had; empty where it can be sent, or where nobody has said. */
export const collectTowns = (item: {
  collectAt?: readonly { city: string }[] | undefined;
  variant: { collectAt?: readonly string[] | undefined };
}): string[] => [...new Set(item.collectAt?.map(({ city }) => city) ?? item.variant.collectAt)];

/** The picture of the goods of a line: that of the pack that is bought, where the product shows another one. */
export const pictureOf = ({
  images,
  product,
}: OrderItem['variant']): OrderItem['variant']['product']['images'][number] | undefined =>
  images?.[0] ?? product.images[0];
