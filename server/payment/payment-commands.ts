/** Payments through a gateway (contract CHK-13 to CHK-18) and a change of the method after placing (CHK-16). */
import { sql } from 'kysely';
import type {
  ConfirmPaymentBody,
  PaymentConfiguration,
  PaymentRequest,
  RequestedPayment,
  RequestPaymentBody,
} from '#contract/orders/payments.ts';
import { newToken } from '#server/text/secret-token.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import { isShopAddress, type KnownHosts } from '#server/http/link-origin.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import {
  answerWith,
  reader,
  requireOrder,
  type OrderAnswer,
  type OrderServices,
} from '#server/orders/change-order.ts';
import { isBeingConfirmed } from '#server/order-store/being-confirmed.ts';
import { isPaymentEligible } from '#server/order-terms/checkout-eligibility.ts';
import { endPayment, note } from '#server/placed-orders/order-events.ts';
import { gatewayKinds, loadPaymentMethods } from '#server/order-terms/channel-methods.ts';
import { loadPayments, loadShipments, type Db, type OrderRow } from '#server/order-store/order-store.ts';
import { textIn } from '#domain/catalogue/texts.ts';
import { refusal } from '#server/forms/refusal.ts';
import { rightsOf } from '#server/order-terms/restricted-goods-checks.ts';
import { takeNotice, type NoticeServices } from './payment-notices.ts';
import { sellerOf } from '#server/channels/seller.ts';

export interface PaymentServices extends OrderServices, NoticeServices {
  /** By which hosts the shop's channels are known. */
  hosts: KnownHosts;
}

/**
 * A page of this shop, by the origin that its mails lead to or a host of its channels: a Host header alone makes nobody's
 * address ours (T42).
 * @returns the address as it was judged: another reader could take the text for another host
 * @throws ApiFailure 422 `payment.url_not_allowed`
 */
function checkReturnAddress(hosts: KnownHosts, context: RequestContext, url: string, path: string): string {
  const read = /[\p{Cc}\\]/u.test(url) ? null : URL.parse(url);
  // The origin of a blob is that of the page inside it.
  const isPage = read !== null && /^https?:$/.test(read.protocol) && read.username + read.password === '';
  if (isPage && isShopAddress(hosts, read, context.linkOrigin)) return read.href;
  throw refusal('payment.url_not_allowed', path, context.locale);
}

/** Whether buyers can be sent to a gateway now (docs/security.md, T44). */
export const isGatewayOpen = async (db: Db, code: string): Promise<boolean> =>
  (await db.selectFrom('open_gateway').select('code').where('code', '=', code).executeTakeFirst()) !==
  undefined;

/** Payments of one order, each of which its answer tells: past them no other method is chosen, and none tried once more. */
const mostPayments = 100;

/** CHK-13: an unfinished request for the same payment is answered again. */
export async function requestPayment(
  services: PaymentServices,
  context: RequestContext,
  token: string,
  body: RequestPaymentBody,
): Promise<RequestedPayment> {
  return inScope(services.db, async (trx) => {
    const order = await requireOrder(services, trx, token, context, { lock: true });
    const { payload } = body;
    const returnUrl = checkReturnAddress(services.hosts, context, payload.returnUrl, 'payload.returnUrl');
    const cancelUrl = checkReturnAddress(services.hosts, context, payload.cancelUrl, 'payload.cancelUrl');
    const payments = await loadPayments(trx, order.id);
    const payment = payments.find((one) => one.id === body.paymentId);
    if (!payment) throw new ApiFailure(404, 'payment.not_found');
    const payable =
      payments.length < mostPayments &&
      order.payment_state === 'awaiting_payment' &&
      (order.state === 'new' || order.state === 'processing') &&
      payment.id === payments.at(-1)?.id &&
      (payment.state === 'new' || payment.state === 'processing') &&
      payment.method_kind !== null &&
      gatewayKinds.has(payment.method_kind) &&
      (await isGatewayOpen(trx, services.provider.code));
    if (!payable) throw new ApiFailure(409, 'payment.not_payable');
    const open = await trx
      .selectFrom('payment_request')
      .selectAll()
      .where('payment_id', '=', payment.id)
      .where('state', 'in', ['new', 'processing'])
      .executeTakeFirst();
    const hash = open?.hash ?? newToken();
    // The buyer may have started anew on another page: the last addresses hold.
    if (open) {
      await trx
        .updateTable('payment_request')
        // Whoever goes to the gateway again has not paid yet.
        .set({
          return_url: returnUrl,
          cancel_url: cancelUrl,
          pending_at: null,
          updated_at: sql<Date>`now()`,
        })
        .where('id', '=', open.id)
        .execute();
    } else {
      await trx
        .insertInto('payment_request')
        .values({
          hash,
          order_id: order.id,
          payment_id: payment.id,
          provider: services.provider.code,
          state: 'processing',
          amount: payment.amount,
          return_url: returnUrl,
          cancel_url: cancelUrl,
        })
        .execute();
      await trx.updateTable('payment').set({ state: 'processing' }).where('id', '=', payment.id).execute();
      await note(trx, order, 'payment.requested', { paymentId: payment.id });
    }
    const { redirectUrl } = await services.provider.start({
      hash,
      amount: payment.amount,
      currencyCode: payment.currency_code,
      orderNumber: order.number ?? '',
      locale: context.locale,
      returnUrl,
      cancelUrl,
      origin: context.linkOrigin,
    });
    return { hash, state: 'processing', redirectUrl };
  });
}

