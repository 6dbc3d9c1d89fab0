// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newCartToken } from '#domain/cart/new-cart-token.ts';
import { theOutbox } from '#offline/outbox/page-outbox.ts';
import { anItem, anOrder } from '#tests/builders.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { WaitingView } from './waiting-view.tsx';

beforeEach(() => {
  setMedia((query) => query === 'all');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('cut')));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
});
afterEach(() => {
  clearShown();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a change of goods that lie in the cart is told by their name, also where it knows only their code', async () => {
  const tokenValue = newCartToken();
  const item = anItem({ productName: 'Harrow' });
  const order = anOrder({ tokenValue, items: [item] });
  await theOutbox().change(() => ({
    changes: {
      carts: [{ token: tokenValue, order, at: 0 }],
      append: [
        {
          kind: 'addItem',
          scope: `cart:${tokenValue}`,
          line: item.variant.code,
          params: { token: tokenValue },
          body: { productVariantCode: item.variant.code, quantity: 9000 },
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
  const { container } = await show(<WaitingView />);
  await expect.poll(() => container.textContent).toContain('Add to the cart: Harrow × 9000');
  expect(container.textContent).not.toContain(item.variant.code);
  // Only of what goes by itself it is said that it does.
  expect(container.textContent).toContain('sent by itself');
  await theOutbox().change(({ entries }) => ({
    changes: { update: entries.map((entry) => ({ ...entry, state: 'parked' as const })) },
    result: undefined,
  }));
  await expect.poll(() => container.textContent).toContain('Cannot be sent');
  expect(container.textContent).not.toContain('sent by itself');
});

test('a list on which nothing is says that nothing waits, and not that what was on it was sent', async () => {
  await theOutbox().change(({ entries }) => ({ changes: { remove: [...entries] }, result: undefined }));
  const { container } = await show(<WaitingView />);
  await expect.poll(() => container.textContent).toContain('Nothing waits');
  expect(container.textContent).not.toContain('sent');
});

test('a cart that the shop would not begin is told with its sentence, and is asked for again by a press', async () => {
  const token = newCartToken();
  const begin = {
    kind: 'pickUpCart' as const,
    scope: `cart:${token}`,
    line: null,
    params: {},
    body: { localeCode: 'en', tokenValue: token },
    locale: 'en',
    channel: 'retail',
    id: crypto.randomUUID(),
    owner: 'guest',
    at: 0,
  };
  const answer = {
    status: 422,
    errorCode: 'cart.locale_unknown',
    message: 'This language is not available.',
    violations: [],
    context: {},
  };
  await theOutbox().change(() => ({
    changes: { append: [{ ...begin, state: 'refused' as const, answer }] },
    result: undefined,
  }));
  const { container, click } = await show(<WaitingView />);
  await expect.poll(() => container.textContent).toContain('This language is not available.');
  await click([...container.querySelectorAll('button')].find((one) => one.textContent === 'Try again'));
  // Once it waits by itself it is no business of the shopper's.
  await expect.poll(() => container.textContent).toContain('Nothing waits');
  await theOutbox().change(({ entries }) => ({ changes: { remove: [...entries] }, result: undefined }));
});

test('of what somebody else left here only what is still to be sent is counted: an order that was placed is not', async () => {
  const order = (id: string) => ({
    kind: 'placeIntent' as const,
    scope: `cart:${newCartToken()}`,
    line: null,
    params: {},
    body: {},
    locale: 'en',
    channel: 'retail',
    id,
    owner: '7',
    at: 0,
  });
  await theOutbox().change(() => ({
    changes: { append: [order(crypto.randomUUID()), order(crypto.randomUUID())] },
    result: undefined,
  }));
  const { container } = await show(<WaitingView />);
  await expect.poll(() => container.textContent).toContain('2 entries of somebody');
  await theOutbox().change(({ entries }) => ({
    changes: {
      update: entries.map((one, index) => (index === 0 ? { ...one, state: 'confirmed' as const } : one)),
    },
    result: undefined,
  }));
  await expect.poll(() => container.textContent).toContain('1 entry of somebody');
  await theOutbox().change(({ entries }) => ({ changes: { remove: [...entries] }, result: undefined }));
});
