import { expect, test } from 'vitest';
import { lithuanianPath, settledPath, withoutSlash } from './settled-address.ts';

test('R2.01 the international address of each screen has its Lithuanian one, with what it speaks of', () => {
  for (const [given, right] of [
    ['/cart', '/krepselis'],
    ['/checkout/abc', '/apmokejimas/abc'],
    ['/sales', '/akcijos'],
    ['/sales/sodas-4', '/akcijos/sodas-4'],
    ['/wishlist', '/megstamiausios'],
    ['/faq', '/duk'],
    ['/faq/pristatymas', '/duk/pristatymas'],
    ['/p/search', '/p/paieska'],
    ['/checkout', '/apmokejimas'],
    ['/checkout/thank-you', '/apmokejimas/thank-you'],
    ['/news/sodas/patarimas-3', '/naujienos/sodas/patarimas-3'],
    ['/waiting', '/laukia'],
    ['/this-device', '/sis-irenginys'],
    ['/account', '/paskyra'],
    ['/account/orders', '/paskyra/uzsakymas'],
    ['/account/orders/AbC_-1', '/paskyra/uzsakymas/AbC_-1'],
    ['/account/details', '/paskyra/informacija'],
    ['/account/delivery-addresses/12', '/paskyra/pristatymo-adresas/12'],
    ['/account/no-such-page', '/paskyra/no-such-page'],
  ] as const) {
    expect([given, lithuanianPath(given)]).toEqual([given, right]);
    // What is right stays, or a visitor would be sent on for ever.
    expect([right, settledPath(right)]).toEqual([right, right]);
    expect([given, settledPath(`${given}/`)]).toEqual([given, right]);
  }
  for (const path of ['/', '/cartoon', '/newsletter', '/krepselis', '/en/cart', '/p/cart-5', '/orders/abc'])
    expect([path, lithuanianPath(path)]).toEqual([path, path]);
});

test('a slash at the end names the same page, and no slash at the beginning names another shop', () => {
  expect(['/', '//', '/c/seklos-1/', '/c/seklos-1//', '/duk'].map(withoutSlash)).toEqual([
    '/',
    '/',
    '/c/seklos-1',
    '/c/seklos-1',
    '/duk',
  ]);
  expect(settledPath('//evil.example/')).toBe('/evil.example');
});
