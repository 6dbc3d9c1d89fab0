// @vitest-environment jsdom
/** What the shop is told of the carts of this device when a cart is opened by its link (contract CART-17). */
import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { cartScope } from '#domain/waiting/waiting-command.ts';
import { theOutbox } from '#offline/outbox/page-outbox.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { RecoverCart } from './recover-cart.tsx';

afterEach(async () => {
  clearShown();
  await theOutbox().wake();
  theOutbox().close();
  vi.restoreAllMocks();
});

test('R0.44 a cart opened by its link comes into none whose order waits on this device', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  setMedia();
  const ordered = 'o'.repeat(32);
  const order = {
    id: crypto.randomUUID(),
    owner: '17',
    at: 1,
    locale: 'lt',
    channel: 'retail',
    line: null,
    kind: 'placeIntent' as const,
    scope: cartScope(ordered),
    params: {},
    body: { tokenValue: ordered },
  };
  await theOutbox().change(() => ({ changes: { append: [order] }, result: undefined }));
  const bodies: unknown[] = [];
  await show(<RecoverCart cartId="abc" />, {
    answers: {
      recoverCart: ({ body }) => {
        bodies.push(body);
        throw new Error('Not of interest here');
      },
    },
  });
  await expect.poll(() => bodies).toEqual([{ exceptTokens: [ordered] }]);
});
