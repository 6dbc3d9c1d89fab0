// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { RichText } from './rich-text.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const forGuests = '<p>For guests<i onclick="1"></i></p>';
const forRasa = '<p>For Rasa<i onclick="1"></i></p>';

const page = (html: string) => (
  <MemoryRouter>
    <RichText html={html} />
  </MemoryRouter>
);

test("the server's text is left alone; another one is cleaned, and so is the first when it is back", async () => {
  const box = document.body.appendChild(document.createElement('div'));
  box.innerHTML = renderToString(page(forGuests));
  const paragraph = box.querySelector('p');
  const root = await act(async () => hydrateRoot(box, page(forGuests)));
  expect(box.querySelector('p')).toBe(paragraph);
  await act(async () => {
    root.render(page(forRasa));
    // The code that cleans comes only now.
    await import('./clean-html.ts');
  });
  expect(box.textContent).toBe('For Rasa');
  expect(box.innerHTML).not.toContain('onclick');
  // Given to the page uncleaned, it would be refused there (Trusted Types), and the whole page would fail with it.
  await act(async () => root.render(page(forGuests)));
  expect(box.textContent).toBe('For guests');
  expect(box.innerHTML).not.toContain('onclick');
  await act(async () => root.unmount());
  box.remove();
});

test('R5.22 what has to be said is said in plain words while the code that cleans cannot be fetched', async () => {
  let connect = () => {};
  const link = new Promise<void>((resolve) => {
    connect = resolve;
  });
  vi.resetModules();
  vi.doMock('#ui/hydration/retry-script.ts', () => ({
    retryScript: async (load: () => Promise<unknown>) => {
      await link;
      return load();
    },
  }));
  const { RichText: Alone } = await import('./rich-text.tsx');
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  await act(async () =>
    root.render(
      <MemoryRouter>
        <Alone html="No connection. <b>You are not signed in</b> yet.<i onclick='1'></i>" />
      </MemoryRouter>,
    ),
  );
  expect(box.textContent).toBe('No connection. You are not signed in yet.');
  expect(box.querySelector('b')).toBeNull();
  await act(async () => {
    connect();
    await import('./clean-html.ts');
  });
  expect(box.querySelector('b')?.textContent).toBe('You are not signed in');
  expect(box.innerHTML).not.toContain('onclick');
  await act(async () => root.unmount());
  box.remove();
  vi.doUnmock('#ui/hydration/retry-script.ts');
});
