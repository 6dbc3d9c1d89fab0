/** Every address of the shop is made here (specification, section 2). */
import { useMemo } from 'react';
import { useShop, type Shop } from '#api/shop.ts';
import { routePattern, type RouteName } from '#contract/route-table.ts';

interface Named {
  id: number;
  slug: string;
}

/** The address that a pattern of the route table is for these parameters. */
export function fillPattern(pattern: string, values: Record<string, string>): string {
  return pattern
    .replace(/:(\w+)\??/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
    .replace('*', () => values['*'] ?? '')
    .replace(/(.)\/+$/, '$1');
}

export function createPaths(shop: Pick<Shop, 'locale' | 'localePath' | 'newUrls'>) {
  const to = (name: RouteName, values: Record<string, string> = {}) =>
    fillPattern(routePattern(name, shop.locale, shop.localePath), values);
  const withId = (item: Named) => `${item.slug}-${item.id}`;
  return {
    home: () => to('HOME'),
    /** `/c/{slug}-{id}` (R2.52). */
    taxon: (taxon: Named) => to('TAXON_PRODUCTS', { '*': withId(taxon) }),
    /** `/p/{slug}-{id}`, or the code in place of the id in new-URLs mode (R2.13); of a pack that is not the default one, with its code behind. */
    product: (product: Named & { code: string }, pack?: { code: string }) =>
      to('PRODUCT_INNER', { '*': shop.newUrls ? `${product.slug}-${product.code}` : withId(product) }) +
      (pack === undefined ? '' : `?variant=${encodeURIComponent(pack.code)}`),
    attribute: (attributeSlug: string, valueSlug: string) =>
      to('ATTRIBUTE_PRODUCTS', { attributeSlug, valueSlug }),
    /** Goods with a value within a category (R2.08). */
    attributeTaxon: (attributeSlug: string, valueSlug: string, taxon: Named) =>
      to('ATTRIBUTE_PRODUCTS_TAXON', { attributeSlug, valueSlug, '*': withId(taxon) }),
    search: (query?: string) => to('PRODUCTS_SEARCH') + (query ? `?query=${encodeURIComponent(query)}` : ''),
    sales: () => to('SALES'),
    /** Reduced goods of a category (R2.10). */
    salesTaxon: (taxon: Named) => to('SALES_TAXON', { '*': withId(taxon) }),
    cart: () => to('CART'),
    checkout: (orderToken?: string) => to('CHECKOUT', orderToken ? { orderToken } : {}),
    thankYou: () => to('CHECKOUT_THANK_YOU'),
    /** What waits on this device to be sent. */
    waiting: () => to('WAITING'),
    order: (orderToken: string) => to('ORDER', { orderToken }),
    /** A content page by its slug. */
    page: (slug: string) => to('STATIC', { '*': slug }),
    news: () => to('NEWS'),
    newsSection: (sectionSlug: string) => to('NEWS_SECTION', { sectionSlug }),
    /** An article without a section stands under `section` (R2.28). */
    article: (article: Named & { sections: readonly { slug: string }[] }) =>
      to('NEWS_INNER', { sectionSlug: article.sections[0]?.slug ?? 'section', '*': withId(article) }),
    faq: () => to('FAQ'),
    /** What the shop keeps on this device and how much data it used. */
    device: () => to('DEVICE'),
    wishlist: () => to('WISHLIST'),
    auth: () => to('AUTH'),
    account: () => to('ACCOUNT_DASHBOARD'),
  };
}
export type Paths = ReturnType<typeof createPaths>;

export function usePaths(): Paths {
  const shop = useShop();
  return useMemo(() => createPaths(shop), [shop]);
}
