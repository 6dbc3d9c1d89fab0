/** Addresses of pages as the server writes them into content, menus and mails. The screens' own table is src/i18n/route-names.ts; a test keeps the two the same. */
const routes = {
  HOME: { lt: '/', other: '/' },
  SALES: { lt: '/akcijos', other: '/sales' },
  NEWS: { lt: '/naujienos', other: '/news' },
  FAQ: { lt: '/duk', other: '/faq' },
  ACCOUNT_ORDERS: { lt: '/paskyra/uzsakymas', other: '/account/orders' },
  ACCOUNT_LOYALTY: { lt: '/paskyra/lojalumo-programa', other: '/account/loyalty' },
} as const;

export type SiteRoute = keyof typeof routes;

export function isSiteRoute(name: string): name is SiteRoute {
  return Object.hasOwn(routes, name);
}

/** Lithuanian has no prefix, the others their code (storefront section 2). */
function prefixed(locale: string, path: string): string {
  if (locale === 'lt') return path;
  return path === '/' ? `/${locale}` : `/${locale}${path}`;
}

export function routePath(locale: string, route: SiteRoute): string {
  return prefixed(locale, routes[route][locale === 'lt' ? 'lt' : 'other']);
}
export function taxonPath(locale: string, slug: string, id: number): string {
  return prefixed(locale, `/c/${slug}-${id}`);
}
export function productPath(locale: string, slug: string, id: number): string {
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
