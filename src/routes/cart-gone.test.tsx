// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newCartToken } from '#domain/cart/new-cart-token.ts';
import { theOutbox } from '#offline/outbox/page-outbox.ts';
import { anOrder } from '#tests/builders.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { announce, LiveRegion } from '#ui/live-region.tsx';
import { CartGone } from './cart-gone.tsx';

const token = newCartToken();
const shown = (order: unknown) =>
  show(
    <>
      <LiveRegion />
      <CartGone token={token} />
    </>,
    { answers: { order: () => order } },
  );
const spoken = () => document.querySelector('[aria-live="polite"]')?.textContent;
const orderLink = () =>
  [...document.querySelectorAll('a')].find((one) => one.textContent === 'See the order')?.pathname;

beforeEach(() => setMedia());
afterEach(async () => {
  clearShown();
  announce('');
  await theOutbox().change(({ entries }) => ({ changes: { remove: [...entries] }, result: undefined }));
});

test('a cart that another window has ordered under the steps is said to be ordered, and leads to its order', async () => {
  const { container } = await shown(anOrder({ tokenValue: token, state: 'new' }));
  await expect.poll(spoken).toBe('This cart was ordered in another window.');
  expect(container.textContent).toContain('This cart was ordered in another window.See the order');
  expect(container.querySelector('[role="alert"]')).toBeNull();
  expect(orderLink()).toContain(token);
});

test('one whose order waits on this device leads there; one that is gone is said to be so, without a guess', async () => {
  await theOutbox().change(() => ({
    changes: {
      append: [
        {
          kind: 'placeIntent',
          scope: `cart:${token}`,
          line: null,
          params: {},
          body: {},
          locale: 'en',
          channel: 'retail',
          id: crypto.randomUUID(),
          owner: 'guest',
          at: 0,
        },
      ],
    },
    result: undefined,
  }));
  await shown(anOrder({ tokenValue: token }));
  await expect.poll(spoken).toBe('This cart was ordered in another window.');
  expect(orderLink()).not.toContain(token);
  clearShown();
  announce('');
  await theOutbox().change(({ entries }) => ({ changes: { remove: [...entries] }, result: undefined }));
  await shown(anOrder({ tokenValue: token }));
  await expect.poll(spoken).toContain('not open here any more');
  expect(orderLink()).toBeUndefined();
});
