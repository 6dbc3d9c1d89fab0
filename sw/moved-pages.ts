/**
 * Rules of editors that hold over a page that exists (SYS-07, `only404: false`). The shell answers before any server sees the
 * address: the worker keeps the rules and follows them as the server does, with a connection and without (R2.01).
 */
import type { Redirect } from '#contract/channel.ts';
import { settledPath } from '#contract/settled-address.ts';
import { createRedirects, pathOf, withQuery } from '#domain/redirects.ts';
import { keptRulesAt } from '#offline/worker/redirect-rules-cache.ts';
import { isKeepable } from './keepable-answers.ts';

/** ms for which the rules are not asked for again. */
const fresh = 60_000;
let askedAt = -Infinity;
/** ms until the last byte of the rules: a list that pages do well without, so nothing waits for one that does not come. */
const limit = 8_000;

/** Where the rules send whoever opens `url` at once, or null. */
export function movedByRules(url: URL, rules: readonly Redirect[]): URL | null {
  const move = createRedirects(rules, settledPath).find(pathOf(url.pathname), false);
  return move && new URL(withQuery(move.target, url.search), url.origin);
}

/** Asks for the rules behind the answer to a navigation, at most once a minute. */
export async function askForRules(): Promise<void> {
  if (Date.now() - askedAt < fresh && Date.now() >= askedAt) return;
  askedAt = Date.now();
  try {
    const answer = await fetch(keptRulesAt.address, {
      cache: 'no-cache',
      credentials: 'omit',
      signal: AbortSignal.timeout(limit),
    });
    if (isKeepable(answer)) await (await caches.open(keptRulesAt.cache)).put(keptRulesAt.address, answer);
  } catch {
    // Without a connection the rules stay as they were.
  }
}
