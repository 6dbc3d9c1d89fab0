/**
 * Goods that the law does not let everybody buy (contract 5.7): asked when they go into a cart, when the cart becomes an
 * order, and of orders that come in one message.
 */
import type { TradeProof } from '#server/database/schema-customers.ts';
import { dayText } from '#server/text/told-table.ts';
import type { Db, OrderRow } from '#server/order-store/order-store.ts';
import type { VariantFacts } from './variant-facts.ts';

/** What the account that buys has shown to the shop. */
export interface BuyerRights {
  /** Its trade, within the year for which a proof counts. */
  trade: boolean;
  /** A certificate that the shop has accepted and that is valid: such a farm may pay after the goods have come. */
  credit: boolean;
  /** A certificate of plant protection that is valid, of the account or given with the order. */
  certificate: boolean;
}

/** A proof of trade counts for so long, ms (Regulation (EU) 2019/1148, Article 8). */
const proofLasts = 365 * 24 * 60 * 60 * 1000;

/** Until when what was shown of a trade counts; null where nothing was, or its time is over. */
export function tradeUntil(proof: { at: string } | null | undefined, now: Date): Date | null {
  const until = Date.parse(proof?.at ?? '') + proofLasts;
  return until > now.getTime() ? new Date(until) : null;
}

/** Through its last day. */
export const isValid = (certificate: { validUntil: string } | null | undefined, now: Date): boolean =>
  certificate?.validUntil !== undefined && certificate.validUntil.slice(0, 10) >= dayText(now);

/** @param order of an account, or of a guest, who has shown nothing but what the order says */
export async function rightsOf(
  db: Db,
  order: Pick<OrderRow, 'customer_id' | 'certificate'>,
  now: Date,
): Promise<BuyerRights> {
  const given = isValid(order.certificate, now);
  if (order.customer_id === null) return { trade: false, credit: false, certificate: given };
  const row = await db
    .selectFrom('customer')
    .select(['trade_proof', 'certificate'])
    .where('id', '=', order.customer_id)
    .executeTakeFirst();
  const kept = isValid(row?.certificate, now);
  return {
    trade: tradeUntil(row?.trade_proof, now) !== null,
    credit: kept && row?.certificate?.state === 'accepted',
    certificate: given || kept,
  };
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

/** Why the goods may not lie in this cart; null where they may. A certificate is given with the order. */
export const cartRestriction = (
  fact: Pick<VariantFacts, 'trade_only'>,
  rights: BuyerRights,
): 'cart.trade_proof_required' | null =>
  fact.trade_only && !rights.trade ? 'cart.trade_proof_required' : null;

/** Why this buyer may not have the goods; null where they may. */
export const restrictionOf = (
  fact: Pick<VariantFacts, 'professional_use' | 'trade_only'>,
  rights: BuyerRights,
): 'cart.certificate_required' | 'cart.trade_proof_required' | null =>
  fact.professional_use && !rights.certificate ? 'cart.certificate_required' : cartRestriction(fact, rights);
