// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import { readCartToken, writeCartToken } from '#features/cart/cart-token.ts';
import { anOrder } from '#tests/builders.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { OrderAgainButton } from './order-again-button.tsx';

beforeEach(setMedia);
afterEach(() => {
  clearShown();
  localStorage.clear();
});

const gone = 'gone-cart-of-this-device';
const own = anOrder({ tokenValue: 'own-cart-of-the-account' });

/** Presses the button while the shop answers so. @returns the carts that were named, in their order */
async function pressed(orderAgain: (named: string | undefined) => unknown) {
  writeCartToken(gone);
  const named: (string | undefined)[] = [];
  const { container, click } = await show(<OrderAgainButton orderId={7} orderToken="order-of-before" />, {
    answers: {
      orderAgain: ({ body }) => {
        const { orderToken } = body as { orderToken?: string };
        named.push(orderToken);
        return orderAgain(orderToken);
      },
    },
  });
  await click(container.querySelector('button'));
  return named;
}
const notFound = new ApiError('refused', 404, { message: 'Not found', errorCode: 'order.not_found' });

test('where the shop has no such cart for who is signed in, the goods go into their own, which is in front then', async () => {
  const named = await pressed((token) =>
    token === undefined ? { ...own, added: [], skipped: [] } : Promise.reject(notFound),
  );
  await vi.waitFor(() => expect(readCartToken()).toBe(own.tokenValue));
  expect(named).toEqual([gone, undefined]);
});

test('an order that is not there is asked for no third time', async () => {
  const named = await pressed(() => Promise.reject(notFound));
  await vi.waitFor(() => expect(named).toEqual([gone, undefined]));
  expect(readCartToken()).toBe(gone);
});
