/**
 * Order intents (contract CHK-19): a whole order in one message, bought whole or not at all. One transaction does what
 * the calls of a checkout do one by one, with the checks of 5.10 in their order; a refusal leaves nothing behind but
 * the stored answer of its key. Which order a key became is remembered for ever (1.8).
 */
import { sql } from 'kysely';
import type { OrderIntentBody } from '#contract/orders/order-intents.ts';
import type { SettledLines } from '#domain/waiting/intent-lines.ts';
import type { StoredWarning } from '#server/database/schema-orders.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import type { OrderServices } from '#server/orders/change-order.ts';
import { isPaymentEligible } from '#server/order-terms/checkout-eligibility.ts';
import { checkPlacing } from '#server/checkout/completion-checks.ts';
import { isOtherThanAgreed, lostCode, notAsAgreed, type Lost } from './agreed-or-ask.ts';
import { buildShipments } from './intent-delivery.ts';
import { orderOfKey, replayPlaced, type IntentAnswer } from './intent-outcome.ts';
import { itemsOf, type IntentItem } from './intent-sets.ts';
import { takeCart } from './take-cart.ts';
import { codeOf, couponFor } from './intent-codes.ts';
import { accountOf, lockStock, peopleOf, sellableFacts, settleLines, wantedLines } from './intent-parts.ts';
import { layBalances } from '#server/order-terms/balances.ts';
import { checkLineRange } from '#server/orders/line-range.ts';
import { recalculateLoaded } from '#server/orders/order-recalculation.ts';
import {
  chosenMethod,
  gatewayKinds,
  loadPaymentMethods,
  type PaymentMethodRow,
} from '#server/order-terms/channel-methods.ts';
import { membershipOf } from '#server/order-terms/points.ts';
import { loadOrder, type OrderParts } from '#server/orders/order-parts.ts';
import { loadChannel, type Db, type OrderRow, type PaymentRow } from '#server/order-store/order-store.ts';
import { loadVariantFacts, type VariantFacts } from '#server/order-terms/variant-facts.ts';
import { isGiven, isThere, lostGift } from '#server/order-terms/earned-gifts.ts';
import { giftMarker } from '#contract/orders/gift-marker.ts';
import { textIn } from '#domain/catalogue/texts.ts';
import { placeOrder } from '#server/placed-orders/place-order.ts';
import { refusal } from '#server/forms/refusal.ts';
import { lockUses } from '#server/placed-orders/uses.ts';

/** Keys of intents name an order for ever and open it to whoever knows them: as hard to guess as a token. */
const intentKey = /^[A-Za-z0-9_-]{22,64}$/;

