/**
 * Placing an order (contract CHK-12, 5.10; docs/security.md, submit protocol): one transaction with the account that keeps a
 * certificate, the cart row, the stock rows, the buyer and the uses locked in that order. The first failing group of checks
 * answers; then nothing is placed.
 */
import { sql } from 'kysely';
import type { CompleteOrderBody } from '#contract/orders/order-requests.ts';
import { checkoutTransition } from '#domain/orders/checkout-step.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { lockCertificateKeeper, ownedBy, withAccountEmail } from '#server/order-terms/buyer-account.ts';
import {
  checkIfMatch,
  refuseCompleted,
  requireOrder,
  type OrderServices,
} from '#server/orders/change-order.ts';
import { wrongState } from './checkout-state.ts';
import {
  checkAmounts,
  checkPlacing,
  checkDelivery,
  checkPayment,
  checkPeople,
  checkSellable,
} from './completion-checks.ts';
import { isGiftLine, lostGift } from '#server/order-terms/earned-gifts.ts';
import { recalculateOrder } from '#server/orders/order-recalculation.ts';
import { deliveredLines, sameService } from '#server/orders/order-shipments.ts';
import { buyerOf } from '#server/order-terms/coupon-rules.ts';
import { loadItems, loadShipments } from '#server/order-store/order-store.ts';
import { loadVariantFacts } from '#server/order-terms/variant-facts.ts';
import { placeOrder, type PlacedOrder } from '#server/placed-orders/place-order.ts';
import { lockBalances } from '#server/order-terms/balances.ts';
import { rightsOf } from '#server/order-terms/restricted-goods-checks.ts';
import { outOfStock, shortLines, soldOut } from '#server/placed-orders/sold-out.ts';
import { lockUses } from '#server/placed-orders/uses.ts';

export async function completeOrder(
  services: OrderServices,
  context: RequestContext,
  token: string,
  body: CompleteOrderBody,
): Promise<PlacedOrder> {
  return inScope(services.db, async (trx) => {
    const now = services.now();
    if (context.caller) await lockCertificateKeeper(trx, context.caller.customerId, token);
    const found = await requireOrder(services, trx, token, context, { lock: true });
    refuseCompleted(found);
    const order = await withAccountEmail(trx, await ownedBy(trx, found, context.caller?.customerId ?? null));
    const items = (await loadItems(trx, order.id)).filter((item) => item.deleted_at === null);
    if (!items.some((item) => !isGiftLine(item))) throw new ApiFailure(422, 'cart.empty');
    if (checkoutTransition(order.checkout_state, 'complete') === null) {
      // What is sold out has thrown the checkout back: that is the reason, and it names the goods.
      const gone = await soldOut(trx, order);
      throw gone.length > 0 ? outOfStock(gone, context.locale) : wrongState(order);
    }
    await checkPeople(trx, order, context.locale);

    // Stock rows are locked in one fixed order, so that two buyers wait for each other and never in a circle.
    await sql`select 1 from stock where variant_id = any(${items.map((item) => item.variant_id)}::int[])
      order by variant_id, warehouse_id for update`.execute(trx);
    await lockUses(trx, order, buyerOf(order), order.coupon_code);
    await lockBalances(trx, order);

    const facts = new Map(
      (await loadVariantFacts(trx, order.channel_id, { ids: items.map((item) => item.variant_id) })).map(
        (fact) => [fact.variant_id, fact],
      ),
    );
    const rights = await rightsOf(trx, order, now);
    checkSellable(items, facts, rights, context.locale);
    const planned = await loadShipments(trx, order.id);
    const short = await shortLines(trx, items, planned, facts);

    const { view } = await recalculateOrder(trx, order, { change: 'none', now, touch: false });
    const { order: recalculated, shipments } = view;
    // Before the stock, which is asked about goods that are in the order.
    if (lostGift(recalculated) !== undefined) checkAmounts(services, context, order, recalculated, body);
    if (short.length > 0 && !sameService(planned, shipments)) throw outOfStock(short, context.locale);
    const stillShort = await shortLines(trx, items, shipments, facts);
    if (stillShort.length > 0 || (shipments.length === 0 && deliveredLines(items).length > 0))
      throw outOfStock(stillShort.length > 0 ? stillShort : items, context.locale);

    await checkDelivery(trx, order, items, shipments, facts, context.locale);
    const payment = await checkPayment(trx, order, recalculated, shipments, context.locale, rights);
    checkAmounts(services, context, order, recalculated, body);
    await checkIfMatch(trx, order, context, now);
    checkPlacing(body, context.locale);

    return placeOrder(services, trx, context, now, {
      view,
      payment,
      agreedAt: now,
      placing: body,
    });
  });
}
