/**
 * The demo content without ways to what the shop does not have yet: the choice of cookies. A shop of one's own is filled without
 * gift cards and a loyalty programme as well, which its keeper has not offered yet (`gift-card sell`).
 */
export const pagesOfDemo: ReadonlySet<unknown> = new Set(['gift-cards', 'loyalty-terms']);

interface LeftOut {
  pages: ReadonlySet<unknown>;
  /** What leads to these pages, or to a screen that is not there. */
  leads: RegExp;
  link: RegExp;
}
const leftOut = (pages: ReadonlySet<unknown>, routes: readonly string[]): LeftOut => {
  const targets = [
    ...routes.map((name) => `route/${name}`),
    ...[...pages].map((code) => `page/${String(code)}`),
  ];
  const leads = new RegExp(String.raw`ref:(?:${targets.join('|')})(?![\w-])`);
  return { pages, leads, link: new RegExp(String.raw`<a\b[^>]*"${leads.source}[^>]*>(.*?)</a>`, 'gs') };
};
const ofDemo = leftOut(new Set(), ['CONSENT']);
const ofOwnShop = leftOut(pagesOfDemo, ['CONSENT', 'ACCOUNT_LOYALTY']);
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
function pruned(value: unknown, cut: Cut, out: LeftOut): unknown {
  if (typeof value === 'string') {
    const text = cut === 'entry' ? value : value.replaceAll(out.link, cut === 'link' ? '$1' : '');
    return out.leads.test(text) ? undefined : text;
  }
  if (Array.isArray(value)) {
    const left = value.map((one: unknown) => pruned(one, cut, out)).filter((one) => one !== undefined);
    return left.length === 0 && value.length > 0 ? undefined : left;
  }
  if (!isRecord(value)) return value;
  if (value['type'] === 'page' && out.pages.has(value['code'])) return undefined;
  const next: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(value)) {
    const kept = pruned(one, cut, out);
    if (kept === undefined) return undefined;
    next[name] = kept;
  }
  return next;
}

/**
 * One file of server/seed-data/content as it is loaded.
 * @param hasGoods false: for a shop of one's own
 */
export const withoutPlanned = <T extends object>(file: string, data: T, hasGoods = true): T =>
  pruned(data, cutOf[file] ?? 'link', hasGoods ? ofDemo : ofOwnShop) as T;
