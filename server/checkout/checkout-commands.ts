/** What happens in a checkout before it is completed (contract 4.6, CHK-01 to CHK-11). */
import type { OrderAddress } from '#contract/addresses.ts';
import type { ChooseShippingMethodBody, ChooseShippingPlanBody, DeliveryKind } from '#contract/delivery.ts';
import type { Violation } from '#contract/errors.ts';
import type { UpdateOrderBody } from '#contract/orders.ts';
import {
  checkoutTransition,
  possibleTransitions,
  type CheckoutTransition,
} from '#domain/orders/checkout-step.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { accountEmail, bookAddress } from '#server/order-store/buyer-account.ts';
import { changeCart, type OrderAnswer, type OrderServices } from '#server/order-store/change-order.ts';
import { checkAddress, checkCompany, checkContact, checkEmail } from '#server/forms/check-addresses.ts';
import {
  isMethodEligible,
  isPaymentEligible,
  weightOfShipment,
} from '#server/order-store/checkout-eligibility.ts';
import { presentPickupPoint } from '#server/order-store/delivery-presenter.ts';
import { choosePlan, loadGoods, plansFor } from '#server/order-store/order-shipments.ts';
import {
  chosenMethod,
  loadChannel,
  loadItems,
  loadPaymentMethods,
  loadPayments,
  loadShipments,
  loadShippingMethods,
  loadVariantFacts,
  loadWarehouses,
  type Db,
  type OrderRow,
} from '#server/order-store/order-store.ts';
import { textIn } from '#domain/catalogue/texts.ts';
import { refusal } from '#server/forms/refusal.ts';
import { rightsOf } from '#server/order-store/restricted-goods.ts';
import { outOfStock, soldOut } from '#server/placed-orders/sold-out.ts';

/** 409 with what may be done instead (contract 3.2). */
export const wrongState = (order: OrderRow): ApiFailure =>
  new ApiFailure(409, 'checkout.wrong_state', {
    context: { current: order.checkout_state, possible: possibleTransitions(order.checkout_state) },
  });

function requireTransition(order: OrderRow, transition: CheckoutTransition): void {
  if (checkoutTransition(order.checkout_state, transition) === null) throw wrongState(order);
}

async function moveTo(db: Db, order: OrderRow, transition: CheckoutTransition): Promise<void> {
  const row = await db
    .selectFrom('order')
    .select(['checkout_state', 'total'])
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  const next = checkoutTransition(row.checkout_state, transition);
  if (next === null) return;
  // Nothing to pay: no payment step (contract 5.5).
  const state = next === 'addressed' && row.total === 0 ? 'payment_skipped' : next;
  await db.updateTable('order').set({ checkout_state: state }).where('id', '=', order.id).execute();
}

/** Fields that break their rules; a rule of the shop names the refusal. */
export const invalid = (violations: Violation[]): ApiFailure =>
  new ApiFailure(422, violations.find((one) => one.code?.includes('.'))?.code ?? 'address.invalid', {
    violations,
  });

/** Contacts of an order as the address of an invoice: people who collect need not give a street. */
export const addressFromContacts = (
  order: Pick<OrderRow, 'first_name' | 'last_name' | 'phone_number'>,
): OrderAddress => ({
  firstName: order.first_name ?? '',
  lastName: order.last_name ?? '',
  phoneNumber: order.phone_number ?? '',
  countryCode: '',
  city: '',
  street: '',
  houseNumber: '',
  postCode: '',
});

