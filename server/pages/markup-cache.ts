/**
 * Markup kept from page to page: the same goods stand in many lists, all pages end with the same foot, and rendering
 * these is most of what a page costs. Nothing of a visitor is in it: pages are rendered as for a guest. It dies with the
 * version of the shop that it was made from, or after a minute, as whole pages do.
 */
import type { ServerMarkup } from '#page-entry';

/** Of one page: React asks which elements are kept, and leaves those empty. */
export interface PageMarkup extends ServerMarkup {
  /**
   * The finished page in pieces: kept markup stands in the empty elements, and that of the others is kept from now on, unless
   * something failed while it was rendered.
   */
  complete: (html: Buffer, isSound?: boolean) => Buffer[];
}

const mostKept = 5_000;
/** Names that stand in markup as they are. */
const plain = /^[\w .:-]+$/;
/** Elements whose inside is kept (src/ui/hydration/server-markup.tsx); each stands after the one before it, none in another. */
const elements = ['article', 'footer', 'nav'].map((tag) => ({
  opening: Buffer.from(`<${tag} data-name="`),
  closing: Buffer.from(`</${tag}>`),
}));

/** Where they begin, in the order of the page. */
const placesIn = (html: Buffer) =>
  elements
    .flatMap((element) => {
      const places = [];
      for (let at = html.indexOf(element.opening); at >= 0; at = html.indexOf(element.opening, at + 1))
        places.push({ at, ...element });
      return places;
    })
    .toSorted((one, other) => one.at - other.at);

export function createMarkupCache(options: { version: () => string; maxAge: number; now?: () => number }) {
  const { version, maxAge, now = Date.now } = options;
  let kept = new Map<string, Buffer>();
  let keptVersion = '';
  let begunAt = 0;
  return {
    /** @param scope channel and language */
    forPage(scope: string): PageMarkup {
      if (keptVersion !== version() || now() - begunAt > maxAge || kept.size > mostKept) {
        kept = new Map();
        keptVersion = version();
        begunAt = now();
      }
      // A page that began before a change keeps what it began with, and gives nothing to the pages after it.
      const mine = kept;
      const used = new Map<string, Buffer>();
      const missing = new Set<string>();
      return {
        has(name) {
          const markup = used.get(name) ?? (missing.has(name) ? undefined : mine.get(`${scope} ${name}`));
          if (markup) used.set(name, markup);
          else if (plain.test(name)) missing.add(name);
          return markup !== undefined;
        },
        complete(html, isSound = true) {
          const parts: Buffer[] = [];
          let written = 0;
          for (const { at, opening, closing } of placesIn(html)) {
            const from = at + opening.length;
            const name = html.toString('latin1', from, html.indexOf('"', from));
            const inside = html.indexOf('>', from) + 1;
            const markup = used.get(name);
            if (markup) {
              parts.push(html.subarray(written, inside), markup);
              written = inside;
            } else if (isSound && missing.delete(name)) {
              // A copy: the slice would hold the whole page in memory.
              mine.set(`${scope} ${name}`, Buffer.from(html.subarray(inside, html.indexOf(closing, inside))));
            }
          }
          return [...parts, html.subarray(written)];
        },
      };
    },
  };
}
