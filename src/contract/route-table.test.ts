import { expect, test } from 'vitest';
import { accountPageOf } from './account-pages.ts';
import { routePattern, routeTable, type RouteName } from './route-table.ts';

const named: [RouteName, string, string][] = [
  ['PRODUCT_INNER', '/p/*', '/en/p/*'],
  ['NEWS_INNER', '/naujienos/:sectionSlug/*', '/en/news/:sectionSlug/*'],
  ['STATIC', '/*', '/en/*'],
  ['ACCOUNT_DASHBOARD', '/paskyra', '/en/account'],
  ['ACCOUNT_ORDERS', '/paskyra/uzsakymas', '/en/account/orders'],
  ['AUTH', '/auth', '/en/auth'],
  ['REGISTRATION', '/registration', '/en/registration'],
  ['CART', '/krepselis', '/en/cart'],
  ['WISHLIST', '/megstamiausios', '/en/wishlist'],
  ['PRODUCTS_SEARCH', '/p/paieska', '/en/p/search'],
  ['TAXON_PRODUCTS', '/c/*', '/en/c/*'],
  ['ATTRIBUTE_PRODUCTS_TAXON', '/a/:attributeSlug/:valueSlug/t/*', '/en/a/:attributeSlug/:valueSlug/t/*'],
];
test('R2.51 each of the twelve named routes has its path in Lithuanian, and with a prefix in English', () => {
  for (const [name, lt, en] of named)
    expect([name, routePattern(name, 'lt', ''), routePattern(name, 'en', 'en')]).toEqual([name, lt, en]);
});

test('a page of the account that has a name of its own is one of the account, in either spelling', () => {
  const own = [routeTable.ACCOUNT_DASHBOARD, routeTable.ACCOUNT_ORDERS, routeTable.ACCOUNT_LOYALTY];
  for (const spelling of ['lt', 'other'] as const)
    expect(own.map((row) => accountPageOf(row[spelling].split('/').slice(2).join('/'))?.name)).toEqual([
      'DASHBOARD',
      'ORDERS',
      'LOYALTY',
    ]);
});
