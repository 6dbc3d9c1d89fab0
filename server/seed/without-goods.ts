/** The content of a shop that has no goods yet: what is left of the demo shop's without its goods, news and notices. */

import { pagesOfDemo } from './without-planned.ts';
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
/** What is said beside all goods of the demo shop, each of which has a table of facts: of others nobody knows. */
const blocksOfDemo: ReadonlySet<unknown> = new Set(['below-gallery']);
const goodsEntries = new Set(['taxon', 'taxon_tree', 'product', 'attribute_value']);
const demoFiles = new Set(['content/news.json', 'content/banners.json', 'content/redirects.json']);

/** The list of news is empty as well. */
const leadsToGoods = /^ref:(?:(?:taxon|product|article|attribute)\/|route\/NEWS$)/;
/** A link in a text: its words stay. */
const linkToGoods = /<a\b[^>]*"ref:(?:taxon|product|article|attribute)\/[^>]*>(.*?)<\/a>/gs;

/** Accounts of the demo company elsewhere. */
const demoAccount = /^https:\/\/[\w.-]+\.example\//;

/** The demo company's places, and parcel lockers, which no carrier brings to a shop of one's own yet; that chemicals are not sent there stays true. */
const ofDemo =
  /Ukmerg|Kretin|Kėdain|Кедайн|Siuntuk|Dėžut|^(?!.*(?:nesiunč|not sent|ei saadeta|не отправл)).*(?:paštomat|locker|pakiautomaa|почтомат|постамат)/i;

/** When the demo company's telephone is answered. */
const hoursOfDemo = /, (?:I–V|Mon–Fri|E–R|пн–пт) [\d:.]+–[\d:.]*\d(?:(?:\s|&nbsp;)val\.)?/g;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value without what leads to goods; undefined when nothing of it is left. */
function pruned(value: unknown): unknown {
  if (typeof value === 'string')
    return leadsToGoods.test(value) || demoAccount.test(value)
      ? undefined
      : withoutSentences(value.replaceAll(linkToGoods, '$1').replaceAll(hoursOfDemo, ''), ofDemo);
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

/**
 * One file of server/seed-data/content for an empty shop.
 * @param own content/own-shop.json
 */
export function withoutGoods<T extends object>(file: string, data: T, own: OwnTexts): T {
  if (demoFiles.has(file))
    return Object.fromEntries(
      Object.entries(data).map(([name, value]) => [name, Array.isArray(value) ? [] : (value as unknown)]),
    ) as T;
  return pruned(withOwnTexts(file, data, own)) as T;
}

export interface OwnTexts {
  /** What stands in a page in place of the demo shop's. */
  pages: Record<string, Record<string, unknown>>;
  /** Questions whose answers are true of every shop. */
  questions: string[];
}

/** What the demo shop says of itself gives way to texts that hold for any shop, until its keeper writes others. */
function withOwnTexts<T extends object>(file: string, data: T, own: OwnTexts): T {
  if (file === 'content/pages.json') {
    const { pages } = data as { pages: { code: string }[] };
    return {
      ...data,
      pages: pages
        .filter(({ code }) => !pagesOfDemo.has(code))
        .map((page) => ({ ...page, ...own.pages[page.code] })),
    };
  }
  if (file === 'content/blocks.json') {
    const { blocks } = data as { blocks: { code: string }[] };
    return { ...data, blocks: blocks.filter(({ code }) => !blocksOfDemo.has(code)) };
  }
  if (file === 'content/faq.json') {
    const { items } = data as { items: { code: string }[] };
    return { ...data, items: items.filter(({ code }) => own.questions.includes(code)) };
  }
  return data;
}
