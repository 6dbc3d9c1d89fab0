import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useLocation, useMatches, type Params } from 'react-router';
import { useShop, type Shop } from '#api/shop.ts';
import type { AttributeValue, Product, Taxon } from '#contract/catalogue.ts';
import type { Article, Page } from '#contract/content.ts';
import { routePattern, routeTable, type RouteName } from '#contract/route-table.ts';
import { fillPattern } from '#i18n/paths.ts';
import { readTail } from '#i18n/read-address.ts';

/** A language of the shop, and the first segment of its addresses. */
interface InLocale {
  code: string;
  path: string;
}
type Slugs = Readonly<Record<string, { slug: string }>> | undefined;

/** An answer that the screen has been drawn from; screens are drawn after their answers are there. */
function answer<T>(
  queryClient: QueryClient,
  shop: Shop,
  name: [string, string],
  isIt: (data: T) => boolean,
): T | undefined {
  const isOfIt = (scope: unknown, data: unknown) =>
    (scope as Partial<Shop['scope']> | undefined)?.locale === shop.locale &&
    data !== undefined &&
    data !== null &&
    isIt(data as T);
  return queryClient.getQueryCache().find({
    queryKey: name,
    exact: false,
    predicate: ({ queryKey, state }) => isOfIt(queryKey[2], state.data),
  })?.state.data as T | undefined;
}

/**
 * Parameters of the same page in another language: slugs are put in place of slugs, as far as the answers of the page
 * carry them (R2.70). One without a translation stays: the shop finds every resource by its id or by any of its slugs.
 */
function paramsIn(
  { code }: InLocale,
  route: RouteName,
  params: Readonly<Params>,
  queryClient: QueryClient,
  shop: Shop,
): Record<string, string> {
  const same = Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const splat = params['*'];
  const tail = readTail(splat)?.tail;
  const withTail = (slugs: Slugs) =>
    slugs?.[code] === undefined || tail === undefined ? {} : { '*': `${slugs[code].slug}-${tail}` };
  interface List {
    meta: { taxon?: Taxon; attributeValue?: AttributeValue };
  }
  const list = (isIt: (meta: List['meta']) => boolean) =>
    answer<List>(queryClient, shop, ['catalogue', 'list'], ({ meta }) => isIt(meta))?.meta;
  const isTaxon = (meta: List['meta']) => String(meta.taxon?.id) === tail;
  switch (route) {
    case 'TAXON_PRODUCTS':
    case 'SALES_TAXON':
      return { ...same, ...withTail(list(isTaxon)?.taxon?.translations) };
    case 'ATTRIBUTE_PRODUCTS':
    case 'ATTRIBUTE_PRODUCTS_TAXON': {
      const { attributeSlug, valueSlug } = params;
      const meta = list(
        (one) =>
          one.attributeValue?.slug === valueSlug &&
          one.attributeValue?.attribute.slug === attributeSlug &&
          (splat === undefined || isTaxon(one)),
      );
      const value = meta?.attributeValue;
      return {
        ...same,
        ...(value?.attribute.translations[code] === undefined
          ? {}
          : { attributeSlug: value.attribute.translations[code].slug }),
        ...(value?.translations[code] === undefined ? {} : { valueSlug: value.translations[code].slug }),
        ...withTail(meta?.taxon?.translations),
      };
    }
    case 'PRODUCT_INNER':
      return {
        ...same,
        ...withTail(
          answer<Product>(
            queryClient,
            shop,
            ['catalogue', 'product'],
            ({ id, code: own }) => String(id) === tail || own === tail,
          )?.translations,
        ),
      };
    case 'NEWS_INNER':
      return {
        ...same,
        ...withTail(
          answer<Article>(queryClient, shop, ['content', 'article'], ({ id }) => String(id) === tail)
            ?.translations,
        ),
      };
    case 'STATIC': {
      const page = answer<Page>(queryClient, shop, ['content', 'page'], ({ slug }) => slug === splat);
      return {
        ...same,
        ...(page?.translations[code] === undefined ? {} : { '*': page.translations[code].slug }),
      };
    }
    default:
      return same;
  }
}

/** The address of the page that is seen in another language of the shop: same screen, same place, same query (R2.69). */
export function usePageInLocale(): (locale: InLocale) => string {
  const shop = useShop();
  const queryClient = useQueryClient();
  const { search } = useLocation();
  const match = useMatches().at(-1);
  const name = match !== undefined && match.id in routeTable ? (match.id as RouteName) : 'HOME';
  return (locale) => {
    const { '*': splat = '', ...params } = paramsIn(locale, name, match?.params ?? {}, queryClient, shop);
    // What somebody wrote into the address stays inside it: two slashes at its beginning would be another host.
    const rest = splat.replace(/^\/+/, '').split('/').map(encodeURIComponent).join('/');
    return fillPattern(routePattern(name, locale.code, locale.path), { ...params, '*': rest }) + search;
  };
}
