// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { ErrorScreen } from './error-screen.tsx';

const failure = {
  of: new TypeError('Failed to fetch dynamically imported module: /assets/cart.js') as unknown,
};
const tries = vi.fn(async () => {});
vi.mock('react-router', async (original) => ({
  ...(await original<object>()),
  useRouteError: () => failure.of,
}));
// The screen that says more is a script that cannot be had either.
vi.mock('./error-screen-part.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module: /assets/error-screen-part.js');
});
vi.mock('#ui/use-screen-again.ts', () => ({ useScreenAgain: () => tries }));

beforeEach(() => {
  setMedia();
  tries.mockClear();
});
afterEach(clearShown);

test('R0.14 R4.98 a screen that the connection did not bring says so though no other script can be had, and is asked for again with the connection', async () => {
  const { container } = await show(<ErrorScreen />, { path: '/krepselis' });
  expect(container.textContent).toContain('The shop cannot be reached. This page is not on this device yet.');
  dispatchEvent(new Event('offline'));
  await expect
    .poll(() => container.textContent)
    .toContain('You are offline. This page is not on this device yet.');
  expect(container.textContent).not.toContain('something went wrong');
  expect(container.querySelector('a')?.getAttribute('href')).toBe('/');
  expect(tries).not.toHaveBeenCalled();
  dispatchEvent(new Event('online'));
  expect(tries).toHaveBeenCalledOnce();
});
