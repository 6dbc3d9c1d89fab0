// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useScreenAgain } from './use-screen-again.ts';

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A screen that can be asked for again, and another one whose answer is given by hand. */
async function open() {
  let asked = 0;
  let again: () => Promise<void> = () => Promise.resolve();
  let give: () => void = () => {};
  function Away() {
    again = useScreenAgain();
    return <p>away {asked}</p>;
  }
  const router = createMemoryRouter([
    {
      path: '/',
      loader: () => {
        asked += 1;
        return null;
      },
      Component: Away,
    },
    {
      path: '/goods',
      loader: () => new Promise((resolve) => (give = () => resolve(null))),
      Component: () => <p>goods</p>,
    },
  ]);
  const container = document.createElement('div');
  await act(async () => createRoot(container).render(<RouterProvider router={router} />));
  return { router, container, asked: () => asked, again: () => again(), give: () => give() };
}

test('the screen of this address is asked for again', async () => {
  const { container, asked, again } = await open();
  expect([asked(), container.textContent]).toEqual([1, 'away 1']);
  await act(again);
  expect([asked(), container.textContent]).toEqual([2, 'away 2']);
});

test.each(['at once', 'once the page has drawn that it is on its way'])(
  'whoever is on the way to another page goes on there, though the page that is left asks for its own again %s',
  async (when) => {
    const { router, container, asked, again, give } = await open();
    if (when === 'at once')
      await act(async () => {
        void router.navigate('/goods');
        await again();
      });
    else {
      await act(async () => void router.navigate('/goods'));
      await act(again);
    }
    expect([asked(), router.state.navigation.location?.pathname]).toEqual([1, '/goods']);
    await act(async () => give());
    expect([router.state.location.pathname, container.textContent]).toEqual(['/goods', 'goods']);
  },
);

test('a way to this very page that began without a connection is begun anew', async () => {
  const { router, asked, again } = await open();
  await act(async () => {
    void router.navigate('/', { replace: true });
    await again();
  });
  expect([asked(), router.state.navigation.state]).toEqual([3, 'idle']);
});
