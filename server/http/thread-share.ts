/**
 * How much of the process's one thread a client may use up with what is answered from memory. Such calls wait in no queue:
 * most take a few milliseconds, and a search of many words or a list of a thousand goods sixty. Somebody who asks for those as
 * often as the limit of calls lets them would leave nothing to all others.
 */
import { ApiFailure } from '#server/errors/api-failure.ts';

/** Of each second, and what may be saved up (ms): a family behind one address that opens the shop at once. */
export const threadShare = { perSecond: 200, most: 5_000 } as const;

export interface ThreadShare {
  /** @throws ApiFailure 429 `rate.limited` with Retry-After where `client` has used up its share */
  admit(client: string): void;
  /** @param ms that the thread was busy for `client` */
  spend(client: string, ms: number): void;
}

/** @param factor raises the share, as RATE_LIMIT_FACTOR does the other limits @param now ms */
export function createThreadShare(
  factor: number,
  now: () => number = performance.now.bind(performance),
): ThreadShare {
  const perMs = (threadShare.perSecond * factor) / 1000;
  const most = threadShare.most * factor;
  const used = new Map<string, { ms: number; at: number }>();
  /** What is left to be worked off of what was used. */
  const debtOf = (client: string): number => {
    const known = used.get(client);
    return known === undefined ? 0 : Math.max(0, known.ms - (now() - known.at) * perMs);
  };
  let swept = now();
  return {
    admit(client) {
      const over = debtOf(client) - most;
      if (over <= 0) return;
      const wait = String(Math.max(1, Math.ceil(over / perMs / 1000)));
      throw new ApiFailure(429, 'rate.limited', { headers: { 'Retry-After': wait } });
    },
    spend(client, ms) {
      const at = now();
      used.set(client, { ms: debtOf(client) + ms, at });
      if (at - swept < 60_000) return;
      swept = at;
      for (const name of used.keys()) if (debtOf(name) === 0) used.delete(name);
    },
  };
}
