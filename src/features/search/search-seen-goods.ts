/**
 * Goods that this device has seen in lists and on pages, searched where neither the shop nor a kept catalogue can be asked: few,
 * but what was looked at yesterday is found in the field.
 */
import type { PersistedQuery } from '@tanstack/query-persist-client-core';
import { queryOptions } from '@tanstack/react-query';
import type { Shop } from '#api/shop.ts';
import type { ProductCard } from '#contract/catalogue.ts';
import { bestFirst } from '#domain/search/best-first.ts';
import { SearchIndex } from '#domain/search/search-index.ts';
import { SearchIndexBuilder } from '#domain/search/search-index-builder.ts';
import { searchTexts } from '#domain/search/search-texts.ts';
import { openDeviceStore } from '#offline/storage/device-storage.ts';
import { preparedStoreName, isCataloguePrepared } from '#offline/storage/prepared-store.ts';
import { contractHash } from '#offline/storage/saved-queries.ts';

const keeping = new Set(['catalogue', 'recommendations']);

const isCard = (value: unknown): value is ProductCard =>
  typeof value === 'object' && value !== null && 'variants' in value && 'defaultVariant' in value;

/** A product, goods, or a page of goods; nothing of any other answer. */
function cardsIn(answer: unknown): ProductCard[] {
  if (isCard(answer)) return [answer];
  const list = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : answer;
  return Array.isArray(list) ? list.filter(isCard) : [];
}

/** Every product of the saved answers once, as it was seen last; the one seen last comes first. */
async function seenGoods({ channel, locale }: Shop['scope']): Promise<ProductCard[]> {
  const stores = ['arimas-shared', ...(isCataloguePrepared() ? [preparedStoreName] : [])];
  const records = await Promise.all(
    stores.map((name) => openDeviceStore<Partial<PersistedQuery>>(name).entries()),
  );
  const answers = records
    .flat()
    .flatMap(([, { buster, queryKey = [], state }]) => {
      const scope = queryKey.at(-1) as Partial<Shop['scope']> | undefined;
      const isOurs = buster === contractHash && scope?.channel === channel && scope.locale === locale;
      return state !== undefined && isOurs && keeping.has(String(queryKey[0])) ? [state] : [];
    })
    .toSorted((one, other) => other.dataUpdatedAt - one.dataUpdatedAt);
  const goods = new Map<string, ProductCard>();
  for (const { data } of answers)
    for (const card of cardsIn(data)) if (!goods.has(card.code)) goods.set(card.code, card);
  return [...goods.values()];
}

/** How many are shown: a screen or three of a phone. */
const most = 24;

/** Those that fit the words, best first, by the rules of the shop's own search (decision 17). */
function findAmong(goods: readonly ProductCard[], words: string, locale: string): ProductCard[] {
  const builder = new SearchIndexBuilder(locale);
  for (const { code, name, shortDescription, keyFact, variants, mainTaxon, attributeValues } of goods)
    builder.add(
      searchTexts({
        code,
        name,
        shortDescription,
        keyFact,
        variants,
        taxons: mainTaxon === undefined ? [] : [{ name: mainTaxon.name, isLast: true }],
        values: attributeValues.map((one) => ({ attribute: one.code, value: one.value })),
      }),
    );
  const { members, scores } = new SearchIndex(builder).search(words);
  const isInStock = (at: number) =>
    goods[at]?.variants.some(({ tracked, stock }) => !tracked || (stock ?? 0) > 0) ?? false;
  return bestFirst(members, scores, isInStock, most).flatMap((at) => goods[at] ?? []);
}

/** @returns what was found, and among how many goods */
export const seenGoodsQuery = ({ scope }: Shop, words: string) =>
  queryOptions({
    queryKey: ['device', 'seen goods', { ...scope, words }],
    queryFn: async () => {
      const goods = await seenGoods(scope);
      return { found: findAmong(goods, words, scope.locale), among: goods.length };
    },
    gcTime: 0,
    staleTime: 0,
  });
