import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type { Shop } from '#api/shop.ts';
import { sessionQueries } from './session-queries.ts';

test('R7.47 of the answer the first customer counts; an empty one is nobody', async () => {
  const call = vi.fn();
  const ask = (data: object[]) => {
    call.mockResolvedValue({ data });
    // As far as the question needs one.
    const shop = { call, scope: { locale: 'lt', channel: 'retail' } } as unknown as Shop;
    return new QueryClient().fetchQuery(sessionQueries.customer(shop));
  };
  const [first, second] = [{ email: 'first@example.com' }, { email: 'second@example.com' }];
  expect(await ask([first, second])).toEqual(first);
  expect(await ask([])).toBeNull();
  expect(call.mock.calls.map(([name]) => String(name))).toEqual(['customer', 'customer']);
});
