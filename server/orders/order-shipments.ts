/** The shipments of an order: the plans that its goods allow, the one that was chosen, and its rows (contract 5.6, 5.7). */
import { soldCardMarker } from '#contract/orders/gift-marker.ts';
import { deliveryPlans, linesOutOfReach, type DeliveryPlan } from '#domain/orders/delivery-plans.ts';
import { type PlanLine, type PlannedShipment } from '#domain/orders/split-over-warehouses.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import type { ChannelRules } from '#server/order-terms/channel-rules.ts';
import { isMethodEligible, weightOfShipment } from '#server/order-terms/checkout-eligibility.ts';
import { loadOrder, type LoadedOrder } from './order-parts.ts';
import type { SoldSetRow } from '#server/order-terms/sold-sets.ts';
import { availabilityOf, type VariantFacts } from '#server/order-terms/variant-facts.ts';
import type { Db, ItemRow, OrderRow, ShipmentRow, WarehouseRow } from '#server/order-store/order-store.ts';
import type { MethodRow } from '#server/order-terms/channel-methods.ts';
import { refusal } from '#server/forms/refusal.ts';

/** What decides how an order can be delivered. */
export interface CartGoods extends ChannelRules {
  /** Lines that are not deleted. */
  items: ItemRow[];
  /** By variant id. */
  facts: Map<number, VariantFacts>;
  /** Sets that lines are parts of. */
  sets: SoldSetRow[];
  /** Grams of one piece, by line id. */
  weights: Map<number, number>;
}

export const loadGoods = async (db: Db, order: Pick<OrderRow, 'id' | 'channel_id'>): Promise<CartGoods> =>
  goodsOf(await loadOrder(db, order));

/** Of an order whose lines may have been changed since it was read. */
export function goodsOf({ parts, known, sets, rules }: LoadedOrder): CartGoods {
  const items = parts.items.filter((item) => item.deleted_at === null);
  const live = new Set(items.map((item) => item.variant_id));
  const facts = new Map([...known].filter(([id]) => live.has(id)));
  return {
    items,
    facts,
    sets,
    weights: new Map(items.map((item) => [item.id, facts.get(item.variant_id)?.weight ?? 0])),
    ...rules,
  };
}

/** Lines that somebody brings or collects: gift cards that are bought are mailed. */
export const deliveredLines = <Item extends Pick<ItemRow, 'marker'>>(items: readonly Item[]): Item[] =>
  items.filter(({ marker }) => marker !== soldCardMarker);

/** The lines of a cart as the rules of delivery see them. */
export const planLines = (
  items: readonly ItemRow[],
  facts: ReadonlyMap<number, Pick<VariantFacts, 'is_chemical' | 'tracked' | 'weight'>>,
): PlanLine[] =>
  deliveredLines(items).map((item) => {
    const fact = facts.get(item.variant_id);
    return {
      itemId: item.id,
      variantCode: item.variant_code,
      quantity: item.quantity,
      chemical: fact?.is_chemical ?? item.collect_only,
      tracked: fact?.tracked ?? true,
      weight: fact?.weight ?? 0,
    };
  });

/** Lines that can be had in no way today, with the pieces that are missing. */
export const outOfReach = ({
  items,
  facts,
  warehouses,
}: Pick<CartGoods, 'items' | 'facts' | 'warehouses'>): { itemId: number; quantity: number }[] =>
  linesOutOfReach(planLines(items, facts), warehouses, availabilityOf(facts.values()));

/** Where no method goes that way, nothing about the goods is the reason, and it is none of the shop's ways. */
const isOffered = ({ kind, code, shipments }: DeliveryPlan, methods: readonly MethodRow[]): boolean =>
  [kind === 'mixed' ? code.replace('mixed.', '') : kind, ...shipments.map((one) => one.kind)].every((way) =>
    methods.some((method) => method.kind === way),
  );

/** Plans for the goods with today's stock, of the ways that the shop has. */
export function plansFor(
  order: Pick<OrderRow, 'collect_at'>,
  { items, facts, warehouses, methods }: CartGoods,
  collectAt: string | null = order.collect_at,
): DeliveryPlan[] {
  const lines = planLines(items, facts);
  const available = availabilityOf(facts.values());
  const limits = methods
    .filter((method) => method.kind === 'pickup_point')
    .map((method) => method.max_weight);
  return deliveryPlans(lines, warehouses, available, {
    pickupMaxWeight:
      limits.length === 0 ? null : Math.max(...limits.map((limit) => limit ?? Number.MAX_SAFE_INTEGER)),
    collectAt,
  }).filter((plan) => isOffered(plan, methods));
}

/**
 * The plan that was asked for by its code.
 * @param place where the buyer collects, if they have said so; else the first place that has everything
 * @param path of the code in the request, for a refusal
 * @throws shipping.chemical_collect_only: chemical goods in a parcel, or collected where they may not be handed out;
 * shipping.plan_gone: it cannot be had any more
 */
