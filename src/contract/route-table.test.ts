import { expect, test } from 'vitest';
import { routePattern, type RouteName } from './route-table.ts';

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
