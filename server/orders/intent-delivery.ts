/** The way of delivery of an order intent, made into shipments with methods (contract CHK-19, 5.6, 5.7, 5.10 groups 9, 10). */
import type { OrderIntentBody } from '#contract/order-intents.ts';
import type { DeliveryPlan, PlannedShipment } from '#domain/delivery-plans.ts';
import { ApiFailure } from '#server/http/api-failure.ts';
import { isMethodEligible, weightOfShipment } from './checkout-eligibility.ts';
import { presentPickupPoint } from './delivery-presenter.ts';
import { collectPlace } from './intent-parts.ts';
import { plansFor } from './order-recalculation.ts';
import {
  loadItems,
  loadShippingMethods,
  loadVariantFacts,
  loadWarehouses,
  type Db,
  type MethodRow,
  type OrderRow,
  type VariantFacts,
  type WarehouseRow,
} from './order-store.ts';
import { textIn } from './order-texts.ts';
import { refusal } from './refusal.ts';

/** Builds the shipments that the buyer agreed to, or refuses: another way of delivery is another agreement. */
export async function buildShipments(
  db: Db,
  order: OrderRow,
  body: OrderIntentBody,
  locale: string,
): Promise<void> {
  const items = await loadItems(db, order.id);
  const loaded = await loadVariantFacts(db, order.channel_id, { ids: items.map((item) => item.variant_id) });
  const facts = new Map(loaded.map((fact) => [fact.variant_id, fact]));
  const warehouses = await loadWarehouses(db, order.channel_code);
  const methods = await loadShippingMethods(db, order.channel_id);
  const place = collectPlace(body);
  if (place !== null && !warehouses.some((one) => one.code === place && one.collection))
    throw refusal('shipping.warehouse_unknown', 'plan', locale);
  const plans = await plansFor(db, order, items, facts, warehouses, methods, place);
  const plan = choosePlan(plans, body, place, warehouses, loaded, locale);

  const chosen = body.plan.shipments.map((choice, index) => {
    const method = methods.find((one) => one.code === choice.shippingMethod);
    if (!method) throw refusal('shipping.method_unknown', `plan.shipments[${index}].shippingMethod`, locale);
    return { choice, method, index };
  });
  const weights = new Map(items.map((item) => [item.id, facts.get(item.variant_id)?.weight ?? 0]));
  await db.deleteFrom('shipment').where('order_id', '=', order.id).execute();
  for (const [position, planned] of plan.shipments.entries()) {
    const warehouse = warehouses.find((one) => one.code === planned.warehouse);
    const own = chosen[position];
    const mine =
      own?.method.kind === planned.kind ? own : chosen.find((one) => one.method.kind === planned.kind);
    if (!warehouse || !mine) throw new ApiFailure(409, 'shipping.plan_gone');
    // Collected elsewhere than agreed is another service.
    const wanted = mine.choice.warehouse ?? place;
    if (planned.kind === 'collection' && wanted !== null && wanted !== planned.warehouse)
      throw new ApiFailure(409, 'shipping.plan_gone');
    const weight = weightOfShipment(planned.items, weights);
    await db
      .insertInto('shipment')
      .values({
        order_id: order.id,
        position,
        kind: planned.kind,
        warehouse_id: warehouse.id,
        items: JSON.stringify(planned.items),
        method_code: mine.method.code,
        method_name: JSON.stringify(mine.method.name),
        price: mine.method.price,
        pickup_point: await pickupPointOf(db, planned, mine, weight, locale),
        tracking: null,
        tracking_url: null,
      })
      .execute();
  }
  await db
    .updateTable('order')
    .set({ shipping_plan: plan.code, collect_at: plan.kind === 'courier' ? null : place })
    .where('id', '=', order.id)
    .execute();
}

function choosePlan(
  plans: readonly DeliveryPlan[],
  body: OrderIntentBody,
  place: string | null,
  warehouses: readonly WarehouseRow[],
  facts: readonly VariantFacts[],
  locale: string,
): DeliveryPlan {
  const { code } = body.plan;
  const wanted = code === 'collection' && place !== null ? `collection.${place}` : code;
  const plan =
    plans.find((one) => one.code === wanted) ??
    // "Collect" without a place: the first one that has everything.
    (wanted === 'collection' ? plans.find((one) => one.kind === 'collection' && one.available) : undefined);
  if (plan?.available) return plan;
  const chemical = facts.some((fact) => fact.is_chemical);
  const at = warehouses.find((one) => `collection.${one.code}` === wanted);
  if (chemical && (['courier', 'pickup_point'].includes(wanted) || (at && (at.main || !at.chemicals))))
    throw refusal('shipping.chemical_collect_only', 'plan.code', locale);
  throw new ApiFailure(409, 'shipping.plan_gone');
}

/** The pick-up point of a shipment as jsonb, null for other kinds; refuses methods that cannot take the parcel. */
async function pickupPointOf(
  db: Db,
  planned: PlannedShipment,
  mine: { method: MethodRow; index: number; choice: { pickupPoint?: string | null | undefined } },
  weight: number,
  locale: string,
): Promise<string | null> {
  const { method, index, choice } = mine;
  const at = (name: string) => `plan.shipments[${index}].${name}`;
  if (!isMethodEligible(method, planned.kind, weight))
    throw refusal('shipping.method_ineligible', at('shippingMethod'), locale, {
      method: textIn(method.name, locale),
    });
  if (planned.kind !== 'pickup_point') return null;
  if (!choice.pickupPoint) throw refusal('shipping.pickup_point_required', at('pickupPoint'), locale);
  const point = await db
    .selectFrom('pickup_point')
    .selectAll()
    .where('code', '=', choice.pickupPoint)
    .where('provider', '=', method.provider ?? '')
    .executeTakeFirst();
  if (!point || (point.max_weight !== null && weight > point.max_weight))
    throw refusal('shipping.pickup_point_unknown', at('pickupPoint'), locale);
  return JSON.stringify(presentPickupPoint(point));
}
