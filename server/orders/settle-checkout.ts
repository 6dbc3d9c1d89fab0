/** What a change of the cart does to its payment and to how far its checkout is (contract 3.2, 5.5). */
import { checkoutTransition, fallBack, type CheckoutChange } from '#domain/orders/checkout-step.ts';
import type { CheckoutState } from '#contract/orders/orders.ts';
import type { StoredWarning } from '#server/database/schema-orders.ts';
import { isPaymentEligible } from '#server/order-terms/checkout-eligibility.ts';
import { loadPaymentMethods } from '#server/order-terms/channel-methods.ts';
import type { Db, OrderRow, PaymentRow, ShipmentRow } from '#server/order-store/order-store.ts';
import { rightsOf } from '#server/order-terms/restricted-goods-checks.ts';

/** Payment amount and checkout state after a change; a choice that no longer fits is dropped with a warning. */
export async function settleState(
  db: Db,
  order: OrderRow,
  given: {
    change: CheckoutChange | 'none';
    shipments: readonly ShipmentRow[];
    /** Changed as what is stored of them. */
    payments: PaymentRow[];
    total: number;
    warnings: StoredWarning[];
    empty: boolean;
    /** All lines are gift cards that are bought: they are mailed. */
    nothingToShip: boolean;
    now: Date;
  },
): Promise<CheckoutState> {
  const { shipments, total } = given;
  let state = order.checkout_state;
  if (given.change !== 'none') state = fallBack(state, given.change);
  const complete = shipments.every(
    (shipment) =>
      shipment.method_code !== null && (shipment.kind !== 'pickup_point' || shipment.pickup_point !== null),
  );
  if (given.empty || (shipments.length === 0 && !given.nothingToShip) || !complete)
    state = fallBack(state, 'plan');
  if (given.nothingToShip && state === 'cart') state = checkoutTransition(state, 'skip_shipping') ?? state;

  const payment = given.payments.findLast((one) => one.state === 'cart');
  if (!payment) {
    const made = await db
      .insertInto('payment')
      .values({
        order_id: order.id,
        amount: total,
        currency_code: order.currency_code,
        method_code: null,
        method_kind: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    given.payments.push(made);
  } else {
    const change: { amount?: number } & Partial<typeof noMethod> =
      payment.amount === total ? {} : { amount: total };
    if (payment.method_code !== null && !(await fitsStill(db, order, payment, given))) {
      // An empty cart or one without shipments judges nothing yet.
      if (!given.empty && (shipments.length > 0 || given.nothingToShip) && payment.method_name) {
        given.warnings.push({
          errorCode: 'payment.method_ineligible',
          values: { method: payment.method_name },
        });
      }
      Object.assign(change, noMethod);
      state = fallBack(state, 'address');
    }
    if (Object.keys(change).length > 0) {
      await db.updateTable('payment').set(change).where('id', '=', payment.id).execute();
      Object.assign(payment, change);
    }
  }
  // Nothing to pay: no payment step (contract 5.5); once something is due again, it is asked for.
  if (state === 'addressed' && total === 0) return 'payment_skipped';
  if (state === 'payment_skipped' && total > 0) return 'addressed';
  return state;
}

const noMethod = { method_code: null, method_kind: null, method_name: null, instructions: null };

/** Whether the chosen way of payment is still there and takes what the cart costs now. */
async function fitsStill(
  db: Db,
  order: OrderRow,
  payment: PaymentRow,
  { shipments, total, now }: { shipments: readonly ShipmentRow[]; total: number; now: Date },
): Promise<boolean> {
  const methods = await loadPaymentMethods(db, order.channel_code);
  const chosen = methods.find((method) => method.code === payment.method_code);
  const kinds = shipments.map((shipment) => shipment.kind);
  return chosen !== undefined && isPaymentEligible(chosen, total, kinds, await rightsOf(db, order, now));
}
