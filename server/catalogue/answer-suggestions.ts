import { suggest, type SuggestionsAsk } from '#domain/search/suggestions.ts';
import type { Catalogue } from './catalogue.ts';
import { listOfCards } from './kept-cards.ts';
import { readWords } from './answer-listing.ts';

/** The answer of SEA-01 as JSON. */
export async function answerSuggestions(
  catalogue: Catalogue,
  input: SuggestionsAsk,
  channelCode: string,
  locale: string,
): Promise<Buffer> {
  const { data } = catalogue.state;
  const listing = catalogue.listing(channelCode);
  await readWords(listing.goods, locale);
  const { ids, meta } = suggest(data, listing, input, locale);
  const cards = await catalogue.cards(channelCode, locale, ids);
  return listOfCards(cards, meta);
}
