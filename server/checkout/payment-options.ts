/** How an order can be paid (contract CHK-10). */
import type { PaymentMethod } from '#contract/payments.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { reader, requireOrder, type OrderServices } from '#server/orders/change-order.ts';
import { isPaymentEligible } from '#server/order-terms/checkout-eligibility.ts';
import { loadPaymentMethods, type PaymentMethodRow } from '#server/order-terms/channel-methods.ts';
import { loadPayments, loadShipments, type OrderRow } from '#server/order-store/order-store.ts';
import { textIn } from '#domain/catalogue/texts.ts';
import { rightsOf } from '#server/order-terms/restricted-goods-checks.ts';

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
  const rights = await rightsOf(db, order, services.now());
  return (await loadPaymentMethods(db, order.channel_code))
    .filter((method) => isPaymentEligible(method, order.total, kinds, rights))
    .map((method) => presentPaymentMethod(method, context.locale));
}
