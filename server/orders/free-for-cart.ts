/** From which sum of goods delivery costs a cart nothing (contract 5.2): by the ways that its own goods can go. */
import type { Order } from '#contract/orders.ts';
import { textIn } from '#domain/catalogue/texts.ts';
import { freeDeliveryOf, isFreeFor } from '#server/order-terms/channel-rules.ts';
import { isMethodEligible, weightOfShipment } from '#server/order-terms/checkout-eligibility.ts';
import { plansFor } from './order-shipments.ts';
import { isLive } from '#server/order-store/order-store.ts';
import type { OrderView } from './order-to-present.ts';

/**
 * The least sum first, each with the names of its ways, in `locale`. Of a way that not all parcels of a plan fit, or that goods do not go
 * by, nothing is said, nor where a promotion that stands alone took the cart.
 */
export function freeForCart(view: OrderView, locale: string, now: Date): Pick<Order, 'freeDelivery'> {
  const { order, weights, facts } = view;
  const alone = view.promotions.find(
    ({ code, exclusive }) => exclusive && order.promotions.some((applied) => applied.code === code),
  );
  const free = freeDeliveryOf(view, now).filter(({ code }) => alone === undefined || alone.code === code);
  if (free.length === 0 || order.state !== 'cart') return {};
  const items = view.items.filter((item) => isLive(item) && facts.has(item.variant_id));
  const plans = plansFor(order, { ...view, items }).filter(({ available }) => available);
  const isUsable = (method: OrderView['methods'][number]): boolean =>
    plans.some(({ shipments }) => {
      const sent = shipments.filter(({ kind }) => kind === method.kind);
      const fits = (parcel: (typeof sent)[number]) =>
        isMethodEligible(method, parcel.kind, weightOfShipment(parcel.items, weights));
      return sent.length > 0 && sent.every(fits);
    });
  const ways = new Map<number, string[]>();
  for (const method of view.methods.filter(({ price }) => price > 0)) {
    const sums = free.filter((one) => isFreeFor(one, method)).map(({ from }) => from);
    if (sums.length === 0 || !isUsable(method)) continue;
    const from = Math.min(...sums);
    ways.set(from, [...(ways.get(from) ?? []), textIn(method.name, locale)]);
  }
  if (ways.size === 0) return {};
  return {
    freeDelivery: [...ways].toSorted(([a], [b]) => a - b).map(([from, methods]) => ({ from, methods })),
  };
}