/** CHK-01 and CHK-09 share a path: contacts do not move the checkout, addresses do. */
export const updateOrder = (
  services: OrderServices,
  context: RequestContext,
  token: string,
  body: UpdateOrderBody,
): Promise<OrderAnswer> =>
  changeCart(services, context, token, async (db, order) => {
    const { locale } = context;
    const channel = await loadChannel(db, order.channel_code);
    const violations: Violation[] = [];
    const changes: Partial<OrderRow> & Record<string, unknown> = {};

    const account = await accountEmail(db, order.customer_id);
    if (account !== null) changes.email = account;
    const givesContacts = body.email !== undefined || body.contact !== undefined;
    if (givesContacts) {
      const items = await loadItems(db, order.id);
      if (!items.some((item) => item.deleted_at === null)) throw new ApiFailure(422, 'cart.empty');
      if (account === null && (body.email !== undefined || order.email === null)) {
        const email = checkEmail(body.email, locale);
        violations.push(...email.violations);
        changes.email = email.value;
      }
      if (body.contact) {
        const contact = checkContact(body.contact, channel.countries[0] ?? 'LT', locale);
        violations.push(...contact.violations);
        changes.first_name = contact.value.firstName;
        changes.last_name = contact.value.lastName;
        changes.phone_number = contact.value.phoneNumber;
      }
    }
    if (body.subscribedToNewsletter !== undefined)
      changes.subscribed_to_newsletter = body.subscribedToNewsletter;

    if (body.saveAddress !== undefined) changes.save_address = body.saveAddress;

    // What was typed is what the buyer saw; without it (null: nothing was typed) the address is the book's.
    const given =
      body.shippingAddress == null && body.addressId !== undefined
        ? await bookAddress(db, order.customer_id, body.addressId, locale)
        : body.shippingAddress;
    const givesAddress =
      given !== undefined || body.billingAddress !== undefined || body.invoice !== undefined;
    let shippingAddress = order.shipping_address;
    let billingAddress = order.billing_address;
    if (givesAddress) {
      requireTransition(order, 'address');
      const kinds = (await loadShipments(db, order.id)).map((shipment) => shipment.kind);
      const needsShipping = kinds.includes('courier');
      if (given === null) shippingAddress = null;
      else if (given) {
        const checked = checkAddress('shippingAddress.', given, channel.countries, locale);
        violations.push(...checked.violations);
        shippingAddress = checked.value;
      }
      if (needsShipping && !shippingAddress) throw refusal('address.required', 'shippingAddress', locale);
      if (body.billingAddress) {
        const checked = checkAddress('billingAddress.', body.billingAddress, channel.countries, locale);
        violations.push(...checked.violations);
        billingAddress = checked.value;
      } else if (body.billingAddress === null || given !== undefined) {
        // Missing: a copy of the shipping address, or made of the contacts where nothing is sent.
        billingAddress = null;
      }
      if (body.invoice === null) changes['invoice'] = null;
      else if (body.invoice) {
        const checked = checkCompany('invoice.', body.invoice, channel.countries, locale);
        violations.push(...checked.violations);
        changes['invoice'] = JSON.stringify(checked.value) as never;
      }
      const contacts = {
        ...order,
        first_name: changes.first_name ?? order.first_name,
        last_name: changes.last_name ?? order.last_name,
        phone_number: changes.phone_number ?? order.phone_number,
      };
      if (!billingAddress && needsShipping) billingAddress = shippingAddress;
      if (!billingAddress) {
        if (contacts.first_name === null) throw refusal('address.required', 'contact', locale);
        billingAddress = {
          ...addressFromContacts(contacts),
          countryCode: channel.countries[0] ?? 'LT',
        };
      }
      // An address of a courier order means nothing to one that is collected.
      if (!needsShipping && given === undefined) shippingAddress = null;
      changes['shipping_address'] = (shippingAddress ? JSON.stringify(shippingAddress) : null) as never;
      changes['billing_address'] = JSON.stringify(billingAddress) as never;
    }
    if (violations.length > 0) throw invalid(violations);
    if (Object.keys(changes).length > 0) {
      await db
        .updateTable('order')
        .set(changes as never)
        .where('id', '=', order.id)
        .execute();
    }
    return {
      change: givesAddress ? 'address' : 'none',
      ...(givesAddress ? { after: (db, order) => moveTo(db, order, 'address') } : {}),
    };
  });

/** CHK-03: shipments are built anew by the plan; methods are asked for again. */
export const chooseShippingPlan = (
  services: OrderServices,
  context: RequestContext,
  token: string,
  body: ChooseShippingPlanBody,
): Promise<OrderAnswer> =>
  changeCart(services, context, token, async (db, order) => {
    await usePlan(db, order, body.code, body.warehouseCode ?? null, context.locale);
    return { change: 'plan' };
  });

/** Sets the plan of an order after looking whether it can be had; shipments follow in the recalculation. */
async function usePlan(
  db: Db,
  order: OrderRow,
  planCode: string,
  warehouseCode: string | null,
  locale: string,
): Promise<void> {
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
  await db
    .updateTable('order')
    .set({ shipping_plan: plan.code, collect_at: plan.kind === 'courier' ? null : collectAt })
    .where('id', '=', order.id)
    .execute();
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
      await db.updateTable('shipment').set(choose).where('id', '=', shipment.id).execute();
      return {
        change: 'method',
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

/** CHK-11. */
export const choosePaymentMethod = (
  services: OrderServices,
  context: RequestContext,
  token: string,
  paymentId: number,
  methodCode: string,
): Promise<OrderAnswer> =>
  changeCart(services, context, token, async (db, order) => {
    const { locale } = context;
    const payment = (await loadPayments(db, order.id)).find((one) => one.id === paymentId);
    // Not that the cart were gone: a device would make it anew.
    if (!payment || payment.state !== 'cart') throw new ApiFailure(404, 'payment.not_found');
    requireTransition(order, 'select_payment');
    const method = (await loadPaymentMethods(db, order.channel_code)).find((one) => one.code === methodCode);
    if (!method) throw refusal('payment.method_unknown', 'paymentMethod', locale);
    const kinds = (await loadShipments(db, order.id)).map((shipment) => shipment.kind);
    const rights = await rightsOf(db, order.customer_id, services.now());
    if (!isPaymentEligible(method, order.total, kinds, rights))
      throw refusal('payment.method_ineligible', 'paymentMethod', locale, {
        method: textIn(method.name, locale),
      });
    await db.updateTable('payment').set(chosenMethod(method)).where('id', '=', payment.id).execute();
    return {
      change: 'none',
      after: async (db, order, { plans }) => {
        // Refused, so that the delivery that was chosen stands until the buyer has decided about what is sold out.
        if (!plans.some((plan) => plan.available)) {
          const gone = await soldOut(db, order);
          if (gone.length > 0) throw outOfStock(gone, locale);
        }
        await moveTo(db, order, 'select_payment');
      },
    };
  });
