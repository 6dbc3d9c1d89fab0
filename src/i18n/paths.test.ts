import { expect, test } from 'vitest';
import { defaultLocale } from '#contract/locale.ts';
import { localeOfPath, routePattern, nameSeparator } from '#contract/route-table.ts';
import { createPaths } from './paths.ts';

const lt = createPaths({ locale: 'lt', localePath: '', newUrls: false });
const en = createPaths({ locale: 'en', localePath: 'en', newUrls: false });

test('R2.02 the default locale has no prefix and Lithuanian paths, the others a prefix', () => {
  expect(lt.cart()).toBe('/krepselis');
  expect(en.cart()).toBe('/en/cart');
  expect(en.home()).toBe('/en');
  expect(lt.home()).toBe('/');
});

test('R2.52 a category address is slug, hyphen, taxon id', () => {
  expect(lt.taxon({ slug: 'sekla', id: 12 })).toBe('/c/sekla-12');
});

test('R2.13 new-URLs mode ends product addresses with the code, the other mode with the id', () => {
  const product = { slug: 'morkos', id: 7, code: 'DS1001' };
  expect(lt.product(product)).toBe('/p/morkos-7');
  expect(createPaths({ locale: 'lt', localePath: '', newUrls: true }).product(product)).toBe(
    '/p/morkos-DS1001',
  );
});

test('R2.28 an article without a section stands under the section named section', () => {
  expect(lt.article({ slug: 'naujiena', id: 3, sections: [] })).toBe('/naujienos/section/naujiena-3');
});

test('addresses end without a slash and carry what is asked', () => {
  expect(lt.checkout()).toBe('/apmokejimas');
  expect(lt.checkout('tok-en')).toBe('/apmokejimas/tok-en');
  expect(lt.search('8-20-30 & kalkės')).toBe('/p/paieska?query=8-20-30%20%26%20kalk%C4%97s');
  expect(routePattern('CHECKOUT', 'en', 'en')).toBe('/en/checkout/:orderToken?');
});

test('R9.36 without anything said the locale is lt', () => {
  expect(defaultLocale).toBe('lt');
  expect(localeOfPath('/krepselis', [])).toEqual({ locale: 'lt', localePath: '' });
  expect(nameSeparator).toBe('___');
});

test('a prefix of a locale that is not open is an ordinary path', () => {
  const locales = [{ code: 'lt', path: '' }];
  expect(localeOfPath('/en/cart', locales)).toEqual({ locale: 'lt', localePath: '' });
  expect(localeOfPath('/en/cart', [...locales, { code: 'en', path: 'en' }])).toEqual({
    locale: 'en',
    localePath: 'en',
  });
});
