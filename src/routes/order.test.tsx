// @vitest-environment jsdom
import { useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import { writeTokens } from '#api/session-tokens.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { Component } from './screens/order.tsx';

beforeEach(() => {
  setMedia((query) => query === 'all');
  localStorage.clear();
});
afterEach(clearShown);

/** The order's page, and where the visitor is. */
function Page() {
  const { pathname, state } = useLocation();
  return pathname.startsWith('/orders/') ? (
    <Component />
  ) : (
    <output>{`${pathname} ${JSON.stringify(state)}`}</output>
  );
}
const open = () =>
  show(<Page />, {
    path: '/orders/abc',
    answers: {
      order: () => Promise.reject(new ApiError('refused', 404, { code: 404, message: 'x' })),
      blocks: () => ({ data: [], meta: {} }),
      recommendations: () => ({ data: [], meta: {} }),
    },
  });

test('R2.48 the link of a letter to a customer’s order leads who is signed out to the sign-in, with the way back', async () => {
  const { container, click } = await open();
  expect(container.textContent).toContain('Sign in to see this order');
  await click(container.querySelector('button'));
  expect(container.querySelector('output')?.textContent).toMatch(/^\/\S+ \{"from":"\/orders\/abc"\}$/);
});
test('R2.48 to whoever is signed in an order that they cannot see is one that is not there', async () => {
  writeTokens({ token: 'bearer', refreshToken: 'refresh' });
  expect((await open()).container.textContent).not.toContain('Sign in to see this order');
});
