/** What gift wrap costs and whether a cart can have it (contract 5.5): not where all lines are plant protection. */
import { loadChannel, type Db, type OrderRow, type VariantFacts } from './order-store.ts';

export interface WrapOffer {
  available: boolean;
  /** Cents, with tax. */
  price: number;
}

/** What wrapping these lines would cost in the order's channel, and whether they can be wrapped. */
export async function wrapOffer(
  db: Db,
  order: OrderRow,
  facts: Iterable<Pick<VariantFacts, 'is_chemical'>>,
): Promise<WrapOffer> {
  const channel = await loadChannel(db, order.channel_code);
  return {
    available: channel.gift_wrap_enabled && [...facts].some((fact) => !fact.is_chemical),
    price: channel.gift_wrap_price,
  };
}
