/** The redirects of a channel as pages need them: asked for once for each state of the content, then looked up. */
import type { Redirect } from '#contract/channel.ts';
import { createRedirects, type Redirects } from '#domain/redirects.ts';

/** ms for which the answer of another backend is kept, which tells nobody when its rules change. */
const keepFor = 300_000;

/**
 * @param ask SYS-07, all rules of a channel
 * @param version changes with the content; null when it lies in another backend
 * @param settle the address that the server itself makes of one
 */
export function createRedirectTable(
  ask: (channel: string) => Promise<readonly Redirect[]>,
  version: () => string | null,
  settle: (path: string) => string,
): (channel: string) => Promise<Redirects> {
  const none = createRedirects([]);
  const tables = new Map<string, { redirects: Promise<Redirects>; version: string | null; madeAt: number }>();
  return (channel) => {
    const known = tables.get(channel);
    const now = version();
    if (known && known.version === now && (now !== null || Date.now() - known.madeAt < keepFor))
      return known.redirects;
    // A page that exists must not fail because the rules for others could not be had.
    const redirects = ask(channel)
      .then((rules) => createRedirects(rules, settle))
      .catch(() => {
        tables.delete(channel);
        return none;
      });
    tables.set(channel, { redirects, version: now, madeAt: Date.now() });
    return redirects;
  };
}