/** CHK-19. */
export async function placeIntent(
  services: OrderServices,
  context: RequestContext,
  body: OrderIntentBody,
): Promise<IntentAnswer> {
  const { locale } = context;
  const key = context.idempotencyKey ?? '';
  if (!intentKey.test(key)) throw new ApiFailure(400, 'idempotency.key_required');
  return inScope(services.db, async (trx) => {
    const now = services.now();
    const known = await orderOfKey(trx, context, key);
    // The key is used up, whoever sends it and whatever with.
    if (known === null) throw new ApiFailure(404, 'order.not_found');
    if (known) return replayPlaced(trx, known, context, key, now);

    const order = await takeCart(services, trx, context, body, now);
    const lines = wantedLines(body, locale);
    const channel = await loadChannel(trx, order.channel_code);
    // A cart that was begun as a guest's is theirs who order it (contract 1.11).
    const customerId = order.customer_id ?? context.caller?.customerId ?? null;
    const people = peopleOf(body, await accountOf(trx, customerId, body, locale), channel, locale, now);
    const buyer = { ...order, customer_id: customerId, certificate: body.certificate ?? null };
    const facts = await sellableFacts(trx, buyer, lines, now, locale);
    const gift = await givenGift(trx, order, body, locale);
    await lockStock(trx, gift ? new Map([...facts, [gift.code, gift]]) : facts);
    await lockUses(trx, order, { email: people.email, customerId }, codeOf(body));
    if (body.points && (await membershipOf(trx, buyer, { lock: true })) === null)
      throw refusal('loyalty.not_member', 'points', locale);
    const coupon = await couponFor(services, trx, context, { ...buyer, email: people.email }, body);
    const settled = await settleLines(trx, order, body, lines, facts, locale);
    const sold = settled.kept.find(({ code }) => code === gift?.code)?.quantity;
    if (gift && !isThere(gift, sold)) throw noGift(locale);

    const items = (await itemsOf(trx, order, body, settled.kept)).flatMap((item) => {
      const fact = facts.get(item.code);
      return fact ? [lineOf(order, fact, item)] : [];
    });
    checkLineRange(0, items.length);
    if (gift) items.push(lineOf(order, gift, { quantity: 1, set: null, marker: giftMarker }));
    await trx.insertInto('order_item').values(items).execute();
    await trx
      .updateTable('order')
      .set({
        ...people,
        customer_id: customerId,
        coupon_code: coupon.code,
        gift_wrap: body.giftWrap ?? false,
        points: body.points ?? 0,
        checkout_state: 'payment_selected',
      } as never)
      .where('id', '=', order.id)
      .execute();
    await layBalances(trx, order, body, { ...services, context });
    const loaded = await loadOrder(trx, order);
    const storedItems = structuredClone(loaded.parts.items);
    await buildShipments(trx, loaded, body, locale);
    const method = await paymentMethodFor(trx, loaded.parts, body, locale);
    const { view } = await recalculateLoaded(trx, loaded, storedItems, { change: 'none', now, touch: false });
    const { order: recalculated, shipments } = view;
    if (shipments.some((one) => one.method_code === null)) throw new ApiFailure(409, 'shipping.plan_gone');
    const lossOfGift = lostGift(recalculated);
    const lost: Lost = {
      ...(lossOfGift === undefined ? {} : { gift: lossOfGift }),
      ...lostCode(recalculated, coupon.refusal),
    };
    const isOther = isOtherThanAgreed(recalculated, body, lost);
    // What changed is told as such: the method may fit what was agreed to.
    const kinds = shipments.map((shipment) => shipment.kind);
    if (!isOther && recalculated.total > 0 && !isPaymentEligible(method, recalculated.total, kinds))
      throw ineligible(method, locale);
    if (isOther) throw await notAsAgreed(trx, recalculated, body, context, lost, now);
    checkPlacing(body, locale);

    const payment = view.payments.findLast((one) => one.state === 'cart');
    if (!payment) throw new ApiFailure(409, 'checkout.wrong_state');
    const agreedAt = momentOf(body.agreedAt, now);
    const placed = await placeOrder(services, trx, context, now, {
      view,
      payment,
      agreedAt,
      placing: body,
      warnings: warningsOf(settled, facts, lost),
    });
    await trx.insertInto('order_intent').values({ key, order_id: order.id, agreed_at: agreedAt }).execute();
    return { status: 201, body: { ...placed.body, idempotencyKey: key }, headers: placed.headers };
  });
}

/** ms: for so long the answer to an intent is kept (contract 1.8); an older agreement is a wrong clock's. */
const oldestAgreement = 400 * 24 * 60 * 60 * 1000;

/** A clock that runs ahead agreed no later than now, one that lies far back no earlier than an intent may wait. */
const momentOf = (agreedAt: string, now: Date): Date =>
  new Date(Math.min(now.getTime(), Math.max(Date.parse(agreedAt), now.getTime() - oldestAgreement)));

