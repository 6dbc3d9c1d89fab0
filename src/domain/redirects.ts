/**
 * Where an old address leads (specification section 3, contract SYS-07). Exact rules come before the longest one with a
 * star; rules marked `only404` count only where there is no page. Rules that leave the shop or run in circles lead
 * nowhere (docs/security.md, T8).
 */
import type { Redirect } from '#contract/channel.ts';
import { safePath } from '#lib/safe-path.ts';

export interface Move {
  /** Path and query within the shop. */
  target: string;
  /** 301 only if every step of the way is for good. */
  statusCode: 301 | 302;
}

/** More steps than this are a mistake of whoever wrote the rules. */
export const mostSteps = 5;

/** The path of an address; a slash at its end names the same page. */
export const pathOf = (address: string): string =>
  (address.split(/[?#]/)[0] ?? address).replace(/(?<=.)\/+$/, '');
/** One spelling of one address: browsers send letters encoded, people write them. */
export function spelled(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    // A stray % is no encoding: the path is compared as it is written.
    return path;
  }
}

/** The rule that speaks of a path, whichever of the two kinds `isWanted` lets through. */
function createRuleFinder(rules: readonly Redirect[]) {
  const exact = new Map<string, Redirect>();
  const beginnings: { begin: string; rule: Redirect }[] = [];
  for (const rule of rules) {
    if (rule.source.endsWith('*')) beginnings.push({ begin: spelled(rule.source.slice(0, -1)), rule });
    else if (!exact.has(spelled(rule.source))) exact.set(spelled(rule.source), rule);
  }
  beginnings.sort((a, b) => b.begin.length - a.begin.length);
  return (path: string, isMissing: boolean): Redirect | undefined => {
    const isWanted = (rule: Redirect) => isMissing || !rule.only404;
    const found = exact.get(path);
    if (found && isWanted(found)) return found;
    return beginnings.find(({ begin, rule }) => path.startsWith(begin) && isWanted(rule))?.rule;
  };
}

export interface Redirects {
  /**
   * Where `path` (without query) leads at once, or, with `isMissing`, when there is no page under it. Null: nowhere.
   */
  find(path: string, isMissing: boolean): Move | null;
  /**
   * Where `path`, which has no page, leads, judged by all requests that follow: each address on the way has a page or leads
   * on. Null where the way comes back to an address that it has seen, or takes more than `mostSteps` requests.
   * @param hasPage asked only where the rules alone would lead on without end
   */
  follow(path: string, hasPage: (path: string) => Promise<boolean>): Promise<Move | null>;
}

/** @param settle the address that the shop itself makes of one: rules that lead to another spelling of it lead to it */
export function createRedirects(
  rules: readonly Redirect[],
  settle: (path: string) => string = (path) => path,
): Redirects {
  const place = (address: string) => spelled(settle(pathOf(address)));
  const ruleOf = createRuleFinder(rules.filter(({ target }) => safePath(target) !== null));
  async function follow(
    path: string,
    first: Move | null,
    hasPage: (path: string) => Promise<boolean>,
  ): Promise<Move | null> {
    const seen = new Set([place(path)]);
    for (let move = first; move !== null;) {
      const next = place(move.target);
      if (seen.has(next)) return null;
      if (await hasPage(next)) return first;
      if (seen.size > mostSteps) return null;
      seen.add(next);
      move = redirects.find(next, true);
    }
    return first;
  }
  const redirects: Redirects = {
    async follow(path, hasPage) {
      const first = redirects.find(path, true);
      // Without a page on the way it comes to an end: whether there is one need not be known.
      if ((await follow(path, first, () => Promise.resolve(false))) !== null) return first;
      return follow(path, first, hasPage);
    },
    find(path, isMissing) {
      let at = spelled(path);
      let move = null as Move | null;
      const seen = new Set([at]);
      for (let step = 0; step < mostSteps; step += 1) {
        // Whether the next address has a page is for it to say: on the way only rules that hold at once count.
        const rule = ruleOf(at, isMissing && step === 0);
        const target = rule && safePath(rule.target);
        const next = target && place(target);
        // A rule with a star may cover its own target: whoever is there has arrived.
        if (!rule || !target || !next || next === at) return move;
        if (seen.has(next)) return null;
        seen.add(next);
        move = { target, statusCode: rule.statusCode === 301 && move?.statusCode !== 302 ? 301 : 302 };
        at = next;
      }
      return null;
    },
  };
  return redirects;
}

/** The query of the visitor goes along (campaign marks, pages) unless the target has one of its own. */
export const withQuery = (target: string, search: string): string => {
  if (search === '' || target.includes('?')) return target;
  const [path = '', hash] = target.split('#');
  return path + search + (hash === undefined ? '' : `#${hash}`);
};
