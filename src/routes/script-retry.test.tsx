// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider, useRouteError } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reloadsFor, useScriptRetry } from './script-retry.ts';

const failure = () => new TypeError('Failed to fetch dynamically imported module: /assets/cart.js');

function Broken() {
  useScriptRetry(useRouteError());
  return <p>broken</p>;
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('R4.98 a script that failed is asked for again after growing pauses until it comes, without loading the page anew', async () => {
  let asked = 0;
  const router = createMemoryRouter([
    {
      ErrorBoundary: Broken,
      children: [
        {
          path: '/',
          lazy: async () => {
            asked += 1;
            if (asked < 4) throw failure();
            return { Component: () => <p>here</p> };
          },
        },
      ],
    },
  ]);
  const container = document.createElement('div');
  const root = createRoot(container);
  await act(async () => root.render(<RouterProvider router={router} />));
  const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
  await pass(0);
  expect([asked, container.textContent]).toEqual([1, 'broken']);
  for (const [pause, count] of [
    [2_000, 2],
    [4_000, 3],
  ] as const) {
    await pass(pause - 1);
    expect(asked).toBe(count - 1);
    await pass(1);
    expect([asked, container.textContent]).toEqual([count, 'broken']);
    // Nobody asked for it: only the first failure of a visit loads the page anew.
    expect(reloadsFor(failure(), '/')).toBe(false);
  }
  await pass(8_000);
  expect([asked, container.textContent]).toEqual([4, 'here']);
  await pass(120_000);
  expect(asked).toBe(4);
  await act(async () => root.unmount());
});
