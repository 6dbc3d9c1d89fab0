// @vitest-environment jsdom
import { act } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
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
