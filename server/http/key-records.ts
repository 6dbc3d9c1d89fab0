/** Records of keys (contract 1.8), each of one call: looked for and kept in the transaction of its work. */
import { sql, type Transaction } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';

/** Of two equal calls at once one works, the other is told to come back. @throws ApiFailure 409 */
export async function lockScope(trx: Transaction<Database>, scope: Buffer): Promise<void> {
  const { rows } = await sql<{ ok: boolean }>`
    select pg_try_advisory_xact_lock(${String(scope.readBigInt64BE(0))}::bigint) as ok`.execute(trx);
  if (!rows[0]?.ok) throw new ApiFailure(409, 'idempotency.in_progress', { headers: { 'Retry-After': '1' } });
}

/** What is kept of the call, under the name that its cart has or under one that it had. */
export async function findRecord(trx: Transaction<Database>, scope: Buffer, former: readonly Buffer[]) {
  const kept = trx.selectFrom('idempotency_key').selectAll().where('keep_until', '>', new Date());
  const found = await kept.where('scope', '=', scope).executeTakeFirst();
  if (found || former.length === 0) return found;
  // Done while the cart still went by another name, though its repeat comes by this one: a device knows the cart's own since
  // the sign-in. What was refused then says nothing now. All names in one question: a cart may have many.
  return kept
    .where(sql<boolean>`scope = any(${former}::bytea[])`)
    .where('failure', 'is', null)
    .executeTakeFirst();
}

export interface RecordKey {
  scope: Buffer;
  fingerprint: Buffer;
  endpoint: string;
  customer_id: number | null;
  keep_until: Date;
}

export async function keepRecord(
  trx: Transaction<Database>,
  row: RecordKey,
  outcome: { status: number; order_token?: string | null; body?: string | null; failure?: string | null },
): Promise<void> {
  await trx
    .insertInto('idempotency_key')
    .values({ order_token: null, body: null, failure: null, ...row, ...outcome })
    // An expired record under the same key gives way.
    .onConflict((conflict) =>
      conflict.column('scope').doUpdateSet({
        order_token: null,
        body: null,
        failure: null,
        created_at: new Date(),
        ...row,
        ...outcome,
      }),
    )
    .execute();
}
