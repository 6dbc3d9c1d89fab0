/** Pages of a device on which somebody signs in, or leaves, while something waits for the cart in front. */
import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import type { Shop } from '#api/shop.ts';
import type { WaitingCommand } from '#domain/waiting/waiting-command.ts';
import { anItem, anOrder } from './builders.ts';

export const guestCart = 'g'.repeat(32);
export const customerCart = 'c'.repeat(32);

type Answer = (body: { tokenValue: string; exceptTokens?: string[] }) => Promise<unknown>;
/** The shop brings the guest's cart into the customer's. */
export const merged: Answer = () => Promise.resolve(anOrder({ tokenValue: customerCart }));
export const asItIs: Answer = ({ tokenValue }) => Promise.resolve(anOrder({ tokenValue }));
/** CART-01: which cart the shop answers with for the one in front. */
export const answers = { pickUp: merged };

export const shop = {
  locale: 'lt',
  channel: 'retail',
  scope: { locale: 'lt', channel: 'retail' },
  call: (name: string, { body }: { body: { tokenValue: string; exceptTokens?: string[] } }) =>
    name === 'pickUpCart' ? answers.pickUp(body) : Promise.reject(new Error('Not asked here')),
} as unknown as Shop;

/** A token as the shop makes it, of this customer. */
const tokenOf = (customer: string) => `e30.${btoa(JSON.stringify({ sub: customer }))}.x`;
export const signInAs = (customer: string) => {
  localStorage.setItem('AUTH_TOKEN', tokenOf(customer));
  localStorage.setItem('AUTH_REFRESH_TOKEN', 'refresh');
};

/** Pages that were opened. */
export const open: { wake: () => Promise<void>; close: () => void }[] = [];

/** Before each test: a device that has kept nothing, without a connection. */
export function onNewDevice(): void {
  answers.pickUp = merged;
  globalThis.indexedDB = new IDBFactory();
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  localStorage.clear();
}

/** After each test: a page that is left must not send, nor put its cart in front, any more. */
export async function closePages(): Promise<void> {
  for (const outbox of open.splice(0)) {
    await outbox.wake();
    outbox.close();
  }
}

export async function aPage() {
  vi.resetModules();
  const cart = await import('#features/cart/customer-cart.ts');
  const { openCart } = await import('#features/cart/cart-outbox.ts');
  const { theOutbox } = await import('#offline/outbox/page-outbox.ts');
  const here = { shop, queryClient: new QueryClient() };
  await openCart(here);
  open.push(theOutbox());
  return { ...cart, here, outbox: theOutbox() };
}

const common = { locale: 'lt', channel: 'retail', owner: 'guest', at: 1 };
export const addition = {
  ...common,
  id: 'a'.repeat(36),
  kind: 'addItem' as const,
  scope: `cart:${guestCart}`,
  line: 'V1',
  params: { token: guestCart },
  body: { productVariantCode: 'V1', quantity: 2 },
};
export const change = {
  ...addition,
  id: 'b'.repeat(36),
  kind: 'changeQuantity' as const,
  line: 'V2',
  params: { token: guestCart, id: 7 },
  body: { quantity: 3 },
};
export const removal = {
  ...addition,
  id: 'r'.repeat(36),
  kind: 'deleteItem' as const,
  scope: `cart:${customerCart}`,
  line: anItem().variant.code,
  params: { token: customerCart, id: null },
  body: {},
};
export const intent = {
  ...addition,
  id: 'i'.repeat(36),
  kind: 'placeIntent' as const,
  line: null,
  params: {},
  body: { tokenValue: guestCart },
};

export const briefly = ({ id, owner, scope, params, state }: WaitingCommand) => ({
  id: id[0],
  owner,
  scope,
  params,
  state,
});
