/** The content of a shop that has no goods yet: what is left of the demo shop's without its goods, news and notices. */

import { withoutSentences } from './without-sentences.ts';

/** Blocks that show goods, categories, news or the places of the demo company. */
const goodsBlocks = new Set([
  'categoryBlock',
  'productsBlock',
  'newProductsBlock',
  'brandsBlock',
  'newsBlock',
  'nostoPlacement',
  'locationMapBlock',
  'halfAndHalfGoogleMapBlock',
]);
const goodsEntries = new Set(['taxon', 'taxon_tree', 'product', 'attribute_value']);
const demoFiles = new Set(['content/news.json', 'content/banners.json', 'content/redirects.json']);

const leadsToGoods = /^ref:(?:taxon|product|article|attribute)\//;
/** A link in a text: its words stay. */
const linkToGoods = /<a\b[^>]*"ref:(?:taxon|product|article|attribute)\/[^>]*>(.*?)<\/a>/gs;

/** Accounts of the demo company elsewhere. */
const demoAccount = /^https:\/\/[\w.-]+\.example\//;

/** The demo company's places, and parcel lockers, which no carrier brings to a shop of one's own yet; that chemicals are not sent there stays true. */
const ofDemo =
  /Ukmerg|Kretin|Kėdain|Кедайн|Siuntuk|Dėžut|^(?!.*(?:nesiunč|not sent|ei saadeta|не отправл)).*(?:paštomat|locker|pakiautomaa|почтомат|постамат)/i;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value without what leads to goods; undefined when nothing of it is left. */
function pruned(value: unknown): unknown {
  if (typeof value === 'string')
    return leadsToGoods.test(value) || demoAccount.test(value)
      ? undefined
      : withoutSentences(value.replaceAll(linkToGoods, '$1'), ofDemo);
  if (Array.isArray(value)) return value.map(pruned).filter((one) => one !== undefined);
  if (!isRecord(value)) return value;
  const { code, type, target, children, contentTypes } = value;
  if (typeof code === 'string' && goodsBlocks.has(code)) return undefined;
  if (typeof type === 'string' && goodsEntries.has(type)) return undefined;
  if (isRecord(target) && Object.keys(target).length > 0) return undefined;
  const next: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(value)) {
    const kept = pruned(one);
    if (kept === undefined) return undefined;
    next[name] = kept;
  }
  // What only held together what is gone goes with it.
  const isEmptied = (before: unknown, after: unknown): boolean =>
    Array.isArray(before) && before.length > 0 && Array.isArray(after) && after.length === 0;
  if (isEmptied(children, next['children'])) return undefined;
  if (target !== undefined && isEmptied(contentTypes, next['contentTypes'])) return undefined;
  return next;
}

/** One file of server/seed-data/content for an empty shop. */
export function withoutGoods<T extends object>(file: string, data: T): T {
  if (demoFiles.has(file))
    return Object.fromEntries(
      Object.entries(data).map(([name, value]) => [name, Array.isArray(value) ? [] : (value as unknown)]),
    ) as T;
  return pruned(file === 'content/pages.json' ? withoutPlaces(data) : data) as T;
}

/** The opening hours of the demo company's warehouses stand below the first paragraph of the contacts. */
function withoutPlaces<T extends object>(data: T): T {
  const { pages } = data as { pages: { code: string; content?: Record<string, string> }[] };
  return {
    ...data,
    pages: pages.map((page) => ({
      ...page,
      ...(page.code === 'contacts' && page.content
        ? {
            content: Object.fromEntries(
              Object.entries(page.content).map(([locale, html]) => [
                locale,
                html.slice(0, html.indexOf('</p>') + '</p>'.length),
              ]),
            ),
          }
        : {}),
    })),
  };
}
