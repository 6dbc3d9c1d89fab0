import { expect, test } from 'vitest';
import type { Call, Shop } from './shop.ts';
import { productsByCode } from './products-by-code.ts';

function aShop() {
  const asked: { code: string[]; itemsPerPage: number; facets: boolean }[] = [];
  const call = ((_name: string, { query }: { query: (typeof asked)[number] }) => {
    asked.push(query);
    return Promise.resolve({ data: query.code.map((code) => ({ code })) });
  }) as unknown as Call;
  const shop: Shop = {
    locale: 'lt',
    localePath: '',
    channel: 'retail',
    call,
    scope: { locale: 'lt', channel: 'retail' },
    newUrls: false,
  };
  return { shop, asked };
}
const codes = (count: number) => Array.from({ length: count }, (_, at) => `C${at}`);
const { signal } = new AbortController();

test('R9.15 products by code are asked for in pages of 100; more than 100 codes in parts, their order kept', async () => {
  const { shop, asked } = aShop();
  const cards = await productsByCode(shop, codes(250), signal);
  expect(asked.map(({ itemsPerPage, code }) => [itemsPerPage, code.length])).toEqual([
    [100, 100],
    [100, 100],
    [100, 50],
  ]);
  expect(cards.map(({ code }) => code)).toEqual(codes(250));
});

test('without codes nothing is asked', async () => {
  const { shop, asked } = aShop();
  expect(await productsByCode(shop, [], signal)).toEqual([]);
  expect(asked).toEqual([]);
});
