import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Call, Shop } from '#api/shop.ts';
import type { Customer } from '#contract/customers.ts';
import { keepCustomer } from './keep-customer.ts';
import { sessionQueries } from './session-queries.ts';

test('an answer that was asked for before the change does not take its place', async () => {
  const before = { user: { accountRemoveRequestedAt: '2026-11-29T10:00:00Z' } } as Customer;
  const after = { user: {} } as Customer;
  let answer: (given: { data: Customer[] }) => void = () => undefined;
  const asked = new Promise<{ data: Customer[] }>((resolve) => {
    answer = resolve;
  });
  const shop: Shop = {
    locale: 'lt',
    localePath: '',
    channel: 'retail',
    newUrls: false,
    call: (() => asked) as unknown as Call,
    scope: { locale: 'lt', channel: 'retail' },
  };
  const queryClient = new QueryClient();
  const options = sessionQueries.customer(shop);
  const reading = queryClient.fetchQuery(options).catch(() => undefined);
  await keepCustomer(queryClient, shop, after);
  answer({ data: [before] });
  await reading;
  await asked;
  expect(queryClient.getQueryData(options.queryKey)).toEqual(after);
});
