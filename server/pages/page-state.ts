import type { BootData } from '#page-entry';
import { serialiseData } from '#lib/serialise-data.ts';
import { textOfAnswer } from '#server/http/answer-text.ts';

/**
 * What a page knows, as JSON that may stand inside a `<script>` element. Most of it are answers of the API whose text
 * is known already: menus and banners are those of all pages, and lists came as JSON text in the first place.
 */
export function serialiseState({ query, ...facts }: BootData): string {
  const queries = query.queries.map(({ state: { data, ...state }, ...rest }) => {
    const text = serialiseData({ ...rest, state });
    // `state` is the last member: the data goes in before its end.
    return data === undefined ? text : `${text.slice(0, -2)},"data":${textOfAnswer(data)}}}`;
  });
  return `${serialiseData(facts).slice(0, -1)},"query":{"mutations":[],"queries":[${queries.join(',')}]}}`;
}
