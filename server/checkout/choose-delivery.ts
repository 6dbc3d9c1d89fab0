/** The plan of delivery and the method of each shipment (contract CHK-03, CHK-05). */
import type { ChooseShippingMethodBody, ChooseShippingPlanBody, DeliveryKind } from '#contract/delivery.ts';
import { textIn } from '#domain/catalogue/texts.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import { refusal } from '#server/forms/refusal.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { changeCart, type OrderAnswer, type OrderServices } from '#server/orders/change-order.ts';
import { isMethodEligible, weightOfShipment } from '#server/order-terms/checkout-eligibility.ts';
import { presentPickupPoint } from '#server/orders/delivery-presenter.ts';
import { isStored } from '#server/order-store/is-stored.ts';
import { choosePlan, loadGoods, plansFor } from '#server/orders/order-shipments.ts';
import {
  loadItems,
  loadShipments,
  loadWarehouses,
  type Db,
  type OrderRow,
} from '#server/order-store/order-store.ts';
import { loadShippingMethods } from '#server/order-terms/channel-methods.ts';
import { loadVariantFacts } from '#server/order-terms/variant-facts.ts';
import { moveTo } from './checkout-state.ts';

/** CHK-03: shipments are built anew by the plan; methods are asked for again. */
export const chooseShippingPlan = (
  services: OrderServices,
  context: RequestContext,
  token: string,
  body: ChooseShippingPlanBody,
): Promise<OrderAnswer> =>
  changeCart(services, context, token, async (db, order) => {
    const isSame = !(await usePlan(db, order, body.code, body.warehouseCode ?? null, context.locale));
    return { change: 'plan', isSame };
  });

/**
 * Sets the plan of an order after looking whether it can be had; shipments follow in the recalculation.
 * @returns whether it was another one
 */
async function usePlan(
  db: Db,
  order: OrderRow,
  planCode: string,
  warehouseCode: string | null,
  locale: string,
): Promise<boolean> {
  const goods = await loadGoods(db, order);
  if (goods.items.length === 0) throw new ApiFailure(422, 'cart.empty');
  if (warehouseCode !== null && !goods.warehouses.some((one) => one.code === warehouseCode && one.collection))
    throw refusal('shipping.warehouse_unknown', 'warehouseCode', locale);
  const collectAt = warehouseCode ?? order.collect_at;
  const plans = plansFor(order, goods, collectAt);
  const plan = choosePlan(plans, planCode, warehouseCode, goods, { path: 'code', locale });
  if (
    warehouseCode !== null &&
    plan.kind === 'mixed' &&
    !plan.shipments.some((one) => one.kind === 'collection' && one.warehouse === warehouseCode)
  )
    throw new ApiFailure(409, 'shipping.plan_gone');
  const columns = { shipping_plan: plan.code, collect_at: plan.kind === 'courier' ? null : collectAt };
  if (isStored(order, columns)) return false;
  await db.updateTable('order').set(columns).where('id', '=', order.id).execute();
  return true;
}

