/**
 * What a cart costs says whether its e-mail has ordered before: a first purchase costs less, a code may be good once for each person.
 * Whoever types one e-mail after another is slowed down (contract 1.13, T11).
 */
import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { judgedEmailsPeriod, sharedLimit } from '#server/http/rate-limits.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { createSharedLimit } from '#server/http/shared-limit.ts';
import { emailKey } from '#server/text/email-key.ts';

/**
 * Counts the e-mail of a guest, before the transaction of the call: many orders at once would wait for each other's connections.
 * @param cart its token; null for an order in one message, which may name any
 * @throws ApiFailure 429 `rate.limited` where the client, or the cart, has had too many e-mails judged
 */
export type CountJudged = (
  context: Pick<RequestContext, 'clientAddress' | 'caller'>,
  cart: string | null,
  email: string | undefined,
) => Promise<void>;

export function countJudgedEmails(
  db: Kysely<Database>,
  { factor, now }: { factor: number; now: () => Date },
): CountJudged {
  const ofClient = createSharedLimit(db, { ...sharedLimit('emails of a client', factor), now });
  const ofCart = createSharedLimit(db, { ...sharedLimit('emails of a cart', factor), now });
  /** Each e-mail counts once: buyers come back to a step, and an office orders by one address. */
  const counted = createSharedLimit(db, {
    name: 'judged e-mail',
    amount: 1,
    periodMs: judgedEmailsPeriod,
    now,
  });
  return async ({ clientAddress, caller }, cart, email) => {
    // An account is judged by its own.
    if (caller !== null || email === undefined) return;
    for (const [limit, who] of [[ofClient, clientAddress] as const, [ofCart, cart] as const]) {
      if (who === null) continue;
      const judged = `${who} ${emailKey(email)}`;
      if (await counted.isUsed(judged)) continue;
      await limit.take(who);
      await counted.mayTake(judged);
    }
  };
}
