/** Where goods lie, and what of them can be had there. */
import type { Product, Variant } from '#contract/catalogue.ts';
import type { CatalogueTree } from './catalogue-tree.ts';
import type { StoredProduct, StoredVariant } from './stored-product.ts';
import { textIn } from './texts.ts';

/** How many whole bundles the stock of the required items allows. */
export function bundleStock(product: StoredProduct): number | null {
  const limits = product.bundleItems
    .filter(({ required }) => required)
    .map(({ stock, quantity }) => (stock === null ? Number.POSITIVE_INFINITY : Math.floor(stock / quantity)));
  const least = Math.min(...limits, Number.POSITIVE_INFINITY);
  return Number.isFinite(least) ? Math.max(least, 0) : null;
}

/** Towns where a variant lies, when nothing is sent from any of them. */
export function onlyTowns({ stock, tracked }: StoredVariant, data: CatalogueTree): string[] {
  if (!tracked) return [];
  const places = [...data.warehouses.values()].filter(({ id }) => (stock[String(id)] ?? 0) > 0);
  return places.some(({ ships }) => ships)
    ? []
    : places.filter(({ collection }) => collection).map(({ city }) => city);
}

/** Chemicals that are not counted can be had as soon as one warehouse hands them out. */
export const hasChemicalPlace = (data: CatalogueTree): boolean =>
  [...data.warehouses.values()].some(({ chemicals }) => chemicals);

/** Towns where goods of which nothing is sent can be collected now; undefined where a pack can be sent. */
export function collectionTowns(
  product: StoredProduct,
  variants: readonly Variant[],
  data: CatalogueTree,
): string[] | undefined {
  if (!product.isChemical) {
    const there = variants.filter(({ inStock }) => inStock);
    const isCollected = there.length > 0 && there.every(({ collectAt }) => collectAt !== undefined);
    return isCollected ? [...new Set(there.flatMap(({ collectAt = [] }) => collectAt))] : undefined;
  }
  const places = new Set(product.variants.flatMap(({ stock }) => Object.keys(stock).map(Number)));
  return [...data.warehouses.values()]
    .filter(({ id, collection, chemicals }) => places.has(id) && collection && chemicals)
    .map(({ city }) => city);
}

/** Free pieces of each variant by the places that hand it out; places with none are left out. */
export function stockByWarehouse(
  product: StoredProduct,
  data: CatalogueTree,
  locale: string,
): Product['stockByWarehouse'] {
  return [...data.warehouses.values()].flatMap((warehouse) => {
    if (!warehouse.collection || (product.isChemical && !warehouse.chemicals)) return [];
    const variants = Object.fromEntries(
      product.variants.flatMap(({ code, stock }) => {
        const free = stock[String(warehouse.id)];
        return free ? [[code, free] as const] : [];
      }),
    );
    if (Object.keys(variants).length === 0) return [];
    return [{ code: warehouse.code, name: textIn(warehouse.name, locale), city: warehouse.city, variants }];
  });
}