export function choosePlan(
  plans: readonly DeliveryPlan[],
  code: string,
  place: string | null,
  { facts, warehouses }: Pick<CartGoods, 'facts' | 'warehouses'>,
  { path, locale }: { path: string; locale: string },
): DeliveryPlan {
  const wanted = code === 'collection' && place !== null ? `collection.${place}` : code;
  const plan =
    plans.find((one) => one.code === wanted) ??
    (wanted === 'collection' ? plans.find((one) => one.kind === 'collection' && one.available) : undefined);
  if (plan?.available) return plan;
  const at = warehouses.find((one) => `collection.${one.code}` === wanted);
  const isBarred =
    ['courier', 'pickup_point'].includes(wanted) || (at !== undefined && (at.main || !at.chemicals));
  if (isBarred && [...facts.values()].some((fact) => fact.is_chemical))
    throw refusal('shipping.chemical_collect_only', path, locale);
  throw new ApiFailure(409, 'shipping.plan_gone');
}

/** A shipment of a plan; `chosen` is null until the buyer has chosen how it goes. */
export interface NewShipment {
  position: number;
  planned: PlannedShipment;
  warehouse: WarehouseRow;
  chosen: { method: MethodRow; pickupPoint: unknown } | null;
}

/** Writes the shipments of an order in place of those that it has. */
export async function replaceShipments(
  db: Db,
  orderId: number,
  shipments: readonly NewShipment[],
): Promise<ShipmentRow[]> {
  if (shipments.length === 0) {
    await db.deleteFrom('shipment').where('order_id', '=', orderId).execute();
    return [];
  }
  return db
    .with('gone', (cte) => cte.deleteFrom('shipment').where('order_id', '=', orderId))
    .insertInto('shipment')
    .values(
      shipments.map(({ position, planned, warehouse, chosen }) => ({
        order_id: orderId,
        position,
        kind: planned.kind,
        warehouse_id: warehouse.id,
        items: JSON.stringify(planned.items),
        method_code: chosen?.method.code ?? null,
        method_name: chosen ? JSON.stringify(chosen.method.name) : null,
        price: chosen?.method.price ?? 0,
        pickup_point: chosen?.pickupPoint ? JSON.stringify(chosen.pickupPoint) : null,
        tracking: null,
        tracking_url: null,
      })),
    )
    .returningAll()
    .execute();
}

const sameShipments = (
  rows: readonly ShipmentRow[],
  plan: DeliveryPlan,
  codeOf: (id: number) => string,
): boolean =>
  rows.length === plan.shipments.length &&
  rows.every((row, index) => {
    const planned = plan.shipments[index];
    return (
      planned?.kind === row.kind &&
      planned.warehouse === codeOf(row.warehouse_id) &&
      JSON.stringify(planned.items) === JSON.stringify(row.items)
    );
  });

/** The same kinds by the same methods at the same price: the buyer gets what they chose, from elsewhere. */
export const sameService = (before: readonly ShipmentRow[], after: readonly ShipmentRow[]): boolean => {
  const face = (rows: readonly ShipmentRow[]) =>
    JSON.stringify(rows.map((row) => [row.kind, row.method_code, row.price, row.pickup_point?.code ?? null]));
  // Another place to collect at is another service.
  const collected = (rows: readonly ShipmentRow[]) =>
    JSON.stringify(rows.filter((row) => row.kind === 'collection').map((row) => row.warehouse_id));
  return face(before) === face(after) && collected(before) === collected(after);
};

/**
 * Shipments follow the plan; a plan that no longer covers the lines gives way to the one that sends the rest in the same
 * way, else to the first that does. `rebuilt`: the buyer gets another service than was chosen.
 */
export async function rebuildShipments(
  db: Db,
  order: OrderRow,
  before: ShipmentRow[],
  plans: readonly DeliveryPlan[],
  { warehouses, methods, weights }: CartGoods,
): Promise<{ shipments: ShipmentRow[]; plan: string | null; rebuilt: boolean }> {
  const plan =
    plans.find((one) => one.available && one.code === order.shipping_plan) ??
    plans.find((one) => one.available && one.code === `mixed.${order.shipping_plan ?? ''}`) ??
    plans.find((one) => one.available && `mixed.${one.code}` === order.shipping_plan) ??
    plans.find((one) => one.available);
  const codeOf = (id: number) => warehouses.find((warehouse) => warehouse.id === id)?.code ?? '';
  if (!plan) {
    if (before.length === 0) return { shipments: before, plan: null, rebuilt: false };
    return { shipments: await replaceShipments(db, order.id, []), plan: null, rebuilt: true };
  }
  if (sameShipments(before, plan, codeOf)) return { shipments: before, plan: plan.code, rebuilt: false };
  const planned = plan.shipments.flatMap((planned, position): NewShipment[] => {
    const warehouse = warehouses.find((one) => one.code === planned.warehouse);
    if (!warehouse) return [];
    // A choice made before is kept where it still fits, so that a changed quantity does not forget it.
    const old = before[position]?.kind === planned.kind ? before[position] : undefined;
    const method = methods.find((one) => one.code === old?.method_code);
    const weight = weightOfShipment(planned.items, weights);
    const fits = old && method && isMethodEligible(method, planned.kind, weight);
    return [
      { position, planned, warehouse, chosen: fits ? { method, pickupPoint: old.pickup_point } : null },
    ];
  });
  const shipments = await replaceShipments(db, order.id, planned);
  return { shipments, plan: plan.code, rebuilt: !sameService(before, shipments) };
}
