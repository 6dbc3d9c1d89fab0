/** Token buckets per client address, kept in memory (contract 1.13: 120 mutations a minute; misses of tokens 30). */
import { ApiFailure } from '#server/errors/api-failure.ts';

interface Bucket {
  tokens: number;
  at: number;
}

export interface RateLimit {
  /** Takes one token of `client`. @throws ApiFailure 429 `rate.limited` with Retry-After in seconds. */
  take(client: string): void;
  /** Takes so many; false where there are not so many. */
  mayTake(client: string, count: number): boolean;
  /** Gives back what a try took that turned out to be no guess. */
  giveBack(client: string): void;
}

/**
 * `amount` tokens refill evenly over `periodMs` (a minute by default); a bucket that is full again is forgotten.
 * `now` in ms.
 */
export function createRateLimit(amount: number, now: () => number = Date.now, periodMs = 60_000): RateLimit {
  const buckets = new Map<string, Bucket>();
  const perMs = amount / periodMs;
  let swept = now();
  /** A clock that was set back says that no time has gone by. */
  const refillOf = (bucket: Bucket, time: number) => Math.max(0, time - bucket.at) * perMs;
  const bucketOf = (client: string): Bucket => {
    const time = now();
    if (Math.abs(time - swept) > periodMs) {
      swept = time;
      for (const [name, bucket] of buckets)
        if (bucket.tokens + refillOf(bucket, time) >= amount) buckets.delete(name);
    }
    const bucket = buckets.get(client) ?? { tokens: amount, at: time };
    bucket.tokens = Math.min(amount, bucket.tokens + refillOf(bucket, time));
    bucket.at = time;
    buckets.set(client, bucket);
    return bucket;
  };
  return {
    take(client) {
      const bucket = bucketOf(client);
      if (bucket.tokens < 1) {
        const wait = Math.max(1, Math.ceil((1 - bucket.tokens) / perMs / 1000));
        throw new ApiFailure(429, 'rate.limited', { headers: { 'Retry-After': String(wait) } });
      }
      bucket.tokens -= 1;
    },
    mayTake(client, count) {
      const bucket = bucketOf(client);
      if (bucket.tokens < count) return false;
      bucket.tokens -= count;
      return true;
    },
    giveBack(client) {
      const bucket = buckets.get(client);
      if (bucket) bucket.tokens = Math.min(amount, bucket.tokens + 1);
    },
  };
}
