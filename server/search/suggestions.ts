import { suggest, type SuggestionsAsk } from '#domain/suggestions.ts';
import type { Catalogue } from '#server/catalogue/catalogue.ts';
import { readWords } from '#server/catalogue/listing.ts';

/** The answer of SEA-01 as JSON text. */
export async function answerSuggestions(catalogue: Catalogue, input: SuggestionsAsk, channelCode: string, locale: string): Promise<string> {
  const { data } = catalogue.state;
  const listing = catalogue.listing(channelCode);
  await readWords(listing.goods, locale);
  const { ids, meta } = suggest(data, listing, input, locale);
  const cards = await catalogue.cards(channelCode, locale, ids);
  return `{"data":[${cards.join(',')}],"meta":${JSON.stringify(meta)}}`;
}
