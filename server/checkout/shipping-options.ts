/** How a cart can be delivered: plans, methods of a shipment, places to collect at (contract CHK-02, CHK-04). */
import type { CollectionPlace, ShippingMethod, ShippingPlan } from '#contract/orders/delivery.ts';
import { handsOutChemicals } from '#domain/orders/chemical-collection.ts';
import { applicablePromotions, applyPromotions } from '#domain/cart/promotions.ts';
import { taxInside } from '#domain/money/tax.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import { errorText, type ErrorCode } from '#server/errors/error-texts.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { readOrderOf, type OrderServices } from '#server/orders/change-order.ts';
import { weightOfShipment, weightRefusal } from '#server/order-terms/checkout-eligibility.ts';
import { estimate, presentWarehouse } from '#server/orders/delivery-presenter.ts';
import { cartLines, knownBuyer, loadPromotionInput } from '#server/orders/promotion-input.ts';
import { loadOrder } from '#server/orders/order-parts.ts';
import { goodsOf, outOfReach, plansFor } from '#server/orders/order-shipments.ts';
import { availabilityOf } from '#server/order-terms/variant-facts.ts';
import type { MethodRow } from '#server/order-terms/channel-methods.ts';
import { loadShipments } from '#server/order-store/order-store.ts';
import { textIn } from '#domain/catalogue/texts.ts';

const loadCart = (services: OrderServices, context: RequestContext, token: string) =>
  readOrderOf(services, token, context, async (db, order) => {
    const loaded = await loadOrder(db, order);
    return { db, order, known: knownBuyer(loaded), ...goodsOf(loaded) };
  });

/** What a method would really cost this buyer now: its price after shipping promotions, cents. */
type PriceOf = (method: MethodRow) => number;

async function pricing(
  services: OrderServices,
  cart: Awaited<ReturnType<typeof loadCart>>,
): Promise<PriceOf> {
  const { db, order, items, facts, sets, known } = cart;
  const { promotions, coupon, couponFits, buyer } = await loadPromotionInput(
    db,
    cart,
    order,
    services.now(),
    known,
  );
  const lines = cartLines({ items: items.filter((item) => facts.has(item.variant_id)), facts, sets });
  const applied = applicablePromotions(
    promotions,
    couponFits && coupon ? coupon.promotion_code : null,
    lines,
    buyer,
  );
  return (method) =>
    applyPromotions(applied, lines, [{ kind: method.kind, methodCode: method.code, price: method.price }])
      .filter((effect) => effect.shipment !== undefined)
      .reduce((price, effect) => price + effect.amount, method.price);
}

/** CHK-02: every way there is, with the cheapest price of each. */
export async function readShippingPlans(
  services: OrderServices,
  context: RequestContext,
  token: string,
): Promise<ShippingPlan[]> {
  const cart = await loadCart(services, context, token);
  const { order, warehouses, methods, weights } = cart;
  const priceOf = await pricing(services, cart);
  const plans = plansFor(order, cart);
  const missing = outOfReach(cart);
  return plans.map((plan) => {
    const shipments = plan.shipments.flatMap((planned) => {
      const place = warehouses.find((one) => one.code === planned.warehouse);
      if (!place) return [];
      const weight = weightOfShipment(planned.items, weights);
      const prices = methods
        .filter((method) => method.kind === planned.kind && weightRefusal(method, weight) === null)
        .map(priceOf);
      return [
        {
          warehouse: presentWarehouse(place, context.locale),
          items: planned.items.map(({ itemId, quantity }) => ({ itemId, quantity })),
          kind: planned.kind,
          priceFrom: prices.length === 0 ? 0 : Math.min(...prices),
          servable: prices.length > 0,
        },
      ];
    });
    const servable = shipments.every((shipment) => shipment.servable);
    const reason = plan.reason ?? (servable ? undefined : 'shipping.too_heavy');
    return {
      code: plan.code,
      kind: plan.kind,
      shipments: shipments.map(({ servable: _servable, ...shipment }) => shipment),
      priceFrom: shipments.reduce((sum, shipment) => sum + shipment.priceFrom, 0),
      available: plan.available && servable,
      ...(reason ? { unavailableReason: errorText(reason, context.locale) } : {}),
      ...(reason === 'shipping.not_coverable' && missing.length > 0 ? { missing } : {}),
      selected: plan.code === order.shipping_plan,
    };
  });
}

