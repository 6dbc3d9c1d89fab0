// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { askFacts } from './ask-facts.ts';

vi.mock('#locales/without-catalogue.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});
afterEach(() => vi.unstubAllGlobals());

test('where not even the words come that say it, the page still begins anew with the connection', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const listened = vi.spyOn(globalThis, 'addEventListener');
  await expect(askFacts(() => Promise.reject(new Error('Nothing is saved')))).rejects.toThrow('No facts');
  expect(listened.mock.calls.map(([name]) => name)).toContain('online');
});
