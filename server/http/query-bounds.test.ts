/** What stands in an address, by the rules of contract 1.5, for every call that takes it. */
import { expect, test } from 'vitest';
import { endpoints, type EndpointName } from '#contract/calls/endpoints.ts';
import { shapes, type Shape } from '#contract/calls/shapes.ts';
import { readQuery } from '#lib/query-string.ts';
import { readInput } from './endpoint-input.ts';

/** Least that a call needs beside what it is asked about. */
const needed: Partial<Record<EndpointName, string>> = {
  suggestions: 'query=sekla',
  reviews: 'product=DS1001',
  pickupPoints: 'provider=omniva',
};
const read = (name: EndpointName, search: string) => {
  const { query }: Shape = shapes[name];
  return readInput(query, readQuery(`${needed[name] ?? ''}&${search}`), 'query') as Record<string, unknown>;
};
const taking = (field: string) =>
  (Object.keys(endpoints) as EndpointName[]).filter((name) => {
    const { query }: Shape = shapes[name];
    return query !== undefined && field in ((query as { shape?: object }).shape ?? {});
  });
/** Calls that may give more than a hundred on one page. */
const most: Partial<Record<EndpointName, number>> = { banners: 9999, redirects: 9999, taxons: 1000 };

test.each(taking('itemsPerPage'))('pages of %s have a bound', (name) => {
  // Of a service that recommends nothing is asked for nothing.
  if (name !== 'recommendations') expect(read(name, 'itemsPerPage=0')).toMatchObject({ itemsPerPage: 0 });
  for (const wrong of [String((most[name] ?? 100) + 1), '10000', '999999999', '-1', '1.5', 'x', '', 'NaN'])
    expect(() => read(name, `itemsPerPage=${wrong}`)).toThrow('query.invalid');
  if (most[name])
    expect(read(name, `itemsPerPage=${most[name]}`)).toMatchObject({ itemsPerPage: most[name] });
});

test.each(taking('order'))('a sort field is never left out in silence: %s', (name) => {
  for (const field of ['nothing', '__proto__', 'constructor', 'toString'])
    expect(
      Object.keys(read(name, `order[${field}]=asc`)['order'] as object).map((one) => one.trim()),
    ).toEqual([field]);
});
