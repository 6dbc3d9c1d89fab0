/** The way of delivery of an order intent, made into shipments with methods (contract CHK-19, 5.6, 5.7, 5.10 groups 9, 10). */
import type { PickupPoint } from '#contract/orders/delivery.ts';
import type { OrderIntentBody } from '#contract/orders/order-intents.ts';
import type { PlannedShipment } from '#domain/orders/split-over-warehouses.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import { isMethodEligible, weightOfShipment } from '#server/order-terms/checkout-eligibility.ts';
import { presentPickupPoint } from '#server/orders/delivery-presenter.ts';
import { collectPlace } from './intent-parts.ts';
import {
  choosePlan,
  goodsOf,
  plansFor,
  replaceShipments,
  type NewShipment,
} from '#server/orders/order-shipments.ts';
import type { LoadedOrder } from '#server/orders/order-parts.ts';
import type { Db } from '#server/order-store/order-store.ts';
import type { MethodRow } from '#server/order-terms/channel-methods.ts';
import { textIn } from '#domain/catalogue/texts.ts';
import { refusal } from '#server/forms/refusal.ts';

/**
 * Builds the shipments that the buyer agreed to, or refuses: another way of delivery is another agreement.
 * @param loaded the order that was read: its parts are changed as what is stored of it; its recalculation stores the plan
 */
export async function buildShipments(
  db: Db,
  loaded: LoadedOrder,
  body: OrderIntentBody,
  locale: string,
): Promise<void> {
  const { parts } = loaded;
  const { order } = parts;
  const goods = goodsOf(loaded);
  const { weights, warehouses, methods } = goods;
  const place = collectPlace(body);
  if (place !== null && !warehouses.some((one) => one.code === place && one.collection))
    throw refusal('shipping.warehouse_unknown', 'plan', locale);
  const plans = plansFor(order, goods, place);
  const plan = choosePlan(plans, body.plan.code, place, goods, { path: 'plan.code', locale });

  const chosen = body.plan.shipments.map((choice, index) => {
    const method = methods.find((one) => one.code === choice.shippingMethod);
    if (!method) throw refusal('shipping.method_unknown', `plan.shipments[${index}].shippingMethod`, locale);
    return { choice, method, index };
  });
  const shipments: NewShipment[] = [];
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
    const pickupPoint = await pickupPointOf(db, planned, mine, weight, locale);
    shipments.push({ position, planned, warehouse, chosen: { method: mine.method, pickupPoint } });
  }
  parts.shipments = await replaceShipments(db, order.id, shipments);
  order.shipping_plan = plan.code;
  const collectAt = plan.kind === 'courier' ? null : place;
  if (order.collect_at === collectAt) return;
  order.collect_at = collectAt;
  await db.updateTable('order').set({ collect_at: collectAt }).where('id', '=', order.id).execute();
}

/** The pick-up point of a shipment, null for other kinds; refuses methods that cannot take the parcel. */
async function pickupPointOf(
  db: Db,
  planned: PlannedShipment,
  mine: { method: MethodRow; index: number; choice: { pickupPoint?: string | null | undefined } },
  weight: number,
  locale: string,
): Promise<PickupPoint | null> {
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
  return presentPickupPoint(point);
}
