// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { anOrder, cartToken } from '#tests/builders.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { ApiError } from '#api/api-error.ts';
import { RecoverCart } from './recover-cart.tsx';

beforeEach(() => setMedia());
afterEach(() => {
  clearShown();
  localStorage.clear();
});

const open = (errorCode: string, detail: string) =>
  show(<RecoverCart cartId="abc" />, {
    answers: {
      recoverCart: () => Promise.reject(new ApiError('refused', 404, { errorCode, message: detail, detail })),
    },
  });

test('R2.15 the link of a letter, opened where its reader is not signed in, leads to the sign-in and back', async () => {
  const { container } = await open('cart.claimed', 'This cart is in your account now.');
  expect(container.querySelector('[role="alert"]')?.textContent).toBe('This cart is in your account now.');
  expect([...container.querySelectorAll('a')].map((link) => [link.textContent, link.pathname])).toEqual([
    ['Sign in', '/auth'],
  ]);
});

test('R2.15 a cart that is gone leaves an empty cart', async () => {
  const { container } = await open('cart.recover_gone', 'This cart is gone.');
  expect(container.querySelector('[role="alert"]')?.textContent).toBe('This cart is gone.');
  expect(container.textContent).toMatch(/cart is empty/i);
  expect(container.textContent).not.toContain('Sign in');
});

test('R2.15 the link of a letter opens the cart that the device has without a question, and asks before any other', async () => {
  localStorage.setItem('CART_TOKEN', cartToken);
  const own = anOrder();
  for (const [link, isAsked] of [
    [cartToken, false],
    [`${String(own.id)}_${'s'.repeat(80)}`, false],
    [`${String(own.id + 1)}_${'s'.repeat(80)}`, true],
  ] as const) {
    const calls: unknown[] = [];
    const recoverCart = (call: unknown) => (calls.push(call), own);
    const { container } = await show(<RecoverCart cartId={link} />, {
      answers: { order: () => own, recoverCart },
    });
    if (isAsked) expect(container.textContent).toContain('There is another cart on this device');
    // The shop judges by the token whose cart it is.
    else
      await expect
        .poll(() => calls)
        .toMatchObject([{ params: { cartId: link }, body: { orderToken: cartToken } }]);
    expect(calls).toHaveLength(isAsked ? 0 : 1);
    clearShown();
  }
});
