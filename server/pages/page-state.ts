import type { BootData } from '#page-entry';
import { serialiseData } from '#lib/serialise-data.ts';
import { bytesOfAnswer } from '#server/http/answer-text.ts';
import type { PagePieces } from './buffer-pool.ts';

/**
 * What a page knows, as JSON that may stand inside a `<script>` element, in pieces. Most of it are answers of the API that
 * are written already: menus and banners are those of all pages, and lists came as JSON in the first place.
 */
export function serialiseState({ query, ...facts }: BootData): PagePieces {
  const queries = query.queries.flatMap(({ state: { data, ...state }, ...rest }, index) => {
    const text = (index === 0 ? '' : ',') + serialiseData({ ...rest, state });
    // `state` is the last member: the data goes in before its end.
    return data === undefined ? [text] : [`${text.slice(0, -2)},"data":`, bytesOfAnswer(data), '}}'];
  });
  return [`${serialiseData(facts).slice(0, -1)},"query":{"mutations":[],"queries":[`, ...queries, ']}}'];
}
