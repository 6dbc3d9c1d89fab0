/** Links in letters about carts: what they say, and that nobody else can write or change one. */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { recoverCartParams } from '#contract/orders/order-requests.ts';
import { token as tokenOfCart } from '#contract/values.ts';
import { leadsTo } from '#contract/orders/cart-link.ts';
import { cartLink, readCartLink } from './cart-link.ts';

const secret = randomBytes(32);
const tokens = [22, 32, 64].map((length) => randomBytes(64).toString('base64url').slice(0, length));

test('T45 a link names the cart to the shop alone, is taken by CART-17 and is no token of a cart', () => {
  for (const [at, token] of tokens.entries()) {
    const cart = { id: [1, 4711, 2_147_483_647][at] ?? 1, token };
    const link = cartLink(secret, cart);
    expect(readCartLink(secret, link)).toBe(token);
    expect(link).not.toContain(token);
    expect(Buffer.from(link.split('_')[1] ?? '', 'base64url').toString('latin1')).not.toContain(token);
    expect(recoverCartParams.safeParse({ cartId: link }).success).toBe(true);
    expect(tokenOfCart.safeParse(link).success).toBe(false);
    // Both letters of a cart say the same.
    expect(cartLink(secret, cart)).toBe(link);
  }
});

test('T45 a link of another shop, and one that was cut, changed or made up, names nothing', () => {
  const [, token = ''] = tokens;
  const link = cartLink(secret, { id: 12, token });
  const changed = link
    .split('')
    .map((letter, at) => link.slice(0, at) + (letter === 'A' ? 'B' : 'A') + link.slice(at + 1));
  const cut = link.split('').map((_, at) => link.slice(0, at));
  const made = [
    '',
    '_',
    '12_',
    '12_-',
    token,
    `12_${token}`,
    `12_${'A'.repeat(80)}`,
    '12_💐',
    `0_${link.slice(3)}`,
    `12_${'A'.repeat(9999)}`,
  ];
  for (const broken of [...changed, ...cut, ...made])
    expect([broken, readCartLink(secret, broken)]).toEqual([broken, null]);
  expect(readCartLink(randomBytes(32), link)).toBeNull();
});

test('a device sees by the number of a link whether it leads to the cart that it has', () => {
  const [tokenValue = '', other = ''] = tokens;
  const link = cartLink(secret, { id: 12, token: tokenValue });
  expect(leadsTo(link, { id: 12, tokenValue })).toBe(true);
  expect(leadsTo(tokenValue, { id: 12, tokenValue })).toBe(true);
  expect(leadsTo(link, { id: 1, tokenValue: other })).toBe(false);
  expect(leadsTo(other, { id: 0, tokenValue })).toBe(false);
});
