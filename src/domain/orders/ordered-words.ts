/** What is said of ordered goods in one line, beside their name or with it. */
import type { OrderItem } from '#contract/orders/order-lines.ts';
import type { Order, Shipment } from '#contract/orders/orders.ts';

/** So many pieces, not parted from their sign at the end of a line. */
const times = (quantity: number): string => `×\u00A0${String(quantity)}`;

/** A size in one piece: its number is not parted from its unit. */
const inOnePiece = (pack = ''): string => pack.replaceAll(/(\d) (?=\p{L})/gu, '$1\u00A0');

/** The pack, or for whom a gift card is, and how many. */
export const packAndPieces = ({ variantName, giftCard, quantity }: OrderItem): string =>
  [inOnePiece(variantName), giftCard?.recipientName, times(quantity)].filter(Boolean).join(' ');

/** The goods of one parcel of the order, each with its pieces. */
export const goodsOfParcel = ({ items }: Pick<Order, 'items'>, parcel: Pick<Shipment, 'items'>): string =>
  parcel.items
    .flatMap(({ itemId, quantity }) => {
      const item = items.find(({ id }) => id === itemId);
      return item === undefined ? [] : [`${item.productName} ${times(quantity)}`];
    })
    .join(', ');
