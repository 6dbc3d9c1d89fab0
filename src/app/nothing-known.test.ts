// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { withoutCatalogue } from '#locales/without-catalogue.ts';
import { askFacts } from './ask-facts.ts';

afterEach(() => vi.unstubAllGlobals());

test('where neither the shop nor what was saved knows the host, the page says so in every language', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  document.body.innerHTML = '<div id="root"></div>';
  await expect(askFacts(() => Promise.reject(new Error('Nothing is saved')))).rejects.toThrow('No facts');
  const said = document.getElementById('root')?.textContent;
  for (const words of Object.values(withoutCatalogue)) expect(said).toContain(words.noConnection);
  expect(document.querySelector('#root a')?.getAttribute('href')).toBe(location.href);
});
