// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deferred, onDemand } from './deferred.tsx';

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  document.body.innerHTML = '';
});

/** A part whose script comes only when `arrive` is called. */
function lost() {
  let isThere = false;
  return {
    arrive: () => (isThere = true),
    load: () =>
      isThere
        ? Promise.resolve(({ word }: { word: string }) => <button type="button">{word}</button>)
        : Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
  };
}

test('a part that cannot be fetched leaves the markup of the server standing, and is hydrated when it can be', async () => {
  const { load, arrive } = lost();
  const Part = deferred(load);
  const root = document.createElement('div');
  root.innerHTML = '<h1>Goods</h1><!--$--><button type="button">Buy</button><!--/$-->';
  const [, drawn] = root.children;
  document.body.append(root);
  const failed = vi.fn();
  await act(async () => {
    hydrateRoot(
      root,
      <>
        <h1>Goods</h1>
        <Part word="Buy" />
      </>,
      { onUncaughtError: failed, onRecoverableError: failed },
    );
    await vi.advanceTimersByTimeAsync(10);
  });
  expect(root.children[1]).toBe(drawn);
  arrive();
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(root.children[1]).toBe(drawn);
  expect(failed).not.toHaveBeenCalled();
});

test('in the place of a part that the server did not draw stands what was given for it, until it comes', async () => {
  const { load, arrive } = lost();
  const Part = deferred(load, { instead: <a href="/">Home</a> });
  const root = document.createElement('div');
  document.body.append(root);
  await act(async () => {
    createRoot(root).render(<Part word="Buy" />);
    await vi.advanceTimersByTimeAsync(10);
  });
  expect(root.textContent).toBe('Home');
  arrive();
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(root.textContent).toBe('Buy');
});

test('a part that is fetched when it is shown takes nothing with it when it does not come', async () => {
  const { load, arrive } = lost();
  const Part = onDemand(load);
  const root = document.createElement('div');
  document.body.append(root);
  const { Suspense } = await import('react');
  await act(async () => {
    createRoot(root).render(
      <>
        <h1>Goods</h1>
        <Suspense>
          <Part word="Buy" />
        </Suspense>
      </>,
    );
    await vi.advanceTimersByTimeAsync(10);
  });
  expect(root.textContent).toBe('Goods');
  arrive();
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(root.textContent).toBe('GoodsBuy');
});

test('R8.52 a part without which the page is nothing is said to be missing until it comes', async () => {
  const { load, arrive } = lost();
  const Part = deferred(load, { whole: true });
  document.body.innerHTML = '<p id="not-yet" hidden></p>';
  const words = document.querySelector<HTMLElement>('#not-yet');
  const root = document.createElement('div');
  document.body.append(root);
  await act(async () => {
    createRoot(root).render(<Part word="Buy" />);
    await vi.advanceTimersByTimeAsync(10);
  });
  expect(words?.hidden).toBe(false);
  arrive();
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect([root.textContent, words?.hidden]).toEqual(['Buy', true]);
});
