import { expect, test } from 'vitest';
import { prices } from '#contract/catalogue.ts';
import { endpoints, type Endpoint } from '#contract/calls/endpoints.ts';
import { shapes, type Shape } from '#contract/calls/shapes.ts';

test('R3.32 prices keep their five fields, and lists that are absent are empty', () => {
  const full = {
    price: 800,
    priceWithoutTax: 661,
    originalPrices: [1000],
    originalPricesWithoutTax: [826],
    discountPercentages: [20],
  };
  expect(prices.parse(full)).toEqual(full);
  expect(prices.parse({ price: 800, priceWithoutTax: 661 })).toEqual({
    price: 800,
    priceWithoutTax: 661,
    originalPrices: [],
    originalPricesWithoutTax: [],
    discountPercentages: [],
  });
});

/** The address says it all. */
const withoutBody = new Set(['restoreItem', 'requestDeletion']);

test('every call has a shape, and what may wait on the device honours a key', () => {
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const shape: Shape | undefined = (shapes as Record<string, Shape>)[name];
    expect(shape).toBeDefined();
    if (endpoint.queue) expect(endpoint.replay).not.toBe('none');
    if (endpoint.cache === 'shared') expect(endpoint.method).toBe('GET');
    const hasBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE' && !withoutBody.has(name);
    expect(shape?.body !== undefined).toBe(hasBody);
  }
});
