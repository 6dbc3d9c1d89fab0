/** What goes into a cart that is being changed: whether it may, the line, the lines of a bundle. */
import { randomBytes } from 'node:crypto';
import type { SoldGiftCard } from '#contract/gift-cards.ts';
import type { AddBundleBody } from '#contract/order-requests.ts';
import type { OpenCart } from '#server/orders/change-order.ts';
import { nextItemId } from '#server/orders/order-parts.ts';
import { loadSoldSet } from '#server/order-terms/sold-sets.ts';
import { loadVariantFacts, type VariantFacts } from '#server/order-terms/variant-facts.ts';
import { isLive, isPlain } from '#server/order-store/order-store.ts';
import type { ErrorCode } from '#server/errors/error-texts.ts';
import { refusal } from '#server/forms/refusal.ts';
import { cartRestriction, rightsOf } from '#server/order-terms/restricted-goods-checks.ts';
import { checkQuantity, checkStock, quantityOf } from './line-checks.ts';

/** What the catalogue says of a variant; read with the cart, or now where nobody knew that it would come. */
async function factOf({ db, loaded }: OpenCart, code: string): Promise<VariantFacts | undefined> {
  const known = [...loaded.known.values()].find((fact) => fact.code === code);
  if (known) return known;
  const [fact] = await loadVariantFacts(db, loaded.parts.order.channel_id, { codes: [code] });
  if (fact) loaded.known.set(fact.variant_id, fact);
  return fact;
}

/** The variant as it may be bought in the order's channel now. */
export async function requireSellable(cart: OpenCart, code: string, path: string): Promise<VariantFacts> {
  const { db, loaded, locale, now } = cart;
  const fact = await factOf(cart, code);
  const refuse = (errorCode: ErrorCode) => refusal(errorCode, path, locale);
  if (!fact || !fact.enabled || fact.price === null) throw refuse('cart.variant_unknown');
  if (fact.is_gift) throw refuse('cart.gift_not_sellable');
  cart.rights ??= rightsOf(db, loaded.parts.order, now);
  const restriction = cartRestriction(fact, await cart.rights);
  if (restriction) throw refuse(restriction);
  return fact;
}

interface NewLine {
  fact: VariantFacts;
  quantity: number;
  marker?: string;
  giftCard?: SoldGiftCard;
  bundle?: { code: string; name: Record<string, string>; group: string; quantity: number; required: boolean };
}

/** Puts a line in; its amounts come with the recalculation. */
export async function insertLine(
  { db, loaded, now }: OpenCart,
  { fact, quantity, marker, giftCard, bundle }: NewLine,
): Promise<void> {
  loaded.parts.items.push({
    id: loaded.newItemIds.shift() ?? (await nextItemId(db)),
    order_id: loaded.parts.order.id,
    variant_id: fact.variant_id,
    variant_code: fact.code,
    product_name: fact.product_name,
    variant_name: fact.variant_name,
    quantity,
    unit_price: 0,
    original_unit_price: 0,
    discounted_unit_price: 0,
    subtotal: 0,
    total: 0,
    tax_total: 0,
    tax_rate: 0,
    collect_only: fact.is_chemical,
    marker: marker ?? null,
    bundle_code: bundle?.code ?? null,
    bundle_name: bundle?.name ?? null,
    bundle_group: bundle?.group ?? null,
    bundle_quantity: bundle?.quantity ?? null,
    bundle_required: bundle?.required ?? null,
    gift_card: giftCard ?? null,
    deleted_at: null,
    created_at: now,
  });
}

/** Pieces of one variant; a live line of the same takes them (CART-03). */
export async function putItem(
  cart: OpenCart,
  body: { productVariantCode: string; quantity: number },
): Promise<void> {
  const { locale } = cart;
  const { items } = cart.loaded.parts;
  checkQuantity(body.quantity, locale);
  const fact = await requireSellable(cart, body.productVariantCode, 'productVariantCode');
  if (fact.product_type === 'bundle') throw refusal('cart.bundle_invalid', 'productVariantCode', locale);
  // Bought with a recipient, on a page of its own.
  if (fact.product_type === 'gift_card')
    throw refusal('gift_card.recipient_required', 'productVariantCode', locale);
  const live = items.filter(isLive);
  const line = live.find((item) => item.variant_id === fact.variant_id && isPlain(item));
  const quantity = (line?.quantity ?? 0) + body.quantity;
  checkQuantity(quantity, locale);
  checkStock(fact, quantityOf(live, fact.variant_id) + body.quantity, locale);
  if (line) line.quantity = quantity;
  else await insertLine(cart, { fact, quantity });
}

/** All lines of a bundle or none; they share a group, which the client may name (CART-04). */
export async function putBundle(cart: OpenCart, body: AddBundleBody): Promise<void> {
  const { db, loaded, locale } = cart;
  const { items: there, order } = loaded.parts;
  checkQuantity(body.quantity, locale, 99);
  const invalid = (path: string) => refusal('cart.bundle_invalid', path, locale);
  const sold = await loadSoldSet(db, order.channel_id, body.productCode);
  if (!sold || sold.price === null) throw invalid('productCode');
  const chosen =
    body.items ?? sold.parts.map((part) => ({ productVariantCode: part.code, quantity: part.quantity }));
  if (new Set(chosen.map((item) => item.productVariantCode)).size !== chosen.length) throw invalid('items');
  for (const [index, item] of chosen.entries()) {
    const known = sold.parts.find((one) => one.code === item.productVariantCode);
    if (!known || item.quantity !== known.quantity) throw invalid(`items[${index}]`);
  }
  const missing = sold.parts.some(
    (one) => one.required && !chosen.some((item) => item.productVariantCode === one.code),
  );
  if (missing) throw invalid('items');
  const group = body.groupId ?? randomBytes(9).toString('base64url');
  if (there.some((item) => item.bundle_group === group)) throw invalid('groupId');
  const live = there.filter(isLive);
  const lines: NewLine[] = [];
  for (const [index, item] of chosen.entries()) {
    const fact = await requireSellable(cart, item.productVariantCode, `items[${index}].productVariantCode`);
    const quantity = item.quantity * body.quantity;
    checkQuantity(quantity, locale);
    checkStock(fact, quantityOf(live, fact.variant_id) + quantity, locale, `items[${index}].quantity`);
    lines.push({
      fact,
      quantity,
      bundle: {
        code: sold.code,
        name: sold.name,
        group,
        quantity: item.quantity,
        required: sold.parts.find((one) => one.code === item.productVariantCode)?.required ?? true,
      },
    });
  }
  // Once all of them may be had: a bundle that is refused leaves nothing.
  for (const line of lines) await insertLine(cart, line);
  if (!loaded.sets.some(({ code }) => code === sold.code)) loaded.sets.push(sold);
}
