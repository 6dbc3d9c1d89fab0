import { listGoods, textOf, type ListingProblem, type ListingQuery } from '#domain/search/listing.ts';
import type { GoodsIndex } from '#domain/search/goods-index.ts';
import type { ListingIndex } from '#domain/search/listing-index.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import { listOfCards } from './kept-cards.ts';
import { writeFacets } from './write-facets.ts';

const turn = (): Promise<unknown> => new Promise(setImmediate);

/** What a list is answered from: the catalogue. */
interface ListingSource {
  state: { data: Parameters<typeof listGoods>[0] };
  listing(channelCode: string): ListingIndex;
  cards(channelCode: string, locale: string, ids: readonly number[]): Promise<readonly Buffer[]>;
}

/** Puts all goods in the orders that lists have, between other work. */
export const prepareOrders = (listing: ListingIndex, locale: string): Promise<void> =>
  listing.prepareOrders(locale, turn);

/** Reads the words of a language once, between other work: nobody waits for a whole language to be read in one piece. */
export const readWords = (goods: GoodsIndex, locale: string): Promise<void> => goods.readWords(locale, turn);

function failureOf(problem: ListingProblem): ApiFailure {
  if (problem.problem !== 'query.invalid_sort') return new ApiFailure(404, problem.problem);
  return new ApiFailure(400, 'query.invalid_sort', {
    violations: [
      { propertyPath: `order[${problem.field}]`, message: 'Unknown sort field', code: 'query.invalid_sort' },
    ],
  });
}

/** The answer of CAT-04 as JSON: cards come from memory as they are sent, so nothing is written twice. */
export async function answerListing(
  catalogue: ListingSource,
  query: ListingQuery,
  channelCode: string,
  locale: string,
): Promise<Buffer> {
  const { data } = catalogue.state;
  const listing = catalogue.listing(channelCode);
  if (textOf(query) !== '') await readWords(listing.goods, locale);
  if (query.order?.['name'] !== undefined) await listing.goods.readNames(locale, turn);
  const found = listGoods(data, listing, query, locale);
  if ('problem' in found) throw failureOf(found);
  const cards = await catalogue.cards(channelCode, locale, found.ids);
  return listOfCards(cards, found.meta, found.facets && writeFacets(found.facets, locale));
}
