/** Token buckets per client address, kept in memory (contract 1.13: 120 mutations a minute; misses of tokens 30). */
import { ApiFailure } from './api-failure.ts';

interface Bucket {
  tokens: number;
  at: number;
}

export interface RateLimit {
  /** Takes one token of `client`. @throws ApiFailure 429 `rate.limited` with Retry-After in seconds. */
  take(client: string): void;
}

/** `perMinute` tokens refill evenly; a bucket that is full again is forgotten. `now` in ms. */
export function createRateLimit(perMinute: number, now: () => number = Date.now): RateLimit {
  const buckets = new Map<string, Bucket>();
  const perMs = perMinute / 60_000;
  let swept = now();
  return {
    take(client) {
      const time = now();
      if (time - swept > 60_000) {
        swept = time;
        for (const [name, bucket] of buckets)
          if (bucket.tokens + (time - bucket.at) * perMs >= perMinute) buckets.delete(name);
      }
      const bucket = buckets.get(client) ?? { tokens: perMinute, at: time };
      bucket.tokens = Math.min(perMinute, bucket.tokens + (time - bucket.at) * perMs);
      bucket.at = time;
      buckets.set(client, bucket);
      if (bucket.tokens < 1) {
        const wait = Math.max(1, Math.ceil((1 - bucket.tokens) / perMs / 1000));
        throw new ApiFailure(429, 'rate.limited', { headers: { 'Retry-After': String(wait) } });
      }
      bucket.tokens -= 1;
    },
  };
}
