/** How goods are given back: a setting of the shop, the same in every channel. */
import { sql, type Kysely } from 'kysely';
import type { Texts } from '#server/database/schema-catalogue.ts';
import type { Database } from '#server/database/schema.ts';

export interface ReturnWay {
  code: string;
  kind: string;
  name: Texts;
  /** cents, with VAT */
  fee: number;
  /** Missing: it is offered. */
  enabled?: boolean;
}

export interface ReturnTerms {
  /** Days in which goods can be given back for no reason; null: not known. */
  days: number | null;
  /** Those that are off too, in their order. */
  ways: readonly ReturnWay[];
}

export const isOffered = (way: ReturnWay): boolean => way.enabled !== false;

export async function loadReturnTerms(db: Kysely<Database>): Promise<ReturnTerms> {
  const { rows } = await sql<{
    value: { windowDays?: number; shippingMethods?: ReturnWay[] };
  }>`select value from shop_setting where code = 'returns'`.execute(db);
  const { windowDays = null, shippingMethods = [] } = rows[0]?.value ?? {};
  return { days: windowDays, ways: shippingMethods };
}

/** Changes what is said of one way; what is not said stays. The row is locked until the end of the transaction. */
export async function changeReturnWay(
  db: Kysely<Database>,
  code: string,
  change: Partial<Pick<ReturnWay, 'fee' | 'enabled'>>,
): Promise<ReturnWay> {
  await sql`select 1 from shop_setting where code = 'returns' for update`.execute(db);
  const { ways } = await loadReturnTerms(db);
  const way = ways.find((one) => one.code === code);
  if (!way) throw new Error(`There is no way of return ${code}.`);
  const changed = { ...way, ...change };
  await sql`update shop_setting set value = jsonb_set(value, '{shippingMethods}',
    ${JSON.stringify(ways.map((one) => (one === way ? changed : one)))}::jsonb) where code = 'returns'`.execute(
    db,
  );
  return changed;
}
