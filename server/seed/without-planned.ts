/**
 * The demo content without ways to what the shop does not have yet: the choice of cookies, the loyalty programme, gift cards.
 * Their pages of terms stay readable, in the group `planned`, which no sitemap names; nothing leads there before there is
 * something to do. A shop of one's own is filled without them.
 */
const leadsToPlanned =
  /ref:(?:route\/(?:CONSENT|ACCOUNT_LOYALTY)|page\/(?:gift-cards|loyalty-terms))(?![\w-])/;
const linkToPlanned = new RegExp(String.raw`<a\b[^>]*"${leadsToPlanned.source}[^>]*>(.*?)</a>`, 'gs');
export const plannedPages: ReadonlySet<unknown> = new Set(['gift-cards', 'loyalty-terms']);
/** What becomes of a link in a text: its words stay, it goes, or the whole entry, which is about that one thing, goes. */
type Cut = 'link' | 'words' | 'entry';
const cutOf: Readonly<Record<string, Cut>> = {
  'content/banners.json': 'words',
  'content/faq.json': 'entry',
  'content/redirects.json': 'entry',
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value without what leads there; undefined when nothing of it is left. What only held together what is gone goes too. */
function pruned(value: unknown, cut: Cut): unknown {
  if (typeof value === 'string') {
    const text = cut === 'entry' ? value : value.replaceAll(linkToPlanned, cut === 'link' ? '$1' : '');
    return leadsToPlanned.test(text) ? undefined : text;
  }
  if (Array.isArray(value)) {
    const left = value.map((one: unknown) => pruned(one, cut)).filter((one) => one !== undefined);
    return left.length === 0 && value.length > 0 ? undefined : left;
  }
  if (!isRecord(value)) return value;
  if (value['type'] === 'page' && plannedPages.has(value['code'])) return undefined;
  const next: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(value)) {
    const kept = pruned(one, cut);
    if (kept === undefined) return undefined;
    next[name] = kept;
  }
  return next;
}

/** One file of server/seed-data/content as it is loaded. */
export const withoutPlanned = <T extends object>(file: string, data: T): T =>
  pruned(data, cutOf[file] ?? 'link') as T;
