/**
 * Goods that the law does not let everybody buy (contract 5.7): asked when they go into a cart, when the cart becomes an
 * order, and of orders that come in one message.
 */
import type { TradeProof } from '#server/database/schema-customers.ts';
import type { Db } from './order-store.ts';
import type { VariantFacts } from './variant-facts.ts';

/** What the account that buys has shown to the shop. */
export interface BuyerRights {
  /** Its trade, within the year for which a proof counts. */
  trade: boolean;
  /** A certificate that the shop has accepted and that is valid: such a farm may pay after the goods have come. */
  credit: boolean;
}

/** A proof of trade counts for so long, ms (Regulation (EU) 2019/1148, Article 8). */
const proofLasts = 365 * 24 * 60 * 60 * 1000;

/** @param customerId of the account that the order belongs to; a guest has shown nothing */
export async function rightsOf(db: Db, customerId: number | null, now: Date): Promise<BuyerRights> {
  if (customerId === null) return { trade: false, credit: false };
  const row = await db
    .selectFrom('customer')
    .select(['trade_proof', 'certificate'])
    .where('id', '=', customerId)
    .executeTakeFirst();
  const age = now.getTime() - Date.parse(row?.trade_proof?.at ?? '');
  const { state, validUntil } = row?.certificate ?? {};
  // Through its last day, by the calendar here.
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Vilnius' }).format(now);
  const isAccepted = state === 'accepted' && validUntil !== undefined && validUntil.slice(0, 10) >= today;
  return { trade: age < proofLasts, credit: isAccepted };
}

/** The law asks whoever sells them for their buyers' trade for so many months (Article 8). */
const proofKeptFor = 18;

/** What the order with these goods keeps of its buyer's trade; null where none of them asks for it. */
export async function proofForOrder(
  db: Db,
  customerId: number | null,
  goods: readonly (Pick<VariantFacts, 'trade_only'> | undefined)[],
): Promise<TradeProof | null> {
  if (customerId === null || !goods.some((fact) => fact?.trade_only === true)) return null;
  const row = await db
    .selectFrom('customer')
    .select('trade_proof')
    .where('id', '=', customerId)
    .executeTakeFirst();
  return row?.trade_proof ? { statement: row.trade_proof.statement, at: row.trade_proof.at } : null;
}

/** Proofs of orders whose time is over. */
export async function forgetOldProofs(db: Db, now: Date): Promise<number> {
  const before = new Date(now);
  before.setUTCMonth(before.getUTCMonth() - proofKeptFor);
  const done = await db
    .updateTable('order')
    .set({ trade_proof: null })
    .where('trade_proof', 'is not', null)
    .where('checkout_completed_at', '<', before)
    .executeTakeFirst();
  return Number(done.numUpdatedRows);
}

/** Why this buyer may not have the goods; null where they may. */
export function restrictionOf(
  fact: Pick<VariantFacts, 'professional_use' | 'trade_only'>,
  rights: BuyerRights,
): 'cart.certificate_required' | 'cart.trade_proof_required' | null {
  // Professional plant protection goes only to holders of a certificate, and nobody can show one yet.
  if (fact.professional_use) return 'cart.certificate_required';
  return fact.trade_only && !rights.trade ? 'cart.trade_proof_required' : null;
}
