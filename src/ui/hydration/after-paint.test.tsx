// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { AfterPaint } from './after-paint.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const part = (atOnce = false) => (
  <AfterPaint atOnce={atOnce} instead={<i>place</i>}>
    <b>goods</b>
  </AfterPaint>
);

test('drawn by the browser it comes after the first paint, and its place is kept until then', async () => {
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (call: FrameRequestCallback) => frames.push(call));
  const box = document.createElement('div');
  await act(async () => createRoot(box).render(part()));
  expect(box.innerHTML).toBe('<i>place</i>');
  await act(async () => {
    for (const call of frames) call(0);
    await new Promise((resolve) => setTimeout(resolve));
  });
  expect(box.innerHTML).toBe('<b>goods</b>');
  vi.unstubAllGlobals();
});

test('somebody who comes back finds it at once', async () => {
  const box = document.createElement('div');
  await act(async () => createRoot(box).render(part(true)));
  expect(box.innerHTML).toBe('<b>goods</b>');
});

test('in a page from the server it stands in the markup and stays', async () => {
  const box = document.createElement('div');
  box.innerHTML = renderToString(part());
  expect(box.innerHTML).toBe('<b>goods</b>');
  const goods = box.firstElementChild;
  const problems: unknown[] = [];
  await act(async () => {
    hydrateRoot(box, part(), { onRecoverableError: (error) => problems.push(error) });
  });
  expect(box.firstElementChild).toBe(goods);
  expect(problems).toEqual([]);
});
