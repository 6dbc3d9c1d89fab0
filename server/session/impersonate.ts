/**
 * A shopkeeper acts for a customer (contract 4.13). Only a command of the server lets them in; what they may not do, and the
 * record of what they did, stand here.
 */
import type { Kysely } from 'kysely';
import type { Endpoint } from '#contract/calls/endpoints.ts';
import type { Database } from '#server/database/schema.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import type { CallerIdentity } from '#server/http/request-context.ts';
import type { AccessTokens } from './access-token.ts';
import { emailKey } from '#server/text/email-key.ts';

/** ms; there is no refresh token, so it ends then. */
export const actingLifetime = 30 * 60 * 1000;

/**
 * Begins to act for the customer of an e-mail.
 * @param given `actor`: name of the shopkeeper, for the records
 * @returns the access token; null where there is no such customer, or one who may not act
 */
export async function beginActing(
  services: { db: Kysely<Database>; accessTokens: AccessTokens },
  given: { email: string; actor: string; channelCode: string; now: Date },
): Promise<string | null> {
  const { actor, channelCode, now } = given;
  return inScope(services.db, async (trx) => {
    const customer = await trx
      .selectFrom('customer')
      .select(['id', 'email'])
      .where('email_key', '=', emailKey(given.email))
      .where('enabled', '=', true)
      .executeTakeFirst();
    if (!customer) return null;
    const { id: sessionId } = await trx
      .insertInto('customer_session')
      .values({
        customer_id: customer.id,
        channel_code: channelCode,
        created_at: now,
        last_used_at: now,
        expires_at: new Date(now.getTime() + actingLifetime),
        revoked_for: null,
        actor,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await record(trx, 'impersonation.begun', { actor, customerId: customer.id, imp: sessionId });
    return services.accessTokens.issue(
      { customerId: customer.id, email: customer.email, channelCode, sessionId, actor },
      actingLifetime,
    );
  });
}

/** What the customer alone may do: their password, and the end of their account (contract 4.13). */
const forbidden: ReadonlySet<string> = new Set(['ACC-09', 'ACC-13', 'ACC-14', 'ACC-15', 'LOY-04']);

/**
 * Lets a call of somebody who acts for a customer go on, and notes it: nothing is done in another's name without a record.
 * @throws ApiFailure 403 `impersonation.forbidden`
 */
export async function admitActor(
  db: Kysely<Database>,
  endpoint: Endpoint,
  { actor, customerId, sessionId }: CallerIdentity,
): Promise<void> {
  if (actor === null) return;
  if (forbidden.has(endpoint.id)) throw new ApiFailure(403, 'impersonation.forbidden');
  if (endpoint.method === 'GET') return;
  await record(db, 'impersonation.call', { actor, customerId, imp: sessionId, call: endpoint.id });
}

const record = (db: Kysely<Database>, action: string, data: Record<string, unknown>) =>
  db
    .insertInto('audit')
    .values({ action, order_id: null, data: JSON.stringify(data) })
    .execute();
