import { expect, test } from 'vitest';
import { createPaths } from '#i18n/paths.ts';
import { catalogueLocales } from '#contract/locale.ts';
import { routePattern } from '#contract/route-table.ts';
import * as server from './site-paths.ts';

test.each(catalogueLocales)('the server writes the addresses that the screens know (%s)', (locale) => {
  const localePath = locale === 'lt' ? '' : locale;
  const screens = createPaths({ locale, localePath, newUrls: false });
  for (const route of ['HOME', 'SALES', 'NEWS', 'FAQ', 'ACCOUNT_ORDERS'] as const) {
    expect(server.routePath(locale, route)).toBe(routePattern(route, locale, localePath));
  }
  expect(server.taxonPath(locale, 'seklos', 1)).toBe(screens.taxon({ slug: 'seklos', id: 1 }));
  expect(server.productPath(locale, 'kastuvas', 2)).toBe(
    screens.product({ slug: 'kastuvas', id: 2, code: 'X' }),
  );
  expect(server.attributeValuePath(locale, 'a', 'b')).toBe(screens.attribute('a', 'b'));
  expect(server.pagePath(locale, 'apie/mus')).toBe(screens.page('apie/mus'));
  expect(server.articlePath(locale, 's', 'a', 3)).toBe(
    screens.article({ slug: 'a', id: 3, sections: [{ slug: 's' }] }),
  );
});
