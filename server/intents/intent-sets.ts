/** Sets of an order intent (contract CHK-19): which of its pieces are parts of a set, and so cost what the set does. */
import type { OrderIntentBody } from '#contract/order-intents.ts';
import type { WantedLine } from '#domain/waiting/intent-lines.ts';
import { loadSoldSet, type SoldSetRow } from '#server/order-terms/sold-sets.ts';
import type { Db, OrderRow } from '#server/order-store/order-store.ts';

/** A line of the order: pieces alone, or those of one part of a set. */
export interface IntentItem {
  code: string;
  quantity: number;
  set: { sold: SoldSetRow; group: string; quantity: number; required: boolean } | null;
}

/**
 * The lines with the parts of its sets apart. A set that the shop does not sell so today, or that the pieces do not suffice for, is
 * none: its parts cost what they do alone, and the total tells.
 */
export async function itemsOf(
  db: Db,
  order: OrderRow,
  { sets = [] }: Pick<OrderIntentBody, 'sets'>,
  kept: readonly WantedLine[],
): Promise<IntentItem[]> {
  const left = new Map(kept.map(({ code, quantity }) => [code, quantity]));
  const inSets: IntentItem[] = [];
  for (const [index, wanted] of sets.entries()) {
    const sold = await loadSoldSet(db, order.channel_id, wanted.productCode);
    if (!sold || sold.price === null) continue;
    const parts = sold.parts.filter(({ code }) => wanted.parts.includes(code));
    const isSet =
      parts.length === new Set(wanted.parts).size &&
      sold.parts.every((part) => !part.required || parts.includes(part)) &&
      parts.every(({ code, quantity }) => (left.get(code) ?? 0) >= quantity * wanted.quantity);
    if (!isSet) continue;
    for (const { code, quantity, required } of parts) {
      left.set(code, (left.get(code) ?? 0) - quantity * wanted.quantity);
      const set = { sold, group: `set-${index}`.padEnd(8, '-'), quantity, required };
      inSets.push({ code, quantity: quantity * wanted.quantity, set });
    }
  }
  const alone = [...left].filter(([, quantity]) => quantity > 0);
  return [...alone.map(([code, quantity]) => ({ code, quantity, set: null })), ...inSets];
}
