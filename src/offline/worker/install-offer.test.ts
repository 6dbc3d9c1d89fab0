// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { afterVisit, mayOffer, readUsefulness } from './install-offer.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const first = afterVisit(readUsefulness(null), 10 * day);

test('nobody is asked at the first visit, nor by opening it again within half an hour', () => {
  expect(mayOffer(first, 10 * day)).toBe(false);
  expect(mayOffer(afterVisit(first, 10 * day + hour / 4), 10 * day)).toBe(false);
});

test('a second visit or something in the cart is reason enough', () => {
  expect(mayOffer(afterVisit(first, 11 * day), 11 * day)).toBe(true);
  expect(mayOffer({ ...first, wasUsed: true }, 10 * day)).toBe(true);
});

test('who said no is not asked for ninety days, also when the clock goes back', () => {
  const refused = { ...first, visits: 5, refusedAt: 100 * day };
  expect(mayOffer(refused, 100 * day + 89 * day)).toBe(false);
  expect(mayOffer(refused, 99 * day)).toBe(false);
  expect(mayOffer(refused, 100 * day + 90 * day)).toBe(true);
});

test('broken words in storage count as nothing', () => {
  for (const text of ['{oops', '7', 'null', '{"visits":"many","refusedAt":"x"}'])
    expect(readUsefulness(text)).toEqual({ visits: 0, lastVisitAt: 0, wasUsed: false, refusedAt: null });
});
