/** How an order is paid (contract CHK-11). */
import { textIn } from '#domain/catalogue/texts.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import { refusal } from '#server/forms/refusal.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { changeCart, type OrderAnswer, type OrderServices } from '#server/orders/change-order.ts';
import { isPaymentEligible } from '#server/order-terms/checkout-eligibility.ts';
import { isStored } from '#server/order-store/is-stored.ts';
import { chosenMethod, loadPaymentMethods } from '#server/order-terms/channel-methods.ts';
import { loadPayments, loadShipments } from '#server/order-store/order-store.ts';
import { rightsOf } from '#server/order-terms/restricted-goods-checks.ts';
import { outOfStock, soldOut } from '#server/placed-orders/sold-out.ts';
import { moveTo, requireTransition } from './checkout-state.ts';

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
    const rights = await rightsOf(db, order, services.now());
    if (!isPaymentEligible(method, order.total, kinds, rights))
      throw refusal('payment.method_ineligible', 'paymentMethod', locale, {
        method: textIn(method.name, locale),
      });
    const chosen = chosenMethod(method);
    const isSame = isStored(payment, chosen);
    if (!isSame) await db.updateTable('payment').set(chosen).where('id', '=', payment.id).execute();
    return {
      change: 'none',
      isSame: isSame && order.checkout_state === 'payment_selected',
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
