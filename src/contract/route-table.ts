import { defaultLocale } from './locale.ts';

/**
 * The site map: one row for each address of the shop. A new screen is a row here and a file of `src/routes/screens`; routes,
 * fetching ahead, the robots' list, styles of the first page and the texts of the first look follow from the row.
 */
export interface RouteRow {
  /** Path in Lithuanian, the default locale, which has no prefix (R2.01). Parameters are React Router's: `:name`, `:name?`, `*`. */
  lt: string;
  /** Path in every other locale, after its prefix (R2.02), where it is not the same. */
  other?: string;
  /** File of `src/routes/screens` that draws it; none: a named address within another row's. */
  screen?: string;
  /** Of one visitor, or by a link that is one person's: never fetched ahead, and nothing for robots. */
  visitor?: true;
  /** Among the screens that a first visit begins with: its own texts come with the first ones. */
  first?: true;
}

/** Names of the specification, section 2. */
export const routeTable = {
  HOME: { lt: '/', screen: 'home', first: true },
  TAXON_PRODUCTS: { lt: '/c/*', screen: 'category', first: true },
  ATTRIBUTE_PRODUCTS: { lt: '/a/:attributeSlug/:valueSlug', screen: 'attribute' },
  ATTRIBUTE_PRODUCTS_TAXON: { lt: '/a/:attributeSlug/:valueSlug/t/*', screen: 'attribute' },
  SALES: { lt: '/akcijos', other: '/sales', screen: 'sales' },
  SALES_TAXON: { lt: '/akcijos/*', other: '/sales/*', screen: 'sales' },
  PRODUCTS_SEARCH: { lt: '/p/paieska', other: '/p/search', screen: 'search-results', first: true },
  PRODUCT_INNER: { lt: '/p/*', screen: 'product', first: true },
  CART: { lt: '/krepselis', other: '/cart', screen: 'cart', visitor: true },
  /** A link to a cart (CART-17); the second one in Lithuanian words. */
  CART_RECOVER: { lt: '/cart/recover/:orderToken', screen: 'cart', visitor: true },
  CART_RECOVER_LT: { lt: '/krepselis/recover/:orderToken', screen: 'cart', visitor: true },
  CHECKOUT_THANK_YOU: {
    lt: '/apmokejimas/thank-you',
    other: '/checkout/thank-you',
    screen: 'thank-you',
    visitor: true,
  },
  CHECKOUT: {
    lt: '/apmokejimas/:orderToken?',
    other: '/checkout/:orderToken?',
    screen: 'checkout',
    visitor: true,
  },
  WAITING: { lt: '/laukia', other: '/waiting', screen: 'waiting', visitor: true },
  /** Codes and quantities pasted, read from a file or scanned; a shared list opens here. */
  QUICK_ORDER: { lt: '/greitas-uzsakymas', other: '/quick-order', screen: 'waiting', visitor: true },
  /** Links in letters: the address is the reader's, the letters are stopped, goods are no longer waited for. */
  NEWSLETTER_CONFIRM: {
    lt: '/naujienlaiskis/patvirtinti/:token',
    other: '/newsletter/confirm/:token',
    screen: 'letter-link',
    visitor: true,
  },
  NEWSLETTER_STOP: {
    lt: '/naujienlaiskis/atsisakyti/:token',
    other: '/newsletter/unsubscribe/:token',
    screen: 'letter-link',
    visitor: true,
  },
  STOCK_REQUEST: {
    lt: '/laukiama-preke/:token',
    other: '/stock-request/:token',
    screen: 'letter-link',
    visitor: true,
  },
  /** What is left on a gift card; letters with cards lead here. */
  GIFT_CARD: { lt: '/dovanu-kortele', other: '/gift-card', screen: 'letter-link', visitor: true },
  ORDER: { lt: '/orders/:orderToken', screen: 'order', visitor: true },
  /** The pages about signing in are one script, which knows them by name. The confirmation's token stands in the query. */
  AUTH: { lt: '/auth', screen: 'auth', visitor: true },
  EMAIL_VERIFICATION: { lt: '/auth/email-verification', screen: 'auth', visitor: true },
  VERIFY_ACCOUNT: { lt: '/verify-account', screen: 'auth', visitor: true },
  RESET_REQUEST: { lt: '/reset-password', screen: 'auth', visitor: true },
  RESET_PASSWORD: { lt: '/reset-password/:token', screen: 'auth', visitor: true },
  REGISTRATION: { lt: '/registration', screen: 'registration', visitor: true },
  NEWS: { lt: '/naujienos', other: '/news', screen: 'news' },
  NEWS_SECTION: { lt: '/naujienos/:sectionSlug', other: '/news/:sectionSlug', screen: 'news' },
  NEWS_INNER: { lt: '/naujienos/:sectionSlug/*', other: '/news/:sectionSlug/*', screen: 'article' },
  WISHLIST: { lt: '/megstamiausios', other: '/wishlist', screen: 'wishlist', visitor: true },
  FAQ: { lt: '/duk', other: '/faq', screen: 'faq' },
  FAQ_ITEM: { lt: '/duk/*', other: '/faq/*', screen: 'faq' },
  /** Every page of the account has one screen; `account-pages.ts` tells them apart, which no first visit needs to. */
  ACCOUNT_INNER: { lt: '/paskyra/*', other: '/account/*', screen: 'account', visitor: true },
  ACCOUNT_DASHBOARD: { lt: '/paskyra', other: '/account', visitor: true },
  ACCOUNT_ORDERS: { lt: '/paskyra/uzsakymas', other: '/account/orders', visitor: true },
  ACCOUNT_LOYALTY: { lt: '/paskyra/lojalumo-programa', other: '/account/loyalty', visitor: true },
  DEVICE: { lt: '/sis-irenginys', other: '/this-device', screen: 'device', visitor: true },
  STATIC: { lt: '/*', screen: 'static-page' },
} as const satisfies Record<string, RouteRow>;

export type RouteName = keyof typeof routeTable;

/** What the row of a name says, as of any row. */
export const routeRow = (name: RouteName): RouteRow => routeTable[name];

/** Between a route's name and its locale: `CART___lt` (R2.04). */
export const nameSeparator = '___';

/** React Router pattern of a route in a locale; `localePath` is its address prefix ('' or 'en'), its code unless a channel says other. */
export function routePattern(
  name: RouteName,
  locale: string,
  localePath = locale === defaultLocale ? '' : locale,
): string {
  const { lt, other = lt } = routeRow(name);
  const path = locale === defaultLocale ? lt : other;
  const prefix = localePath === '' ? '' : `/${localePath}`;
  return prefix !== '' && path === '/' ? prefix : prefix + path;
}

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
