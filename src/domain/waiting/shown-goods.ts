/** Goods as a waiting cart shows them: as they were seen, until the shop has answered. Integer cents. */
import type { Product, ProductCard, Variant } from '#contract/catalogue.ts';
import type { OrderItem } from '#contract/orders/order-lines.ts';

/** What an add shows until the shop has answered: the goods as they were seen, prices included. */
export interface ShownItem {
  productName: string;
  variantName?: string;
  /** Cents, as seen last. */
  unitPrice: number;
  originalUnitPrice: number;
  collectOnly: boolean;
  variant: OrderItem['variant'];
}

/** The goods of an add as a screen shows them. */
export function shownItem(product: Product | ProductCard, variant: Variant): ShownItem {
  const { id, code, slug, name, images, isChemical, professionalUse } = product;
  const { price, originalPrices } = variant.prices;
  return {
    productName: name,
    ...(variant.name === '' ? {} : { variantName: variant.name }),
    unitPrice: price,
    originalUnitPrice: originalPrices[0] ?? price,
    collectOnly: isChemical,
    variant: {
      ...variant,
      product: {
        id,
        code,
        slug,
        name,
        images: images.slice(0, 1),
        isChemical,
        ...(professionalUse === true ? { professionalUse } : {}),
        productTaxons: [],
      },
    },
  };
}

export const isShownItem = (value: unknown): value is ShownItem =>
  typeof value === 'object' && value !== null && 'unitPrice' in value && 'variant' in value;

/** A whole line of a cart, as a change of it may carry it. */
export const isOrderItem = (value: unknown): value is OrderItem =>
  typeof value === 'object' &&
  value !== null &&
  'quantity' in value &&
  'total' in value &&
  'variant' in value;

/** A line that has no id of the shop yet carries a negative one that its name decides. */
function provisionalId(name: string): number {
  let hash = 7;
  for (const sign of name) hash = (hash * 31 + (sign.codePointAt(0) ?? 0)) % 2_147_483_647;
  return -(hash + 1);
}

/** @param name of the line */
export function newLine(name: string, shown: ShownItem, quantity: number): OrderItem {
  const { unitPrice, originalUnitPrice, productName, variantName, collectOnly, variant } = shown;
  return {
    id: provisionalId(name),
    productName,
    ...(variantName === undefined ? {} : { variantName }),
    quantity,
    unitPrice,
    ...(unitPrice === variant.prices.price ? { unitPriceWithoutTax: variant.prices.priceWithoutTax } : {}),
    originalUnitPrice,
    discountedUnitPrice: unitPrice,
    subtotal: unitPrice * quantity,
    total: unitPrice * quantity,
    taxTotal: (variant.prices.price - variant.prices.priceWithoutTax) * quantity,
    availability: { status: 'ok' },
    collectOnly,
    variant,
  };
}
