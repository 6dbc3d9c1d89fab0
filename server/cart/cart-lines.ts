/** What goes into a cart, inside the transaction that holds it: the checks, the line, the lines of a bundle. */
import { randomBytes } from 'node:crypto';
import type { AddBundleBody } from '#contract/orders.ts';
import { isQuantity, quantityBounds } from '#domain/fields/field-rules.ts';
import {
  loadItems,
  loadVariantFacts,
  type Db,
  type ItemRow,
  type OrderRow,
  type VariantFacts,
} from '#server/order-store/order-store.ts';
import { textIn } from '#domain/catalogue/texts.ts';
import { refusal } from '#server/forms/refusal.ts';
import { restrictionOf, rightsOf } from '#server/order-store/restricted-goods.ts';

/** A cart whose row is locked. */
export interface OpenCart {
  db: Db;
  order: OrderRow;
  locale: string;
  now: Date;
}

export function checkQuantity(quantity: number, locale: string, max: number = quantityBounds.max): void {
  if (isQuantity(quantity) && quantity <= max) return;
  throw refusal('cart.quantity_range', 'quantity', locale, { max });
}

/** The variant as it may be bought in the order's channel now. */
async function requireSellable(
  { db, order, locale, now }: OpenCart,
  code: string,
  path: string,
): Promise<VariantFacts> {
  const [fact] = await loadVariantFacts(db, order.channel_id, { codes: [code] });
  const refuse = (errorCode: string) => refusal(errorCode, path, locale);
  if (!fact || !fact.enabled || fact.price === null) throw refuse('cart.variant_unknown');
  if (fact.is_gift) throw refuse('cart.gift_not_sellable');
  const restriction = restrictionOf(fact, await rightsOf(db, order.customer_id, now));
  if (restriction) throw refuse(restriction);
  return fact;
}

export const liveItems = async (db: Db, order: OrderRow): Promise<ItemRow[]> =>
  (await loadItems(db, order.id)).filter((item) => item.deleted_at === null);

export const quantityOf = (items: readonly ItemRow[], variantId: number): number =>
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
export function checkStock(fact: VariantFacts, wanted: number, locale: string, path = 'quantity'): void {
  if (fact.tracked && wanted > fact.stock)
    throw refusal('cart.insufficient_stock', path, locale, {
      code: fact.code,
      name: textIn(fact.product_name, locale),
    });
}

/** Pieces of one variant; a live line of the same takes them (CART-03). */
export async function putItem(
  cart: OpenCart,
  body: { productVariantCode: string; quantity: number },
): Promise<void> {
  const { db, order, locale } = cart;
  checkQuantity(body.quantity, locale);
  const fact = await requireSellable(cart, body.productVariantCode, 'productVariantCode');
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
}

/** All lines of a bundle or none; they share a group (CART-04). */
export async function putBundle(cart: OpenCart, body: AddBundleBody): Promise<void> {
  const { db, order, locale } = cart;
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
    const fact = await requireSellable(cart, item.productVariantCode, `items[${index}].productVariantCode`);
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
}
