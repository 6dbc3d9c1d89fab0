import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type { Shop } from '#api/shop.ts';
import { textsQuery } from './texts-query.ts';

test('R4.94 texts that are there are not fetched again: one call for each language', async () => {
  const queryClient = new QueryClient();
  const asked: string[] = [];
  const textsIn = (locale: string) => {
    const call = vi.fn(() => {
      asked.push(locale);
      return Promise.resolve({ translations: { greeting: locale } });
    });
    // As far as the question needs one.
    const shop = { call, scope: { locale, channel: 'retail' } } as unknown as Shop;
    return queryClient.fetchQuery(textsQuery(shop));
  };
  const told: unknown[] = [];
  for (const locale of ['lt', 'en', 'lt', 'en']) told.push((await textsIn(locale)).translations['greeting']);
  expect(told).toEqual(['lt', 'en', 'lt', 'en']);
  expect(asked).toEqual(['lt', 'en']);
});
