/** What a checkout asks before it chooses: plans, methods, places (contract CHK-02, CHK-04, CHK-06 to CHK-08, CHK-10). */
import { sql } from 'kysely';
import type { CollectionPlace, PickupPoint, ShippingMethod, ShippingPlan } from '#contract/delivery.ts';
import type { PaymentMethod } from '#contract/payments.ts';
import { handsOutChemicals } from '#domain/orders/delivery-plans.ts';
import { applicablePromotions, applyPromotions } from '#domain/cart/promotions.ts';
import { taxInside } from '#domain/money/tax.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import { errorText } from '#server/errors/error-texts.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { reader, requireOrder, type OrderServices } from '#server/order-store/change-order.ts';
import {
  isPaymentEligible,
  weightOfShipment,
  weightRefusal,
} from '#server/order-store/checkout-eligibility.ts';
import { estimate, presentPickupPoint, presentWarehouse } from '#server/order-store/delivery-presenter.ts';
import { cartLine, loadPromotionInput } from '#server/order-store/order-recalculation.ts';
import { loadGoods, outOfReach, plansFor } from '#server/order-store/order-shipments.ts';
import { availabilityOf } from '#server/order-store/variant-facts.ts';
import {
  loadPaymentMethods,
  type MethodRow,
  type PaymentMethodRow,
} from '#server/order-store/channel-methods.ts';
import { loadPayments, loadShipments, type OrderRow } from '#server/order-store/order-store.ts';
import { textIn } from '#domain/catalogue/texts.ts';
import { rightsOf } from '#server/order-store/restricted-goods.ts';

async function loadCart(services: OrderServices, context: RequestContext, token: string) {
  const db = reader(services);
  const order = await requireOrder(services, db, token, context);
  return { db, order, ...(await loadGoods(db, order)) };
}

/** What a method would really cost this buyer now: its price after shipping promotions, cents. */
type PriceOf = (method: MethodRow) => number;

async function pricing(
  services: OrderServices,
  cart: Awaited<ReturnType<typeof loadCart>>,
): Promise<PriceOf> {
  const { db, order, items, facts } = cart;
  const { promotions, coupon, couponFits, buyer } = await loadPromotionInput(db, cart, order, services.now());
  const lines = items.flatMap((item) => {
    const fact = facts.get(item.variant_id);
    return fact ? [cartLine(item, fact)] : [];
  });
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
  refusal: string | null,
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

export interface PickupPointsQuery {
  provider?: string | undefined;
  shippingMethod?: string | undefined;
  countryCode?: string | undefined;
  city?: string | undefined;
  postCode?: string | undefined;
  query?: string | undefined;
  lat?: number | undefined;
  lng?: number | undefined;
  page?: number | undefined;
  itemsPerPage?: number | undefined;
}

const contains = (text: string): string => `%${text.replace(/[%_\\]/g, String.raw`\$&`)}%`;

/** CHK-06: points of one provider, nearest first when a place is given. */
export async function readPickupPoints(
  services: OrderServices,
  query: PickupPointsQuery,
): Promise<{ points: PickupPoint[]; total: number; page: number; itemsPerPage: number }> {
  const db = reader(services);
  let provider = query.provider;
  if (provider === undefined && query.shippingMethod !== undefined) {
    const method = await db
      .selectFrom('shipping_method')
      .select('provider')
      .where('code', '=', query.shippingMethod)
      .executeTakeFirst();
    provider = method?.provider ?? undefined;
    if (provider === undefined) throw new ApiFailure(404, 'shipping.provider_unknown');
  }
  if (provider === undefined) {
    throw new ApiFailure(400, 'query.invalid', {
      violations: [{ propertyPath: 'provider', message: 'Not valid', code: 'required' }],
    });
  }
  const known = await db
    .selectFrom('pickup_point')
    .select('id')
    .where('provider', '=', provider)
    .limit(1)
    .executeTakeFirst();
  if (!known) throw new ApiFailure(404, 'shipping.provider_unknown');
  const { countryCode, city, postCode, query: text, lat, lng } = query;
  const base = db
    .selectFrom('pickup_point')
    .where('provider', '=', provider)
    .$if(countryCode !== undefined, (q) => q.where('country_code', '=', (countryCode ?? '').toUpperCase()))
    .$if(city !== undefined, (q) => q.where('city', 'ilike', contains(city ?? '')))
    .$if(postCode !== undefined, (q) => q.where('post_code', 'ilike', contains(postCode ?? '')))
    .$if(text !== undefined, (q) =>
      q.where((eb) =>
        eb.or(
          (['name', 'address', 'city', 'post_code'] as const).map((column) =>
            eb(column, 'ilike', contains(text?.trim() ?? '')),
          ),
        ),
      ),
    );
  const counted = await base.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirst();
  const page = query.page ?? 1;
  const itemsPerPage = query.itemsPerPage ?? 30;
  const near = lat !== undefined && lng !== undefined;
  const rows =
    itemsPerPage === 0
      ? []
      : await base
          .selectAll()
          .$if(near, (q) =>
            // Flat-earth distance is enough to order points of one country.
            q.orderBy(
              sql`power(latitude - ${lat ?? 0}, 2) + power((longitude - ${lng ?? 0}) * cos(radians(${lat ?? 0})), 2)`,
            ),
          )
          .orderBy('city')
          .orderBy('name')
          .orderBy('code')
          .limit(itemsPerPage)
          .offset((page - 1) * itemsPerPage)
          .execute();
  return { points: rows.map(presentPickupPoint), total: counted?.count ?? 0, page, itemsPerPage };
}

/** CHK-07. */
export async function readPickupPoint(services: OrderServices, code: string): Promise<PickupPoint> {
  const row = await reader(services)
    .selectFrom('pickup_point')
    .selectAll()
    .where('code', '=', code)
    .executeTakeFirst();
  if (!row) throw new ApiFailure(404, 'not_found');
  return presentPickupPoint(row);
}

export function presentPaymentMethod(row: PaymentMethodRow, locale: string): PaymentMethod {
  return {
    code: row.code,
    name: textIn(row.name, locale),
    ...(row.description ? { description: textIn(row.description, locale) } : {}),
    ...(row.instructions ? { instructions: textIn(row.instructions, locale) } : {}),
    kind: row.kind,
    position: row.position,
  };
}

/** CHK-10: methods that fit the total and the kinds of delivery. */
export async function readPaymentMethods(
  services: OrderServices,
  context: RequestContext,
  token: string,
  paymentId: number,
): Promise<PaymentMethod[]> {
  const db = reader(services);
  const order: OrderRow = await requireOrder(services, db, token, context);
  const payment = (await loadPayments(db, order.id)).find((one) => one.id === paymentId);
  if (!payment) throw new ApiFailure(404, 'payment.not_found');
  const kinds = (await loadShipments(db, order.id)).map((shipment) => shipment.kind);
  const rights = await rightsOf(db, order.customer_id, services.now());
  return (await loadPaymentMethods(db, order.channel_code))
    .filter((method) => isPaymentEligible(method, order.total, kinds, rights))
    .map((method) => presentPaymentMethod(method, context.locale));
}
