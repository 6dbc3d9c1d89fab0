/** Lines of a cart: add, change, delete, restore, bundles (contract CART-03 to CART-07, 3.7). */
import type { AddBundleBody } from '#contract/orders.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import {
  checkQuantity,
  checkStock,
  liveItems,
  putBundle,
  putItem,
  quantityOf,
  type OpenCart,
} from './cart-lines.ts';
import {
  changeCart,
  type CartChange,
  type OrderAnswer,
  type OrderServices,
} from '#server/order-store/change-order.ts';
import { undoPeriod } from '#domain/cart/undo-period.ts';
import {
  loadItems,
  loadVariantFacts,
  type Db,
  type ItemRow,
  type OrderRow,
} from '#server/order-store/order-store.ts';
import { textIn } from '#domain/catalogue/texts.ts';
import { refusal } from '#server/forms/refusal.ts';

/** A call that changes a cart, from what it does with the locked cart inside the transaction. */
const lineCommand =
  <Given extends unknown[]>(work: (cart: OpenCart, ...given: Given) => Promise<CartChange>) =>
  (services: OrderServices, context: RequestContext, token: string, ...given: Given): Promise<OrderAnswer> =>
    changeCart(services, context, token, (db, order) =>
      work({ db, order, locale: context.locale, now: services.now() }, ...given),
    );

/** CART-03: a live line of the same variant takes the pieces. */
export const addItem = lineCommand(async (cart, body: { productVariantCode: string; quantity: number }) => {
  await putItem(cart, body);
  return { change: 'items' };
});

/** CART-04: all lines of the bundle or none. */
export const addBundle = lineCommand(async (cart, body: AddBundleBody) => {
  await putBundle(cart, body);
  return { change: 'items' };
});

async function requireItem(db: Db, order: OrderRow, id: number): Promise<ItemRow> {
  const item = (await loadItems(db, order.id)).find((one) => one.id === id);
  if (!item) throw new ApiFailure(404, 'cart.item_not_found');
  return item;
}

/** CART-05: the final number. A line of a bundle scales its group. */
export const changeQuantity = lineCommand(async ({ db, order, locale }, id: number, quantity: number) => {
  checkQuantity(quantity, locale);
  const item = await requireItem(db, order, id);
  if (item.deleted_at !== null) throw new ApiFailure(404, 'cart.item_not_found');
  const items = await liveItems(db, order);
  const group =
    item.bundle_group === null ? [item] : items.filter((one) => one.bundle_group === item.bundle_group);
  const inOne = item.bundle_quantity ?? 1;
  if (quantity % inOne !== 0) throw refusal('cart.bundle_invalid', 'quantity', locale);
  const bundles = quantity / inOne;
  const facts = await loadVariantFacts(db, order.channel_id, { ids: group.map((one) => one.variant_id) });
  for (const line of group) {
    const next = (line.bundle_quantity ?? 1) * bundles;
    checkQuantity(next, locale);
    const fact = facts.find((one) => one.variant_id === line.variant_id);
    // Fewer is always possible, also when there is less than that now: the line shows what is left.
    if (fact && next > line.quantity)
      checkStock(fact, quantityOf(items, line.variant_id) - line.quantity + next, locale);
    await db.updateTable('order_item').set({ quantity: next }).where('id', '=', line.id).execute();
  }
  return { change: 'items' };
});

/** CART-06: the line leaves the totals and can be restored for 30 minutes. Deleting twice changes nothing. */
export const deleteItem = lineCommand(async ({ db, order, now }, id: number) => {
  const item = await requireItem(db, order, id);
  if (item.deleted_at !== null) return { change: 'none' };
  // Without one of its required lines a bundle is no bundle.
  const wholeGroup = item.bundle_group !== null && item.bundle_required === true;
  await db
    .updateTable('order_item')
    .set({ deleted_at: now })
    .where('order_id', '=', order.id)
    .where('deleted_at', 'is', null)
    .where((eb) => (wholeGroup ? eb('bundle_group', '=', item.bundle_group) : eb('id', '=', item.id)))
    .execute();
  return { change: 'items' };
});

/** CART-07: brings a deleted line back; a live line of the same variant takes its pieces. */
export const restoreItem = lineCommand(async ({ db, order, locale, now }, id: number) => {
  const item = await requireItem(db, order, id);
  if (item.deleted_at === null) return { change: 'none' };
  if (now.getTime() - item.deleted_at.getTime() > undoPeriod)
    throw new ApiFailure(409, 'cart.restore_expired');
  const all = await loadItems(db, order.id);
  const live = all.filter((one) => one.deleted_at === null);
  // The lines of a bundle that went together come back together.
  const back =
    item.bundle_group !== null && item.bundle_required === true
      ? all.filter(
          (one) =>
            one.bundle_group === item.bundle_group &&
            one.deleted_at?.getTime() === item.deleted_at?.getTime(),
        )
      : [item];
  const facts = await loadVariantFacts(db, order.channel_id, { ids: back.map((one) => one.variant_id) });
  for (const line of back) {
    const fact = facts.find((one) => one.variant_id === line.variant_id);
    if (!fact || !fact.enabled || fact.price === null)
      throw refusal('cart.insufficient_stock', 'quantity', locale, {
        code: line.variant_code,
        name: textIn(line.product_name, locale),
      });
    checkStock(fact, quantityOf(live, line.variant_id) + line.quantity, locale);
    const same = live.find(
      (one) => one.variant_id === line.variant_id && one.bundle_group === null && line.bundle_group === null,
    );
    if (same) {
      checkQuantity(same.quantity + line.quantity, locale);
      await db
        .updateTable('order_item')
        .set({ quantity: same.quantity + line.quantity })
        .where('id', '=', same.id)
        .execute();
      await db.deleteFrom('order_item').where('id', '=', line.id).execute();
    } else {
      await db.updateTable('order_item').set({ deleted_at: null }).where('id', '=', line.id).execute();
    }
  }
  return { change: 'items' };
});
