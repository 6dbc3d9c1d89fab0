/**
 * A delivery that was chosen without the shop is chosen there once its steps go on there: whoever chose a locker would else get,
 * and pay, the way that the shop begins with.
 */
import type { ChooseShippingMethodBody, ChooseShippingPlanBody } from '#contract/orders/delivery.ts';
import type { CheckoutOptions } from '#contract/orders/order-intents.ts';
import type { Order } from '#contract/orders/orders.ts';
import {
  deliveryWays,
  isDeliveryComplete,
  noPlaceYet,
  planOf,
  type OfflineDelivery,
} from '#domain/waiting/offline-order.ts';

/** Choose at the shop (CHK-03, CHK-05); each answers the order as it is then. */
export interface DeliveryCalls {
  choosePlan: (body: ChooseShippingPlanBody) => Promise<Order>;
  chooseMethod: (shipmentId: number, body: ChooseShippingMethodBody) => Promise<Order>;
}

/**
 * Chooses as far as the choice goes: the place of a locker, or of a collection, that is still open is asked by the step.
 * @returns the order as the shop has it; null when nothing of the kind is offered any more. Throws what the calls throw.
 */
export async function carryDelivery(
  delivery: OfflineDelivery,
  { items }: Order,
  options: CheckoutOptions,
  { choosePlan, chooseMethod }: DeliveryCalls,
): Promise<Order | null> {
  const ways = deliveryWays(items, options);
  const isPlaceOpen = delivery.method === null && delivery.place === noPlaceYet;
  // The shop counts with one of the places until one is chosen.
  const choice = isPlaceOpen ? { ...delivery, place: ways.places[0]?.code ?? null } : delivery;
  const { code, shipments } = planOf(choice, ways);
  if (shipments.length === 0) return null;
  const warehouseCode = code.startsWith('mixed.') ? shipments[1]?.warehouse : undefined;
  const planned = await choosePlan(warehouseCode ? { code, warehouseCode } : { code });
  if (isPlaceOpen || !isDeliveryComplete(choice, ways)) return planned;
  let order = planned;
  for (const { id, kind, method, pickupPoint } of planned.shipments) {
    const chosen = shipments.find(({ shippingMethod }) =>
      options.shippingMethods.some((one) => one.code === shippingMethod && one.kind === kind),
    );
    if (chosen === undefined) return null;
    const point = chosen.pickupPoint ?? undefined;
    const isChosen = method?.code === chosen.shippingMethod && pickupPoint?.code === point;
    // Choosing it again would open the steps behind it anew.
    if (planned.checkoutState !== 'cart' && isChosen) continue;
    order = await chooseMethod(id, {
      shippingMethod: chosen.shippingMethod,
      ...(point === undefined ? {} : { pickupPoint: point }),
    });
  }
  return order;
}
