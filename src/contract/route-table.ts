/**
 * The site map by name: the path of each screen in Lithuanian and in every other locale (specification, section 2).
 * Lithuanian is the default locale and has no prefix; the others have one (R2.01, R2.02). Parameters are React
 * Router's: `:name`, `:name?`, `*`.
 */
export const routeTable = {
  HOME: { lt: '/', other: '/' },
  TAXON_PRODUCTS: { lt: '/c/*', other: '/c/*' },
  ATTRIBUTE_PRODUCTS: { lt: '/a/:attributeSlug/:valueSlug', other: '/a/:attributeSlug/:valueSlug' },
  ATTRIBUTE_PRODUCTS_TAXON: {
    lt: '/a/:attributeSlug/:valueSlug/t/*',
    other: '/a/:attributeSlug/:valueSlug/t/*',
  },
  SALES: { lt: '/akcijos', other: '/sales' },
  SALES_TAXON: { lt: '/akcijos/*', other: '/sales/*' },
  PRODUCTS_SEARCH: { lt: '/p/paieska', other: '/p/search' },
  PRODUCT_INNER: { lt: '/p/*', other: '/p/*' },
  CART: { lt: '/krepselis', other: '/cart' },
  CHECKOUT: { lt: '/apmokejimas/:orderToken?', other: '/checkout/:orderToken?' },
  CHECKOUT_THANK_YOU: { lt: '/apmokejimas/thank-you', other: '/checkout/thank-you' },
  WAITING: { lt: '/laukia', other: '/waiting' },
  /** Links in letters: the address is the reader's, the letters are stopped, goods are no longer waited for. */
  NEWSLETTER_CONFIRM: { lt: '/naujienlaiskis/patvirtinti/:token', other: '/newsletter/confirm/:token' },
  NEWSLETTER_STOP: { lt: '/naujienlaiskis/atsisakyti/:token', other: '/newsletter/unsubscribe/:token' },
  STOCK_REQUEST: { lt: '/laukiama-preke/:token', other: '/stock-request/:token' },
  ORDER: { lt: '/orders/:orderToken', other: '/orders/:orderToken' },
  AUTH: { lt: '/auth', other: '/auth' },
  EMAIL_VERIFICATION: { lt: '/auth/email-verification', other: '/auth/email-verification' },
  REGISTRATION: { lt: '/registration', other: '/registration' },
  /** Links in letters of the account; the confirmation's token stands in the query. */
  VERIFY_ACCOUNT: { lt: '/verify-account', other: '/verify-account' },
  RESET_REQUEST: { lt: '/reset-password', other: '/reset-password' },
  RESET_PASSWORD: { lt: '/reset-password/:token', other: '/reset-password/:token' },
  NEWS: { lt: '/naujienos', other: '/news' },
  NEWS_SECTION: { lt: '/naujienos/:sectionSlug', other: '/news/:sectionSlug' },
  NEWS_INNER: { lt: '/naujienos/:sectionSlug/*', other: '/news/:sectionSlug/*' },
  WISHLIST: { lt: '/megstamiausios', other: '/wishlist' },
  FAQ: { lt: '/duk', other: '/faq' },
  FAQ_ITEM: { lt: '/duk/*', other: '/faq/*' },
  ACCOUNT_DASHBOARD: { lt: '/paskyra', other: '/account' },
  ACCOUNT_ORDERS: { lt: '/paskyra/uzsakymas', other: '/account/orders' },
  /** Every page of the account; `account-pages.ts` tells them apart, which no first visit needs to. */
  ACCOUNT_INNER: { lt: '/paskyra/*', other: '/account/*' },
  DEVICE: { lt: '/sis-irenginys', other: '/this-device' },
  STATIC: { lt: '/*', other: '/*' },
} as const satisfies Record<string, { lt: string; other: string }>;

export type RouteName = keyof typeof routeTable;

export const defaultLocale = 'lt';
/** Between a route's name and its locale: `CART___lt` (R2.04). */
export const nameSeparator = '___';

/** React Router pattern of a route in a locale whose address prefix is `localePath` ('' or 'en'). */
export function routePattern(name: RouteName, locale: string, localePath: string): string {
  const path = locale === defaultLocale ? routeTable[name].lt : routeTable[name].other;
  const prefix = localePath === '' ? '' : `/${localePath}`;
  return prefix !== '' && path === '/' ? prefix : prefix + path;
}

/** Locales whose catalogues lie in `locales/` (R1.39). */
export const catalogueLocales = ['lt', 'en', 'et', 'ru'] as const;

/** Locale and its prefix by the first segment of a path; a prefix that is not active is an ordinary path (R1.40). */
export function localeOfPath(
  pathname: string,
  locales: readonly { code: string; path: string }[],
): { locale: string; localePath: string } {
  const first = pathname.split('/')[1] ?? '';
  const found = locales.find((locale) => locale.path !== '' && locale.path === first);
  if (found) return { locale: found.code, localePath: found.path };
  const plain = locales.find((locale) => locale.path === '');
  return { locale: plain?.code ?? defaultLocale, localePath: '' };
}
