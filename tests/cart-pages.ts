/** Pages with a cart over one device, for tests of what waits for it. */
import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import type { Shop } from '#api/shop.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import { cartKey } from '#features/cart/cart-queries.ts';
import { anItem, anOrder } from './builders.ts';

export const token = 't'.repeat(32);
/** Cannot be reached. */
export const shop = {
  locale: 'lt',
  channel: 'retail',
  scope: { locale: 'lt', channel: 'retail' },
  call: () => Promise.reject(new ApiError('unreachable', 0, { message: '' })),
} as unknown as Shop;

const pages: { close: () => void }[] = [];

/** Before each test: a device that has kept nothing, without a connection. */
export function onNewDevice(): void {
  globalThis.indexedDB = new IDBFactory();
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  localStorage.clear();
}

/** After each test: a page that is left must not put its cart in front any more, for all share one local storage. */
export function closePages(): void {
  for (const outbox of pages.splice(0)) outbox.close();
  vi.restoreAllMocks();
}

/** A page that has just been opened: its code is new, what lies on the device is not. */
export async function aPage() {
  vi.resetModules();
  const { changeCart, openCart } = await import('#features/cart/cart-outbox.ts');
  const { theOutbox } = await import('#offline/outbox/page-outbox.ts');
  const here = { shop, queryClient: new QueryClient() };
  pages.push(theOutbox());
  return { here, changeCart: changeCart.bind(null, here), open: () => openCart(here), outbox: theOutbox };
}

export const code = 'V1';
export const line = (id: number) => anItem({ id, variant: { ...anItem().variant, code } });
export const goods = (variantCode: string) => ({
  kind: 'add' as const,
  variantCode,
  quantity: 1,
  productName: variantCode,
});

/** A page whose cart has one line under an id that the shop has just given. */
export async function pageWithLine(id: number) {
  localStorage.setItem('CART_TOKEN', token);
  const page = await aPage();
  await page.open();
  const cart: ShownCart = anOrder({ tokenValue: token, items: [line(id)] });
  page.here.queryClient.setQueryData(cartKey(shop, token), cart);
  return page;
}
