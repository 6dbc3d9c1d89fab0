// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { aProduct, aValue } from '#tests/builders.ts';
import { clearShown, setMedia, show, type ShowOptions } from '#tests/show.tsx';
import { LanguageSwitcher } from './language-switcher.tsx';

setMedia();
afterEach(clearShown);

const locales = [
  { code: 'lt', name: 'Lietuvių', path: '' },
  { code: 'en', name: 'English', path: 'en' },
];
const taxon = {
  id: 12,
  code: 'SEKLA',
  slug: 'sekla',
  name: 'Sėkla',
  translations: { lt: { slug: 'sekla', name: 'Sėkla' }, en: { slug: 'seed', name: 'Seed' } },
};
const red = aValue({
  slug: 'raudona',
  translations: { en: { slug: 'red', value: 'Red' } },
  attribute: { code: 'colour', name: 'Spalva', slug: 'spalva', translations: { en: { slug: 'colour' } } },
});

/** Where the links of the switcher lead: Lithuanian, English. */
async function links(
  route: NonNullable<ShowOptions['route']>,
  path: string,
  answers: [string[], unknown][] = [],
) {
  const fill: ShowOptions['fill'] = (shop, queryClient) => {
    for (const [key, data] of answers)
      queryClient.setQueryData([key[0], key[1], { ...shop.scope, of: key[2] }], data);
  };
  const { container } = await show(<LanguageSwitcher />, {
    channel: { locales },
    locale: 'lt',
    route,
    path,
    fill,
  });
  return [...container.querySelectorAll('a')].map((one) => one.getAttribute('href'));
}

test('R2.69 the language switcher keeps the screen, its place and the query', async () => {
  expect(await links('PRODUCTS_SEARCH', '/p/paieska?query=a&page=2')).toEqual([
    '/p/paieska?query=a&page=2',
    '/en/p/search?query=a&page=2',
  ]);
  expect(await links('CHECKOUT', '/apmokejimas/tok-en')).toEqual([
    '/apmokejimas/tok-en',
    '/en/checkout/tok-en',
  ]);
  expect(await links('HOME', '/?utm=x')).toEqual(['/?utm=x', '/en?utm=x']);
});

test('R2.70 on lists of a category or a value it puts the slugs of the other language', async () => {
  expect(
    await links('TAXON_PRODUCTS', '/c/sekla-12', [[['catalogue', 'list'], { meta: { taxon } }]]),
  ).toEqual(['/c/sekla-12', '/en/c/seed-12']);
  // Another list in the memory of the page is not the one that is seen.
  const other = {
    meta: { taxon: { ...taxon, id: 13, translations: { en: { slug: 'wrong' } } }, attributeValue: red },
  };
  expect(
    await links('ATTRIBUTE_PRODUCTS_TAXON', '/a/spalva/raudona/t/sekla-12?sort=price', [
      [['catalogue', 'list', 'other'], other],
      [['catalogue', 'list'], { meta: { taxon, attributeValue: red } }],
    ]),
  ).toEqual(['/a/spalva/raudona/t/sekla-12?sort=price', '/en/a/colour/red/t/seed-12?sort=price']);
  expect(
    await links('ATTRIBUTE_PRODUCTS', '/a/spalva/raudona', [
      [['catalogue', 'list'], { meta: { attributeValue: red } }],
    ]),
  ).toEqual(['/a/spalva/raudona', '/en/a/colour/red']);
});

test('goods, news and pages keep their place in another language; what has no translation keeps its slug', async () => {
  const product = {
    ...aProduct({ id: 7, slug: 'morku-seklos' }),
    translations: { en: { slug: 'carrot-seeds', name: 'Carrot seeds' } },
  };
  expect(
    await links('PRODUCT_INNER', '/p/morku-seklos-7?variant=V-A', [[['catalogue', 'product'], product]]),
  ).toEqual(['/p/morku-seklos-7?variant=V-A', '/en/p/carrot-seeds-7?variant=V-A']);
  expect(await links('PRODUCT_INNER', '/p/morku-seklos-8', [[['catalogue', 'product'], product]])).toEqual([
    '/p/morku-seklos-8',
    '/en/p/morku-seklos-8',
  ]);
  expect(
    await links('STATIC', '/pristatymas', [
      [['content', 'page'], { slug: 'pristatymas', translations: { en: { slug: 'delivery' } } }],
    ]),
  ).toEqual(['/pristatymas', '/en/delivery']);
});

test('an address that somebody made up leads to no other host and to no other query', async () => {
  expect(await links('STATIC', '//evil.example/x')).toEqual(['/evil.example/x', '/en/evil.example/x']);
  expect(await links('STATIC', '/a%3Fb%23$&')).toEqual(['/a%3Fb%23%24%26', '/en/a%3Fb%23%24%26']);
});
