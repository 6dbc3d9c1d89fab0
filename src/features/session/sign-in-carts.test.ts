// @vitest-environment jsdom
/** What a sign-in tells the shop about the carts of this device (contract ACC-01, 5.9). */
import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import type { Shop } from '#api/shop.ts';
import { cartScope } from '#domain/waiting/waiting-command.ts';
import { openCart } from '#features/cart/cart-outbox.ts';
import { theOutbox } from '#offline/outbox/page-outbox.ts';
import { askForTokens } from './session-operations.ts';

const call = vi.fn((..._given: unknown[]) => Promise.reject(new Error('Not of interest here')));
const shop = {
  locale: 'lt',
  channel: 'retail',
  scope: { locale: 'lt', channel: 'retail' },
  call,
} as unknown as Shop;
const given = { email: 'rasa@example.lt', password: 'Slapta-12' };

const command = (kind: 'placeIntent' | 'clearCart' | 'addItem', token: string, owner: string) => ({
  id: crypto.randomUUID(),
  owner,
  at: 1,
  locale: 'lt',
  channel: 'retail',
  line: null,
  kind,
  scope: cartScope(token),
  params: { token },
  body: { tokenValue: token },
});

afterEach(async () => {
  await theOutbox().wake();
  theOutbox().close();
  vi.restoreAllMocks();
});

test('R0.44 a sign-in names the carts that wait on the device, and brings none along that waits to be emptied', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  const here = { shop, queryClient: new QueryClient() };
  const outbox = await openCart(here);
  const [ordered, filled, emptied] = ['o'.repeat(32), 'f'.repeat(32), 'e'.repeat(32)];
  const append = [command('placeIntent', ordered, '17'), command('addItem', filled, 'guest')];
  await outbox?.change(() => ({ changes: { append, cart: filled }, result: undefined }));
  localStorage.setItem('CART_TOKEN', filled);
  await expect(askForTokens(shop, here.queryClient, given)).rejects.toThrow('Not of interest');
  expect(call).toHaveBeenLastCalledWith('signIn', {
    body: { ...given, exceptTokens: [ordered] },
    query: { orderToken: filled },
  });
  const clearing = [command('clearCart', emptied, 'guest')];
  await outbox?.change(() => ({ changes: { append: clearing, cart: emptied }, result: undefined }));
  localStorage.setItem('CART_TOKEN', emptied);
  await expect(askForTokens(shop, here.queryClient, given)).rejects.toThrow('Not of interest');
  expect(call).toHaveBeenLastCalledWith('signIn', {
    body: { ...given, exceptTokens: [ordered, emptied] },
    query: {},
  });
});
