// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeTokens } from '#api/session-tokens.ts';
import { newCartToken } from '#domain/cart/new-cart-token.ts';
import { theOutbox } from '#offline/outbox/page-outbox.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { LogOutButton } from './log-out-button.tsx';

const part = (value: object) => btoa(JSON.stringify(value));
const asked = () => document.querySelector('dialog')?.textContent ?? '';

beforeEach(() => {
  setMedia(() => false);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('cut')));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  writeTokens({ token: `${part({})}.${part({ sub: '5', customerId: 5, id: 5 })}.x`, refreshToken: 'r' });
});
afterEach(() => {
  clearShown();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('who signs out while an order is on its way is told that it may be placed all the same', async () => {
  const ask = async (tries: number) => {
    await theOutbox().change(({ entries }) => ({
      changes: {
        remove: [...entries],
        append: [
          {
            kind: 'placeIntent',
            scope: `cart:${newCartToken()}`,
            line: null,
            params: {},
            body: {},
            locale: 'en',
            channel: 'retail',
            id: crypto.randomUUID(),
            owner: '5',
            at: 0,
          },
        ],
      },
      result: undefined,
    }));
    await theOutbox().change(({ entries }) => ({
      changes: { update: entries.map((one) => ({ ...one, tries, nextTryAt: Number.MAX_SAFE_INTEGER })) },
      result: undefined,
    }));
    const { container } = await show(<LogOutButton>Sign out</LogOutButton>);
    container.querySelector('button')?.click();
    await expect.poll(asked).toContain('has not reached the shop');
  };
  await ask(0);
  expect(asked()).not.toContain('may be placed all the same');
  clearShown();
  await ask(2);
  expect(asked()).toContain('may be placed all the same');
});