async function presentRequest(db: Db, hash: string): Promise<PaymentRequest> {
  const row = await db
    .selectFrom('payment_request')
    .innerJoin('order', 'order.id', 'payment_request.order_id')
    .select(['payment_request.hash', 'payment_request.state', 'order.payment_state', 'order.token'])
    .where('hash', '=', hash)
    .executeTakeFirst();
  if (!row) throw new ApiFailure(404, 'not_found');
  return { hash: row.hash, state: row.state, paymentState: row.payment_state, orderToken: row.token };
}

/** CHK-14. */
export const readPaymentRequest = (services: PaymentServices, hash: string): Promise<PaymentRequest> =>
  presentRequest(reader(services), hash);

/** CHK-15: what the gateway wrote on the way back. A repeat, or an outcome that is known already, changes nothing. */
export async function confirmPayment(
  services: PaymentServices,
  hash: string,
  body: ConfirmPaymentBody,
  locale: string,
): Promise<PaymentRequest> {
  return inScope(services.db, async (trx) => {
    await presentRequest(trx, hash);
    const read = services.provider.readReturn(body.payload);
    if (read === null) throw refusal('payment.bad_signature', 'payload', locale);
    if ((read.notice?.hash ?? read.pending) !== hash)
      throw refusal('payment.bad_signature', 'payload', locale);
    if (read.notice) await takeNotice(services, trx, read.notice);
    else
      await trx
        .updateTable('payment_request')
        .set({ pending_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
        .where('hash', '=', hash)
        .where('state', 'in', ['new', 'processing'])
        // A page that is read again next week is no news of the gateway.
        .where('pending_at', 'is', null)
        .execute();
    return presentRequest(trx, hash);
  });
}

/** CHK-16: another method for a placed order that is not paid yet, nor being confirmed by a gateway. */
export async function changePaymentMethod(
  services: PaymentServices,
  context: RequestContext,
  token: string,
  paymentId: number,
  methodCode: string,
): Promise<OrderAnswer> {
  return inScope(services.db, async (trx) => {
    const order = await requireOrder(services, trx, token, context, { lock: true });
    const payments = await loadPayments(trx, order.id);
    const payment = payments.find((one) => one.id === paymentId);
    if (!payment || order.state === 'cart') throw new ApiFailure(404, 'payment.not_found');
    const open = order.state === 'new' || order.state === 'processing';
    const confirmed = trx.selectFrom('order').where(isBeingConfirmed).where('id', '=', order.id).select('id');
    const isTooMany = payments.length >= mostPayments;
    if (
      !open ||
      isTooMany ||
      order.payment_state !== 'awaiting_payment' ||
      (await confirmed.executeTakeFirst())
    )
      throw new ApiFailure(409, 'payment.cannot_change');
    const method = (await loadPaymentMethods(trx, order.channel_code)).find((one) => one.code === methodCode);
    if (!method) throw refusal('payment.method_unknown', 'paymentMethod', context.locale);
    const kinds = (await loadShipments(trx, order.id)).map((shipment) => shipment.kind);
    const rights = await rightsOf(trx, order, services.now());
    if (!isPaymentEligible(method, order.total, kinds, rights))
      throw refusal('payment.method_ineligible', 'paymentMethod', context.locale, {
        method: textIn(method.name, context.locale),
      });
    for (const one of payments) await endPayment(trx, order, one, 'cancel', { fresh: false });
    await trx
      .insertInto('payment')
      .values({
        order_id: order.id,
        state: 'new',
        amount: order.total,
        currency_code: order.currency_code,
        method_code: method.code,
        method_kind: method.kind,
        method_name: JSON.stringify(method.name),
        instructions: method.instructions ? JSON.stringify(method.instructions) : null,
      })
      .execute();
    await note(trx, order, 'payment.method_changed', { method: method.code });
    return answerWith(trx, order, context, services.now());
  });
}

/** CHK-17: how to pay later. */
export async function readPaymentConfiguration(
  services: PaymentServices,
  context: RequestContext,
  token: string,
  paymentId: number,
): Promise<PaymentConfiguration> {
  const db = reader(services);
  const order: OrderRow = await requireOrder(services, db, token, context);
  const payment = (await loadPayments(db, order.id)).find((one) => one.id === paymentId);
  if (!payment || payment.method_kind === null) throw new ApiFailure(404, 'payment.not_found');
  const seller = await sellerOf(db, order.channel_id);
  return {
    kind: payment.method_kind,
    ...(payment.instructions ? { instructions: textIn(payment.instructions, context.locale) } : {}),
    ...(payment.method_kind === 'transfer'
      ? {
          bankAccounts: seller.bankAccounts.map((account) => ({ ...account, holder: seller.name })),
          ...(order.number === null ? {} : { reference: order.number }),
          amount: payment.amount,
        }
      : {}),
  };
}
