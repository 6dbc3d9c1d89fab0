/** Carts that were emptied at a shop, for tests of what brings them back. */
import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { expect, vi } from 'vitest';
import { writeTokens } from '#api/session-tokens.ts';
import type { Shop } from '#api/shop.ts';
import { newCartToken } from '#domain/cart/new-cart-token.ts';
import { apiMarker, header } from '#contract/calls/endpoints.ts';
import { giftMarker, soldCardMarker } from '#contract/orders/gift-marker.ts';
import type { OrderItem } from '#contract/orders/order-lines.ts';
import type { Order } from '#contract/orders/orders.ts';
import { theOutbox } from '#offline/outbox/page-outbox.ts';
import { changeCart, openCart } from '#features/cart/cart-outbox.ts';
import { cartKey } from '#features/cart/cart-queries.ts';
import { readCartToken, writeCartToken } from '#features/cart/cart-token.ts';
import { clearedCart } from '#features/cart/cleared-cart.ts';
import { hideToast } from '#ui/toast-state.ts';
import { anItem, anOrder } from './builders.ts';

export const giftCard = { amount: 5000, recipientName: 'Ona', recipientEmail: 'ona@example.lt' };
export const card = (id: number, recipientName: string, quantity = 1) =>
  anItem({
    id,
    quantity,
    marker: soldCardMarker,
    giftCard: { ...giftCard, recipientName },
    variant: { ...anItem().variant, code: 'GIFT-CARD' },
  });
export const goods = anItem({ id: 1, quantity: 2, variant: { ...anItem().variant, code: 'V1' } });
export const gift = anItem({ id: 2, marker: giftMarker, variant: { ...anItem().variant, code: 'G1' } });

type Call = {
  name: string;
  params?: { token: string };
  body: Record<string, unknown>;
  idempotencyKey: string;
};

const ofItsCart = ({ params }: Call) => Promise.resolve(anOrder({ tokenValue: params?.token ?? '' }));
export const atShop = {
  calls: [] as Call[],
  /** What the shop answers to a card. */
  answerTo: ofItsCart as (call: Call) => Promise<unknown>,
  /** Whether what waits is taken. */
  isTaking: false,
  /** What the shop says of the cart then. */
  answered: {} as Partial<Order>,
  /** What of it was sent. */
  sent: [] as unknown[],
  /** What comes between while the shop begins a cart, or puts a card in. */
  meanwhile: (_call: Call): Promise<unknown> => Promise.resolve(),
};
const unused = { ...atShop };
export const begun = newCartToken();
export const shop = {
  locale: 'lt',
  channel: 'retail',
  scope: { locale: 'lt', channel: 'retail' },
  call: async (name: string, input: Omit<Call, 'name'>) => {
    const call = { name, ...input };
    atShop.calls.push(call);
    await atShop.meanwhile(call);
    if (name === 'pickUpCart') return anOrder({ tokenValue: begun });
    return atShop.answerTo(call);
  },
} as unknown as Shop;
export const here = { shop, queryClient: new QueryClient() };
export const customer = { token: `e30.${btoa(JSON.stringify({ sub: '17' }))}.x`, refreshToken: 'refresh' };
export const nobody = { token: null, refreshToken: null };
export const cards = () => atShop.calls.filter(({ name }) => name === 'addItem');

/** A cart that has been emptied at the shop; `undo` presses the way back. */
export async function emptied(items: OrderItem[], more: Partial<Order> = {}) {
  const token = newCartToken();
  writeCartToken(token);
  await openCart(here);
  here.queryClient.setQueryData(cartKey(shop, token), anOrder({ tokenValue: token, items, ...more }));
  await changeCart(here, { kind: 'clear' });
  await vi.waitFor(() => expect(readCartToken()).toBeNull());
  const cleared = () => {
    const now = clearedCart.current();
    if (now === null) throw new Error('There is nothing to bring back.');
    return now;
  };
  return {
    cleared,
    undo: () =>
      changeCart(here, {
        kind: 'bring back',
        cleared: cleared(),
        done: 'All is back.',
        sorry: 'Not all is back.',
      }),
  };
}

/** Before each test: a shop that empties carts, and takes what waits only where the test says so. */
export function onNewShop(): void {
  Object.assign(atShop, { ...unused, calls: [], sent: [] });
  vi.spyOn(globalThis, 'fetch').mockImplementation((_address, init) => {
    const key = new Headers(init?.headers).get(header.idempotencyKey) ?? '';
    const headers = { [header.marker]: apiMarker, [header.idempotencyKey]: key };
    // The outbox empties the cart; what it puts in waits here, unless the shop takes it.
    if (init?.method !== 'DELETE' || atShop.answered.version !== undefined) {
      atShop.sent.push(JSON.parse(typeof init?.body === 'string' ? init.body : 'null'));
      return atShop.isTaking
        ? Promise.resolve(
            Response.json(anOrder({ tokenValue: readCartToken() ?? '', ...atShop.answered }), { headers }),
          )
        : Promise.reject(new TypeError('Failed to fetch'));
    }
    return Promise.resolve(new Response(null, { status: 204, headers }));
  });
}

/** After each test: nobody is signed in, without a cart. */
export async function leaveShop(): Promise<void> {
  await theOutbox().change(({ entries }) => ({
    changes: { remove: [...entries], cart: null },
    result: undefined,
  }));
  writeCartToken(null);
  writeTokens(nobody);
  clearedCart.set(null);
  hideToast();
  vi.restoreAllMocks();
}