const lineOf = (
  order: OrderRow,
  fact: VariantFacts,
  { quantity, set, marker = null }: Pick<IntentItem, 'quantity' | 'set'> & { marker?: string | null },
) => ({
  order_id: order.id,
  variant_id: fact.variant_id,
  variant_code: fact.code,
  product_name: JSON.stringify(fact.product_name),
  variant_name: JSON.stringify(fact.variant_name),
  quantity,
  collect_only: fact.is_chemical,
  marker,
  bundle_code: set?.sold.code ?? null,
  bundle_name: set ? JSON.stringify(set.sold.name) : null,
  bundle_group: set?.group ?? null,
  bundle_quantity: set?.quantity ?? null,
  bundle_required: set?.required ?? null,
});

const noGift = (locale: string): ApiFailure => refusal('gift.unavailable', 'gift', locale);

/** Of one that has ended too: its buyer is told so with the order as it would be now. */
async function isOfCampaign(
  db: Db,
  { variant_id }: VariantFacts,
  { channel_code }: OrderRow,
): Promise<boolean> {
  const found = await db
    .selectFrom('gift_campaign_variant')
    .innerJoin('gift_campaign', 'gift_campaign.id', 'gift_campaign_variant.campaign_id')
    .select('gift_campaign.id')
    .where('gift_campaign_variant.variant_id', '=', variant_id)
    .where(sql<boolean>`${channel_code} = any(gift_campaign.channels)`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * The gift that was chosen, if the shop gives it out. Whether there is a piece beside those that are bought is known once the lines are
 * settled, whether it is earned once the order is counted.
 */
async function givenGift(
  db: Db,
  order: OrderRow,
  { gift }: OrderIntentBody,
  locale: string,
): Promise<VariantFacts | undefined> {
  if (gift === undefined) return undefined;
  const [fact] = await loadVariantFacts(db, order.channel_id, { codes: [gift] });
  if (!fact || !isGiven(fact) || !(await isOfCampaign(db, fact, order))) throw noGift(locale);
  return fact;
}

const ineligible = (method: PaymentMethodRow, locale: string): ApiFailure =>
  refusal('payment.method_ineligible', 'paymentMethod', locale, { method: textIn(method.name, locale) });

/**
 * Group 11: known, enabled, without a redirect. Whether it fits the total is asked when that is known.
 * @param parts of the order that was read, changed as what is stored of it
 */
async function paymentMethodFor(
  trx: Db,
  { order, payments }: OrderParts,
  body: OrderIntentBody,
  locale: string,
): Promise<PaymentMethodRow> {
  const method = (await loadPaymentMethods(trx, order.channel_code)).find(
    (one) => one.code === body.paymentMethod,
  );
  if (!method) throw refusal('payment.method_unknown', 'paymentMethod', locale);
  // Nobody can be sent to a bank who is not there.
  if (gatewayKinds.has(method.kind)) throw ineligible(method, locale);
  await trx
    .updateTable('payment')
    .set(chosenMethod(method))
    .where('order_id', '=', order.id)
    .where('state', '=', 'cart')
    .execute();
  const { code, kind, name, instructions } = method;
  for (const payment of payments)
    if (payment.state === 'cart')
      Object.assign(payment, {
        method_code: code,
        method_kind: kind,
        method_name: name,
        instructions,
      } satisfies Partial<PaymentRow>);
  return method;
}

/** What the buyer's own rules took off the order, and a code that gave nothing. */
function warningsOf(
  settled: SettledLines,
  facts: ReadonlyMap<string, VariantFacts>,
  { couponCode }: Lost,
): StoredWarning[] {
  const nameOf = (code: string) => facts.get(code)?.product_name ?? {};
  return [
    ...settled.reduced.map(({ line, quantity }): StoredWarning => ({
      errorCode: 'cart.quantity_capped',
      values: { name: nameOf(line.code), available: quantity },
    })),
    ...settled.dropped.map((line): StoredWarning => ({
      errorCode: 'order.line_dropped',
      values: { name: nameOf(line.code) },
    })),
    ...(couponCode === undefined ? [] : [{ errorCode: couponCode }]),
  ];
}
