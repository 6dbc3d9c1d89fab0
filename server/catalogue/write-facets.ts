import type { ValueNode } from '#domain/catalogue/catalogue-tree.ts';
import { presentFacetValue, type ShownFacets } from '#domain/search/listing-facets.ts';
import { textIn } from '#domain/catalogue/texts.ts';

/** What is said of a value in every list, by locale: the JSON of it up to what is counted. */
const written = new WeakMap<ValueNode, Map<string, string>>();

function startOf(node: ValueNode, locale: string): string {
  let texts = written.get(node);
  if (!texts) written.set(node, (texts = new Map()));
  let start = texts.get(locale);
  if (start === undefined)
    texts.set(locale, (start = JSON.stringify(presentFacetValue(node, locale)).slice(0, -1)));
  return start;
}

/** `presentFacets` as JSON: a list has some three hundred values, of which only the counts differ from list to list. */
export function writeFacets({ attributes, others }: ShownFacets, locale: string): string {
  const facets = attributes.map(({ attribute, values }) => {
    const about = JSON.stringify({
      code: attribute.code,
      name: textIn(attribute.name, locale),
      type: 'list',
    }).slice(0, -1);
    let texts = '';
    for (const { node, count, selected } of values)
      texts += `${texts === '' ? '' : ','}${startOf(node, locale)},"count":${count},"selected":${selected}}`;
    return `${about},"values":[${texts}]}`;
  });
  return `[${[...facets, ...others.map((one) => JSON.stringify(one))].join(',')}]`;
}
