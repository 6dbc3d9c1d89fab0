import { expect, test } from 'vitest';
import type { WaitingCommand } from '#domain/waiting/waiting-command.ts';
import type { CartRecord } from './outbox-records.ts';
import { keptCarts, staleCarts } from './stale-carts.ts';

const record = (token: string, at: number, movedTo?: string): CartRecord => ({
  token,
  order: null,
  at,
  ...(movedTo === undefined ? {} : { movedTo }),
});
const named = (records: CartRecord[]) => new Map(records.map((one) => [one.token, one]));
const many = Array.from({ length: keptCarts + 3 }, (_, at) => record(`cart-${String(at)}`, at));

test('only so many carts that nothing waits for are remembered; the oldest go first', () => {
  expect(staleCarts({ entries: [], carts: named(many), cart: null }, {})).toEqual([
    'cart-0',
    'cart-1',
    'cart-2',
  ]);
  expect(staleCarts({ entries: [], carts: named(many.slice(0, keptCarts)), cart: null }, {})).toEqual([]);
});

test('never the cart in front, one that something waits for, or where such a cart has moved to', () => {
  const carts = named([...many, record('cart-0', 0, 'cart-1')]);
  const entries = [{ scope: 'cart:cart-0' } as WaitingCommand];
  expect(staleCarts({ entries, carts, cart: 'cart-2' }, {})).toEqual(['cart-3', 'cart-4', 'cart-5']);
});

test('what the same transaction writes counts', () => {
  const append = [
    {
      scope: 'cart:cart-0',
      id: 'x',
      owner: 'guest',
      at: 0,
      kind: 'clearCart' as const,
      line: null,
      params: {},
      body: {},
      locale: 'lt',
      channel: 'retail',
    },
  ];
  const carts = [record('cart-new', 99)];
  expect(
    staleCarts({ entries: [], carts: named(many), cart: 'cart-1' }, { append, carts, cart: 'cart-2' }),
  ).toEqual(['cart-1', 'cart-3', 'cart-4', 'cart-5']);
});