function presentMethod(
  method: MethodRow,
  weight: number,
  locale: string,
  now: Date,
  refusal: ErrorCode | null,
  priceOf: PriceOf,
): ShippingMethod {
  const price = priceOf(method);
  const reason = refusal ?? weightRefusal(method, weight);
  return {
    code: method.code,
    name: textIn(method.name, locale),
    ...(method.description ? { description: textIn(method.description, locale) } : {}),
    kind: method.kind,
    price,
    priceWithoutTax: price - taxInside(price, method.tax_rate),
    ...(price === method.price ? {} : { originalPrice: method.price }),
    available: reason === null,
    ...(reason === null ? {} : { unavailableReason: errorText(reason, locale) }),
    ...(method.provider === null ? {} : { provider: method.provider }),
    ...estimate(method.kind, now),
    position: method.position,
  };
}

/**
 * CHK-04. Methods of every kind that the shipment could go by; the ones that cannot take it are listed with the
 * reason when it helps (weight, chemical goods).
 */
export async function readShippingMethods(
  services: OrderServices,
  context: RequestContext,
  token: string,
  shipmentId: number,
): Promise<ShippingMethod[]> {
  const cart = await loadCart(services, context, token);
  const { db, order, items, facts, methods, weights } = cart;
  const priceOf = await pricing(services, cart);
  const shipment = (await loadShipments(db, order.id)).find((one) => one.id === shipmentId);
  if (!shipment) throw new ApiFailure(404, 'shipment.not_found');
  const weight = weightOfShipment(shipment.items, weights);
  const chemical = shipment.items.some((part) => {
    const item = items.find((one) => one.id === part.itemId);
    return item !== undefined && facts.get(item.variant_id)?.is_chemical;
  });
  const plans = plansFor(order, cart);
  const kinds = new Set(
    plans.filter((plan) => plan.available).flatMap((plan) => plan.shipments.map((one) => one.kind)),
  );
  return methods
    .filter((method) => chemical || method.kind === shipment.kind || kinds.has(method.kind))
    .filter((method) => weightRefusal(method, weight) !== 'shipping.too_light')
    .map((method) =>
      presentMethod(
        method,
        weight,
        context.locale,
        services.now(),
        chemical && method.kind !== 'collection' ? 'shipping.chemical_collect_only' : null,
        priceOf,
      ),
    );
}

/** CHK-08: places to collect at, with what each lacks. */
export async function readCollectionPlaces(
  services: OrderServices,
  context: RequestContext,
  token: string,
): Promise<CollectionPlace[]> {
  const { items, facts, warehouses } = await loadCart(services, context, token);
  const available = availabilityOf(facts.values());
  return warehouses
    .filter((place) => place.collection)
    .map((place) => {
      const missing = items.flatMap((item) => {
        const fact = facts.get(item.variant_id);
        const barred = fact?.is_chemical === true && !handsOutChemicals(place);
        const there = barred
          ? 0
          : fact?.tracked === false
            ? item.quantity
            : available(place.code, item.variant_code);
        return there >= item.quantity ? [] : [{ itemId: item.id, quantity: item.quantity - there }];
      });
      const wanted = items.reduce((sum, item) => sum + item.quantity, 0);
      const lacking = missing.reduce((sum, part) => sum + part.quantity, 0);
      return {
        ...presentWarehouse(place, context.locale),
        ...(place.latitude === null ? {} : { latitude: place.latitude }),
        ...(place.longitude === null ? {} : { longitude: place.longitude }),
        coverage:
          missing.length === 0 ? ('all' as const) : lacking < wanted ? ('part' as const) : ('none' as const),
        missing,
      };
    });
}