/** CHK-05. */
export const chooseShippingMethod = (
  services: OrderServices,
  context: RequestContext,
  token: string,
  shipmentId: number,
  body: ChooseShippingMethodBody,
): Promise<OrderAnswer> =>
  changeCart(services, context, token, async (db, order) => {
    const { locale } = context;
    const shipments = await loadShipments(db, order.id);
    const shipment = shipments.find((one) => one.id === shipmentId);
    // Not that the cart were gone: another choice has built its shipments anew.
    if (!shipment) throw new ApiFailure(409, 'shipping.plan_gone');
    const method = (await loadShippingMethods(db, order.channel_id)).find(
      (one) => one.code === body.shippingMethod,
    );
    if (!method) throw refusal('shipping.method_unknown', 'shippingMethod', locale);
    const items = await loadItems(db, order.id);
    const facts = await loadVariantFacts(db, order.channel_id, {
      ids: items.map((item) => item.variant_id),
    });
    const chemical = shipment.items.some((part) => {
      const item = items.find((one) => one.id === part.itemId);
      return facts.some((fact) => fact.variant_id === item?.variant_id && fact.is_chemical);
    });
    if (chemical && method.kind !== 'collection')
      throw refusal('shipping.chemical_collect_only', 'shippingMethod', locale);
    const weights = new Map(
      items.map((item) => [item.id, facts.find((fact) => fact.variant_id === item.variant_id)?.weight ?? 0]),
    );
    const weight = weightOfShipment(shipment.items, weights);
    if (!isMethodEligible(method, method.kind, weight))
      throw refusal('shipping.method_ineligible', 'shippingMethod', locale, {
        method: textIn(method.name, locale),
      });

    let pickupPoint: string | null = null;
    if (method.kind === 'pickup_point') {
      if (!body.pickupPoint) throw refusal('shipping.pickup_point_required', 'pickupPoint', locale);
      const point = await db
        .selectFrom('pickup_point')
        .selectAll()
        .where('code', '=', body.pickupPoint)
        .where('provider', '=', method.provider ?? '')
        .executeTakeFirst();
      if (!point || (point.max_weight !== null && weight > point.max_weight))
        throw refusal('shipping.pickup_point_unknown', 'pickupPoint', locale);
      pickupPoint = JSON.stringify(presentPickupPoint(point));
    }

    // Another kind, or another place to collect at, is another plan.
    const place = (await loadWarehouses(db, order.channel_code)).find(
      (one) => one.id === shipment.warehouse_id,
    );
    const otherKind = method.kind !== shipment.kind;
    const otherPlace =
      method.kind === 'collection' && Boolean(body.warehouse) && body.warehouse !== place?.code;
    let position: number | null = null;
    if (otherKind || otherPlace) {
      await usePlan(
        db,
        order,
        planFor(order, shipment.kind, method.kind, body.warehouse ?? null),
        body.warehouse ?? null,
        locale,
      );
      position = shipment.position;
    }
    const choose = {
      method_code: method.code,
      method_name: JSON.stringify(method.name),
      price: method.price,
      pickup_point: pickupPoint,
    };
    if (position === null) {
      const isSame = isStored(shipment, choose);
      if (!isSame) await db.updateTable('shipment').set(choose).where('id', '=', shipment.id).execute();
      return {
        change: 'method',
        isSame: isSame && order.checkout_state === 'shipping_selected',
        after: (db, order) => moveTo(db, order, 'select_shipping').then(() => settle(db, order)),
      };
    }
    // The plan's shipments take the place of the old ones with the choice already in them.
    await db
      .updateTable('shipment')
      .set({ ...choose, kind: method.kind })
      .where('id', '=', shipment.id)
      .execute();
    return {
      change: 'plan',
      after: (db, order) => moveTo(db, order, 'select_shipping').then(() => settle(db, order)),
    };
  });

/** select_shipping holds only when every shipment has what it needs. */
async function settle(db: Db, order: OrderRow): Promise<void> {
  const shipments = await loadShipments(db, order.id);
  const complete =
    shipments.length > 0 &&
    shipments.every(
      (one) => one.method_code !== null && (one.kind !== 'pickup_point' || one.pickup_point !== null),
    );
  if (!complete)
    await db.updateTable('order').set({ checkout_state: 'cart' }).where('id', '=', order.id).execute();
}

/** Plan that follows from choosing a method of another kind or place: the rest of a mixed order stays as it is. */
function planFor(order: OrderRow, from: DeliveryKind, to: DeliveryKind, warehouse: string | null): string {
  const mixed = order.shipping_plan?.startsWith('mixed.') ?? false;
  if (to !== 'collection') return mixed ? `mixed.${to}` : to;
  if (mixed && from === 'collection') return order.shipping_plan ?? 'mixed.courier';
  return warehouse === null ? 'collection' : `collection.${warehouse}`;
}
