/** Addresses of pages as the server writes them into content, menus and mails (storefront section 2). */
import { defaultLocale } from '#contract/locale.ts';
import { routePattern, routeTable, type RouteName } from '#contract/route-table.ts';

export type SiteRoute = RouteName;

export function isSiteRoute(name: string): name is SiteRoute {
  return Object.hasOwn(routeTable, name);
}

/** Lithuanian has no prefix, the others their code. */
function prefixed(locale: string, path: string): string {
  if (locale === defaultLocale) return path;
  return path === '/' ? `/${locale}` : `/${locale}${path}`;
}

/** Address of a screen without parameters. */
export function routePath(locale: string, route: SiteRoute): string {
  return routePattern(route, locale);
}
export function taxonPath(locale: string, slug: string, id: number): string {
  return prefixed(locale, `/c/${slug}-${id}`);
}
/** @param id or, in new-URLs mode, the code (R2.13) */
export function productPath(locale: string, slug: string, id: number | string): string {
  return prefixed(locale, `/p/${slug}-${id}`);
}
export function attributeValuePath(locale: string, attributeSlug: string, valueSlug: string): string {
  return prefixed(locale, `/a/${attributeSlug}/${valueSlug}`);
}
export function pagePath(locale: string, slug: string): string {
  return prefixed(locale, slug === '' ? '/' : `/${slug}`);
}
export function articlePath(
  locale: string,
  sectionSlug: string | undefined,
  slug: string,
  id: number,
): string {
  return `${routePath(locale, 'NEWS')}/${sectionSlug ?? 'section'}/${slug}-${id}`;
}
