/** Lines of a cart: add, change, delete, restore, bundles (contract CART-03 to CART-07, 3.7). */
import { randomBytes } from 'node:crypto';
import type { AddBundleBody } from '#contract/orders.ts';
import { isQuantity, quantityBounds } from '#domain/field-rules.ts';
import { ApiFailure } from '#server/http/api-failure.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { changeCart, type CartChange, type OrderAnswer, type OrderServices } from './change-order.ts';
import { undoPeriod } from './order-recalculation.ts';
import {
  loadItems,
  loadVariantFacts,
  type Db,
  type ItemRow,
  type OrderRow,
  type VariantFacts,
} from './order-store.ts';
import { refusal } from './refusal.ts';

interface OpenCart {
  db: Db;
  order: OrderRow;
  locale: string;
  now: Date;
}

/** A call that changes a cart, from what it does with the locked cart inside the transaction. */
const lineCommand =
  <Given extends unknown[]>(work: (cart: OpenCart, ...given: Given) => Promise<CartChange>) =>
  (services: OrderServices, context: RequestContext, token: string, ...given: Given): Promise<OrderAnswer> =>
    changeCart(services, context, token, (db, order) =>
      work({ db, order, locale: context.locale, now: services.now() }, ...given),
    );

function checkQuantity(quantity: number, locale: string, max: number = quantityBounds.max): void {
  if (isQuantity(quantity) && quantity <= max) return;
  throw refusal('cart.quantity_range', 'quantity', locale, { max });
}

/** The variant as it may be bought in the order's channel now. */
async function requireSellable(
  db: Db,
  order: OrderRow,
  code: string,
  path: string,
  locale: string,
): Promise<VariantFacts> {
  const [fact] = await loadVariantFacts(db, order.channel_id, { codes: [code] });
  const refuse = (errorCode: string) => refusal(errorCode, path, locale);
  if (!fact || !fact.enabled || fact.price === null) throw refuse('cart.variant_unknown');
  if (fact.is_gift) throw refuse('cart.gift_not_sellable');
  // Professional plant protection goes only to holders of a certificate, and nobody can show one yet.
  if (fact.professional_use) throw refuse('cart.certificate_required');
  return fact;
}

const liveItems = async (db: Db, order: OrderRow): Promise<ItemRow[]> =>
  (await loadItems(db, order.id)).filter((item) => item.deleted_at === null);

const quantityOf = (items: readonly ItemRow[], variantId: number): number =>
  items.filter((item) => item.variant_id === variantId).reduce((sum, item) => sum + item.quantity, 0);

interface NewLine {
  fact: VariantFacts;
  quantity: number;
  bundle?: { code: string; name: Record<string, string>; group: string; quantity: number; required: boolean };
}

async function insertLine(db: Db, order: OrderRow, line: NewLine): Promise<void> {
  await db
    .insertInto('order_item')
    .values({
      order_id: order.id,
      variant_id: line.fact.variant_id,
      variant_code: line.fact.code,
      product_name: JSON.stringify(line.fact.product_name),
      variant_name: JSON.stringify(line.fact.variant_name),
      quantity: line.quantity,
      collect_only: line.fact.is_chemical,
      marker: null,
      bundle_code: line.bundle?.code ?? null,
      bundle_name: line.bundle ? JSON.stringify(line.bundle.name) : null,
      bundle_group: line.bundle?.group ?? null,
      bundle_quantity: line.bundle?.quantity ?? null,
      bundle_required: line.bundle?.required ?? null,
    })
    .execute();
}

/** Refuses more than there is; what other lines of the cart want of the same variant counts too. */
function checkStock(fact: VariantFacts, wanted: number, locale: string, path = 'quantity'): void {
  if (fact.tracked && wanted > fact.stock)
    throw refusal('cart.insufficient_stock', path, locale, { code: fact.code });
}

/** CART-03: a live line of the same variant takes the pieces. */
export const addItem = lineCommand(
  async ({ db, order, locale }, body: { productVariantCode: string; quantity: number }) => {
    checkQuantity(body.quantity, locale);
    const fact = await requireSellable(db, order, body.productVariantCode, 'productVariantCode', locale);
    if (fact.product_type === 'bundle') throw refusal('cart.bundle_invalid', 'productVariantCode', locale);
    const items = await liveItems(db, order);
    const line = items.find(
      (item) => item.variant_id === fact.variant_id && item.bundle_group === null && item.marker === null,
    );
    const quantity = (line?.quantity ?? 0) + body.quantity;
    checkQuantity(quantity, locale);
    checkStock(fact, quantityOf(items, fact.variant_id) + body.quantity, locale);
    if (line) await db.updateTable('order_item').set({ quantity }).where('id', '=', line.id).execute();
    else await insertLine(db, order, { fact, quantity });
    return { change: 'items' };
  },
);

/** CART-04: all lines of the bundle or none; they share a group. */
export const addBundle = lineCommand(async ({ db, order, locale }, body: AddBundleBody) => {
  checkQuantity(body.quantity, locale, 99);
  const invalid = (path: string) => refusal('cart.bundle_invalid', path, locale);
  const contents = await db
    .selectFrom('bundle_item')
    .innerJoin('product', 'product.id', 'bundle_item.product_id')
    .innerJoin('product_variant', 'product_variant.id', 'bundle_item.variant_id')
    .select([
      'product_variant.code as code',
      'bundle_item.quantity as quantity',
      'bundle_item.required as required',
      'product.name as name',
    ])
    .where('product.code', '=', body.productCode)
    .where('product.enabled', '=', true)
    .orderBy('bundle_item.position')
    .execute();
  if (contents.length === 0) throw invalid('productCode');
  const chosen =
    body.items ??
    contents.map((item) => ({ productVariantCode: item.code as string, quantity: item.quantity }));
  if (new Set(chosen.map((item) => item.productVariantCode)).size !== chosen.length) throw invalid('items');
  for (const [index, item] of chosen.entries()) {
    const known = contents.find((one) => one.code === item.productVariantCode);
    if (!known || item.quantity !== known.quantity) throw invalid(`items[${index}]`);
  }
  const missing = contents.some(
    (one) => one.required && !chosen.some((item) => item.productVariantCode === one.code),
  );
  if (missing) throw invalid('items');
  const group = randomBytes(9).toString('base64url');
  const items = await liveItems(db, order);
  for (const [index, item] of chosen.entries()) {
    const fact = await requireSellable(
      db,
      order,
      item.productVariantCode,
      `items[${index}].productVariantCode`,
      locale,
    );
    const quantity = item.quantity * body.quantity;
    checkQuantity(quantity, locale);
    checkStock(fact, quantityOf(items, fact.variant_id) + quantity, locale, `items[${index}].quantity`);
    await insertLine(db, order, {
      fact,
      quantity,
      bundle: {
        code: body.productCode,
        name: contents[0]?.name ?? {},
        group,
        quantity: item.quantity,
        required: contents.find((one) => one.code === item.productVariantCode)?.required ?? true,
      },
    });
  }
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
      throw refusal('cart.insufficient_stock', 'quantity', locale, { code: line.variant_code });
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
