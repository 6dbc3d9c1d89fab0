/** What is in a set, asked for at the press: its page knows names and numbers, the cart shows prices and pictures. */
import type { ShopAndCache } from '#api/services.ts';
import type { Product } from '#contract/catalogue.ts';
import { shownItem } from '#domain/waiting/shown-goods.ts';
import type { ShownSet } from '#domain/waiting/waiting-sets.ts';
import type { CartChange } from './cart-change.ts';

/** ms for each of the two questions: without an answer the press is told that nothing was changed. */
const patience = 10_000;

/**
 * The change with the parts of its set (CAT-05, CAT-16: without a connection the catalogue on the device answers); any other change as
 * it is.
 * @throws where nobody says what is in the set
 */
export async function withSet<T extends CartChange>(here: ShopAndCache, change: T): Promise<T> {
  if (change.kind !== 'add' || change.setOf === undefined) return change;
  return { ...change, set: await partsOf(here, change.setOf) };
}

async function partsOf({ shop }: ShopAndCache, code: string): Promise<ShownSet> {
  const product: Product = await shop.call('product', {
    params: { code },
    signal: AbortSignal.timeout(patience),
  });
  const items = product.bundle?.items ?? [];
  const codes = items.map((item) => item.productVariantCode);
  const { data: goods } = await shop.call('productsByCodes', {
    query: { code: codes },
    signal: AbortSignal.timeout(patience),
  });
  const parts = items.flatMap(({ productVariantCode, quantity, required }) => {
    const of = goods.find(({ variants }) => variants.some((one) => one.code === productVariantCode));
    const variant = of?.variants.find((one) => one.code === productVariantCode);
    return of && variant ? [{ ...shownItem(of, variant), quantity, required }] : [];
  });
  // A part that is not sold now and can be left out is left out; without the others it is no set.
  const isWhole = items.every(
    (item) => !item.required || parts.some(({ variant }) => variant.code === item.productVariantCode),
  );
  if (!isWhole || parts.length === 0) throw new Error(`Not sold as a set now: ${code}`);
  return { productName: product.name, code, price: product.bundle?.price ?? 0, parts };
}
