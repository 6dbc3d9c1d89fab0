/** Which goods can be wrapped as a gift (contract 5.5): not plant protection, and not a gift card that comes by mail. */
import { soldCardMarker } from '#contract/orders/gift-marker.ts';
import type { OrderItem } from '#contract/orders/order-lines.ts';

/** The rule; a cart can be wrapped when one of its lines can. */
export const isWrappable = (goods: { isChemical: boolean; isGiftCard: boolean }): boolean =>
  !goods.isChemical && !goods.isGiftCard;

/** The same of a line as the shop presents it. */
export const isWrappableLine = ({ marker, variant }: Pick<OrderItem, 'marker' | 'variant'>): boolean =>
  isWrappable({ isChemical: variant.product.isChemical, isGiftCard: marker === soldCardMarker });
