/** SQL of sign-ins: sessions and their refresh tokens (contract 1.13). */
import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { hashOf, newSecretToken } from '#server/text/secret-token.ts';

type Db = Kysely<Database>;

const day = 24 * 60 * 60 * 1000;
/** ms without use after which a refresh token is worth nothing. */
export const idleLifetime = 60 * day;
/** ms after the sign-in at which a session ends in any case. */
export const sessionLifetime = 180 * day;
/** ms in which a used refresh token still answers with its successor: an answer was lost, or two tabs asked at once. */
export const grace = 60 * 1000;

/** The one successor of a token: whoever asks twice gets the same, and nothing secret is stored for it. */
export const successorOf = (token: string, secret: Buffer): string =>
  createHmac('sha256', secret).update('successor ').update(token).digest('base64url');

/** Begins a session; @returns its id and its first refresh token. */
export async function beginSession(
  db: Db,
  given: { customerId: number; channelCode: string; now: Date },
): Promise<{ sessionId: string; refreshToken: string }> {
  const { id } = await db
    .insertInto('customer_session')
    .values({
      customer_id: given.customerId,
      channel_code: given.channelCode,
      created_at: given.now,
      last_used_at: given.now,
      expires_at: new Date(given.now.getTime() + sessionLifetime),
      revoked_for: null,
      actor: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const refreshToken = newSecretToken();
  await db
    .insertInto('refresh_token')
    .values({ hash: hashOf(refreshToken), session_id: id, created_at: given.now })
    .execute();
  return { sessionId: id, refreshToken };
}

/** Why a session ended before its time. */
type Ending = 'log out' | 'reuse' | 'password';

export async function revokeSession(db: Db, sessionId: string, reason: Ending, now: Date): Promise<void> {
  await db
    .updateTable('customer_session')
    .set({ revoked_at: now, revoked_for: reason })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Ends all sign-ins of a customer; but for the one to keep, if it is named. */
export async function revokeSessionsOf(
  db: Db,
  customerId: number,
  reason: Ending,
  now: Date,
  keep?: string,
): Promise<void> {
  let query = db
    .updateTable('customer_session')
    .set({ revoked_at: now, revoked_for: reason })
    .where('customer_id', '=', customerId)
    .where('revoked_at', 'is', null);
  if (keep !== undefined) query = query.where('id', '<>', keep);
  await query.execute();
}

/**
 * Gives an open session a new refresh token in place of all that it had: a copy of an old one opens nothing any more.
 * @returns the token; null for a session that has ended
 */
export async function renewSession(db: Db, sessionId: string, now: Date): Promise<string | null> {
  const session = await db
    .updateTable('customer_session')
    .set({ last_used_at: now })
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!session) return null;
  await db.deleteFrom('refresh_token').where('session_id', '=', sessionId).execute();
  const refreshToken = newSecretToken();
  await db
    .insertInto('refresh_token')
    .values({ hash: hashOf(refreshToken), session_id: sessionId, created_at: now })
    .execute();
  return refreshToken;
}

/** The session of a refresh token with its customer, locked until the end of the transaction. What the tokens are is read after it. */
export const lockSessionOf = (db: Db, hash: Buffer) =>
  db
    .selectFrom('refresh_token')
    .innerJoin('customer_session', 'customer_session.id', 'refresh_token.session_id')
    .innerJoin('customer', 'customer.id', 'customer_session.customer_id')
    .select([
      'customer_session.id as session_id',
      'customer_session.channel_code',
      'customer_session.last_used_at',
      'customer_session.expires_at',
      'customer_session.revoked_at',
      'customer.id as customer_id',
      'customer.email',
      'customer.enabled',
    ])
    .where('refresh_token.hash', '=', hash)
    .forUpdate('customer_session')
    .executeTakeFirst();

export const usedAt = async (db: Db, hash: Buffer): Promise<Date | null | undefined> =>
  (await db.selectFrom('refresh_token').select('used_at').where('hash', '=', hash).executeTakeFirst())
    ?.used_at;

export async function rotate(
  db: Db,
  given: { hash: Buffer; next: Buffer; sessionId: string; now: Date },
): Promise<void> {
  await db.updateTable('refresh_token').set({ used_at: given.now }).where('hash', '=', given.hash).execute();
  await db
    .insertInto('refresh_token')
    .values({ hash: given.next, session_id: given.sessionId, created_at: given.now })
    .execute();
  await db
    .updateTable('customer_session')
    .set({ last_used_at: given.now })
    .where('id', '=', given.sessionId)
    .execute();
}

/** Whether the session of an access token still stands, and its customer may act. */
export async function isSessionOpen(
  db: Db,
  sessionId: string,
  customerId: number,
  now: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('customer_session')
    .innerJoin('customer', 'customer.id', 'customer_session.customer_id')
    .select('customer_session.id')
    .where('customer_session.id', '=', sessionId)
    .where('customer.id', '=', customerId)
    .where('customer.enabled', '=', true)
    .where('customer_session.revoked_at', 'is', null)
    .where('customer_session.expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Sessions that can never be used again; their tokens go with them. */
export async function forgetOldSessions(db: Db, now: Date): Promise<number> {
  const done = await db
    .deleteFrom('customer_session')
    .where((eb) =>
      eb.or([
        eb('expires_at', '<', now),
        eb('last_used_at', '<', new Date(now.getTime() - idleLifetime)),
        // Kept for a day, so that a replayed token of a revoked session is still known as one.
        eb('revoked_at', '<', new Date(now.getTime() - day)),
      ]),
    )
    .executeTakeFirst();
  return Number(done.numDeletedRows);
}
