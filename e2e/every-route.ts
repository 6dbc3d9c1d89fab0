/**
 * A page of each route of the site map: its address, and what lies on the device of whoever opens it. A route without one is no
 * type, and a route that nobody walks fails the journey that counts them (empty-pages.e2e.ts).
 */
import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { accountPages } from '#contract/account-pages.ts';
import { routePattern, type RouteName } from '#contract/route-table.ts';
import type { RunningShop } from '#tests/running-shop.ts';
import { newCustomer, orderOf } from './account-steps.ts';
import { isOrdinary, findProduct } from './purchase-steps.ts';

export interface Opened {
  path: string;
  cells?: Record<string, string>;
}
export type Kind = RouteName | 'NONE';

/** The Lithuanian address of a route. */
const at = (name: RouteName, values: Record<string, string> = {}): string =>
  routePattern(name, 'lt', '').replaceAll(/\/?(?::(\w+)\??|\*)/g, (_all, one: string | undefined) => {
    const value = values[one ?? '*'];
    return value === undefined ? '' : `/${value}`;
  }) || '/';

/** Addresses that lead to something, as far as there is something without a letter. */
export async function everyRoute(page: Page, shop: RunningShop): Promise<Record<Kind, Opened>> {
  const read = async <T>(path: string) =>
    ((await (await page.request.get(`/api/v2/shop/${path}`)).json()) as { data: T[] }).data[0];
  const [taxon, value, article, question] = await Promise.all([
    read<{ id: number; slug: string }>('taxons-tree?depth=1'),
    read<{ attributeValues: { slug: string; attribute: { slug: string } }[] }>(
      'search/products?itemsPerPage=1&facets=0',
    ),
    read<{ id: number; slug: string; sections: { slug: string }[] }>('cms/articles?itemsPerPage=1'),
    read<{ id: number }>('cms-plugin/faq'),
  ]);
  const product = await findProduct(page, isOrdinary);
  const goods = { productVariantCode: product.defaultVariant, quantity: 1 };
  const cart = randomBytes(24).toString('base64url');
  await page.request.post('/api/v2/shop/orders', { data: { localeCode: 'lt', tokenValue: cart } });
  await page.request.post(`/api/v2/shop/orders/${cart}/items`, { data: goods });
  const person = await newCustomer(page, shop);
  const order = await orderOf(page, person, { [product.defaultVariant]: 1 });
  const tokens = await page.request.post('/api/v2/shop/authentication-token', {
    data: { email: person.email, password: person.password },
  });
  const { token, refreshToken } = (await tokens.json()) as { token: string; refreshToken: string };
  const signedIn = { AUTH_TOKEN: token, AUTH_REFRESH_TOKEN: refreshToken };
  const ofCart = { CART_TOKEN: cart };
  const anyToken = '1_nothing';
  const slug = `${taxon?.slug ?? ''}-${String(taxon?.id)}`;
  const of = value?.attributeValues[0];
  const values = { attributeSlug: of?.attribute.slug ?? '', valueSlug: of?.slug ?? '' };
  const sectionSlug = article?.sections[0]?.slug ?? 'section';
  return {
    HOME: { path: at('HOME') },
    TAXON_PRODUCTS: { path: at('TAXON_PRODUCTS', { '*': slug }) },
    ATTRIBUTE_PRODUCTS: { path: at('ATTRIBUTE_PRODUCTS', values) },
    ATTRIBUTE_PRODUCTS_TAXON: { path: at('ATTRIBUTE_PRODUCTS_TAXON', { ...values, '*': slug }) },
    SALES: { path: at('SALES') },
    SALES_TAXON: { path: at('SALES_TAXON', { '*': slug }) },
    PRODUCTS_SEARCH: { path: `${at('PRODUCTS_SEARCH')}?query=morkos` },
    PRODUCT_INNER: { path: at('PRODUCT_INNER', { '*': `${product.slug}-${String(product.id)}` }) },
    CART: { path: at('CART'), cells: ofCart },
    CART_RECOVER: { path: at('CART_RECOVER', { orderToken: cart }), cells: ofCart },
    CART_RECOVER_LT: { path: at('CART_RECOVER_LT', { orderToken: cart }), cells: ofCart },
    CHECKOUT: { path: at('CHECKOUT'), cells: ofCart },
    CHECKOUT_THANK_YOU: {
      path: `${at('CHECKOUT_THANK_YOU')}?orderToken=${order.tokenValue}`,
      cells: signedIn,
    },
    WAITING: { path: at('WAITING') },
    QUICK_ORDER: { path: at('QUICK_ORDER') },
    NEWSLETTER_CONFIRM: { path: at('NEWSLETTER_CONFIRM', { token: anyToken }) },
    NEWSLETTER_STOP: { path: at('NEWSLETTER_STOP', { token: anyToken }) },
    STOCK_REQUEST: { path: at('STOCK_REQUEST', { token: anyToken }) },
    GIFT_CARD: { path: at('GIFT_CARD') },
    ORDER: { path: at('ORDER', { orderToken: order.tokenValue }), cells: signedIn },
    AUTH: { path: at('AUTH') },
    EMAIL_VERIFICATION: { path: at('EMAIL_VERIFICATION') },
    REGISTRATION: { path: at('REGISTRATION') },
    VERIFY_ACCOUNT: { path: `${at('VERIFY_ACCOUNT')}?token=${anyToken}` },
    RESET_REQUEST: { path: at('RESET_REQUEST') },
    RESET_PASSWORD: { path: at('RESET_PASSWORD', { token: anyToken }) },
    NEWS: { path: at('NEWS') },
    NEWS_SECTION: { path: at('NEWS_SECTION', { sectionSlug }) },
    NEWS_INNER: {
      path: at('NEWS_INNER', { sectionSlug, '*': `${article?.slug ?? ''}-${String(article?.id)}` }),
    },
    WISHLIST: { path: at('WISHLIST') },
    FAQ: { path: at('FAQ') },
    FAQ_ITEM: { path: at('FAQ_ITEM', { '*': String(question?.id) }) },
    ACCOUNT_DASHBOARD: { path: at('ACCOUNT_DASHBOARD'), cells: signedIn },
    ACCOUNT_ORDERS: { path: at('ACCOUNT_ORDERS'), cells: signedIn },
    ACCOUNT_LOYALTY: { path: at('ACCOUNT_LOYALTY'), cells: signedIn },
    ACCOUNT_INNER: { path: at('ACCOUNT_INNER', { '*': accountPages.ADDRESSES.lt }), cells: signedIn },
    DEVICE: { path: at('DEVICE') },
    STATIC: { path: at('STATIC', { '*': 'privatumo-politika' }) },
    NONE: { path: '/tokio-puslapio-nera' },
  };
}
