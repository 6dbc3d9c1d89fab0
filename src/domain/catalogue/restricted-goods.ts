import type { ProductCard } from '#contract/catalogue.ts';
import type { OrderItem } from '#contract/orders/order-lines.ts';

/** Goods that not everybody may buy: their page says who may, a card leads there. */
export const isRestricted = (product: Pick<ProductCard, 'professionalUse' | 'tradeOnly'>): boolean =>
  product.professionalUse === true || product.tradeOnly === true;

/** Whether an order with these lines needs a certificate of plant protection (contract 5.7). */
export const asksCertificate = (
  items: readonly { variant: { product: Pick<OrderItem['variant']['product'], 'professionalUse'> } }[],
): boolean => items.some(({ variant }) => variant.product.professionalUse === true);
