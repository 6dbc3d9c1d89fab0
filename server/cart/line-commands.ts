/** Lines of a cart: add, change, delete, restore, bundles (contract CART-03 to CART-07, 3.7). */
import type { Violation } from '#contract/errors.ts';
import type { AddBundleBody, AddItemBody, AddItemsBody } from '#contract/order-requests.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { checkQuantity, checkStock, quantityOf } from './line-checks.ts';
import { putBundle, putItem } from './new-cart-lines.ts';
import {
  changeLines,
  type CartChange,
  type OpenCart,
  type OrderAnswer,
  type OrderServices,
} from '#server/orders/change-order.ts';
import { mostCardsOfLine } from '#domain/cart/gift-card-sale.ts';
import { isSoldCard, putGiftCards } from './sold-gift-cards.ts';
import { isGiftLine } from '#server/order-terms/earned-gifts.ts';
import { undoPeriod } from '#domain/cart/undo-period.ts';
import { isLive, isPlain, type ItemRow } from '#server/order-store/order-store.ts';
import { textIn } from '#domain/catalogue/texts.ts';
import { invalidFields, refusal } from '#server/forms/refusal.ts';

/** A call that changes the lines of a cart, from what it does with the open cart. */
const lineCommand =
  <Given extends unknown[]>(
    work: (cart: OpenCart, ...given: Given) => Promise<Pick<CartChange, 'change'>>,
    coming: (...given: Given) => readonly string[] = () => [],
  ) =>
  (services: OrderServices, context: RequestContext, token: string, ...given: Given): Promise<OrderAnswer> =>
    changeLines(services, context, token, coming(...given), (cart) => work(cart, ...given));

/** CART-03: a live line of the same variant takes the pieces; of gift cards one that says the same. */
export const addItem = lineCommand(
  async (cart, body: AddItemBody) => {
    if (body.giftCard === undefined) await putItem(cart, body);
    else await putGiftCards(cart, body, body.giftCard);
    return { change: 'items' };
  },
  (body) => [body.productVariantCode],
);

/**
 * CART-21: many variants with one recalculation, all of them or none.
 * @throws ApiFailure 422 with the violations of every line that cannot come, each below `items[n]`
 */
export const addItems = lineCommand(
  async (cart, { items }: AddItemsBody) => {
    const violations: Violation[] = [];
    for (const [at, item] of items.entries())
      try {
        await putItem(cart, item);
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.options.violations === undefined) throw error;
        violations.push(
          ...error.options.violations.map((one) => ({
            ...one,
            propertyPath: `items[${at}].${one.propertyPath}`,
          })),
        );
      }
    if (violations.length > 0) throw invalidFields(violations, 'form.invalid');
    return { change: 'items' };
  },
  ({ items }) => items.map((item) => item.productVariantCode),
);

/** CART-04: all lines of the bundle or none. */
export const addBundle = lineCommand(async (cart, body: AddBundleBody) => {
  await putBundle(cart, body);
  return { change: 'items' };
});

function requireItem({ loaded }: OpenCart, id: number): ItemRow {
  const item = loaded.parts.items.find((one) => one.id === id);
  if (!item) throw new ApiFailure(404, 'cart.item_not_found');
  return item;
}

/** CART-05: the final number. A line of a bundle scales its group. */
export const changeQuantity = lineCommand(async (cart, id: number, quantity: number) => {
  const { loaded, locale } = cart;
  checkQuantity(quantity, locale);
  const item = requireItem(cart, id);
  if (!isLive(item)) throw new ApiFailure(404, 'cart.item_not_found');
  // A gift is one piece.
  if (isGiftLine(item)) checkQuantity(quantity, locale, 1);
  if (isSoldCard(item)) checkQuantity(quantity, locale, mostCardsOfLine);
  const items = loaded.parts.items.filter(isLive);
  const group =
    item.bundle_group === null ? [item] : items.filter((one) => one.bundle_group === item.bundle_group);
  const inOne = item.bundle_quantity ?? 1;
  if (quantity % inOne !== 0) throw refusal('cart.bundle_invalid', 'quantity', locale);
  const bundles = quantity / inOne;
  const wanted = (line: ItemRow): number => (line.bundle_quantity ?? 1) * bundles;
  // A checkout is not thrown back by what changes nothing.
  if (group.every((line) => line.quantity === wanted(line))) return { change: 'none' };
  for (const line of group) {
    const next = wanted(line);
    checkQuantity(next, locale);
    const fact = loaded.known.get(line.variant_id);
    // Fewer is always possible, also when there is less than that now: the line shows what is left.
    if (fact && next > line.quantity)
      checkStock(fact, quantityOf(items, line.variant_id) - line.quantity + next, locale);
    line.quantity = next;
  }
  return { change: 'items' };
});

/** CART-06: the line leaves the totals and can be restored for 30 minutes. Deleting twice changes nothing. */
export const deleteItem = lineCommand(async (cart, id: number) => {
  const { parts } = cart.loaded;
  const item = requireItem(cart, id);
  if (!isLive(item)) return { change: 'none' };
  // Without one of its required lines a bundle is no bundle.
  const wholeGroup = item.bundle_group !== null && item.bundle_required === true;
  for (const line of parts.items.filter(isLive))
    if (wholeGroup ? line.bundle_group === item.bundle_group : line === item) line.deleted_at = cart.now;
  // A gift is chosen anew: brought back it could stand beside another.
  if (isGiftLine(item)) parts.items = parts.items.filter((one) => one !== item);
  return { change: 'items' };
});

/**
 * What comes back with a deleted line. A part of a set that is there comes alone; of one that is gone, all that went with what it
 * cannot be without.
 */
function comingBack(items: readonly ItemRow[], item: ItemRow): ItemRow[] {
  if (item.bundle_group === null) return [item];
  const group = items.filter((one) => one.bundle_group === item.bundle_group);
  const went = group.find((one) => one.bundle_required === true && one.deleted_at !== null)?.deleted_at;
  return group.filter(
    (one) => one === item || (went != null && one.deleted_at?.getTime() === went.getTime()),
  );
}

/** CART-07: brings a deleted line back; a live line of the same variant takes its pieces. */
export const restoreItem = lineCommand(async (cart, id: number) => {
  const { loaded, locale, now } = cart;
  const { parts } = loaded;
  const item = requireItem(cart, id);
  if (item.deleted_at === null) return { change: 'none' };
  if (now.getTime() - item.deleted_at.getTime() > undoPeriod)
    throw new ApiFailure(409, 'cart.restore_expired');
  const live = parts.items.filter(isLive);
  const back = comingBack(parts.items, item);
  const beside =
    item.bundle_group === null
      ? undefined
      : [...live.filter((one) => one.bundle_group === item.bundle_group), ...back].find(
          (one) => one !== item || item.bundle_required,
        );
  const sets = beside ? beside.quantity / (beside.bundle_quantity ?? 1) : null;
  for (const line of back) {
    // Of as many sets as there are now.
    if (sets !== null) line.quantity = (line.bundle_quantity ?? 1) * sets;
    const fact = loaded.known.get(line.variant_id);
    if (!fact || !fact.enabled || fact.price === null)
      throw refusal('cart.insufficient_stock', 'quantity', locale, {
        code: line.variant_code,
        name: textIn(line.product_name, locale),
      });
    checkStock(fact, quantityOf(live, line.variant_id) + line.quantity, locale);
    const same = isPlain(line)
      ? live.find((one) => one.variant_id === line.variant_id && isPlain(one))
      : undefined;
    if (same) {
      checkQuantity(same.quantity + line.quantity, locale);
      same.quantity += line.quantity;
      parts.items = parts.items.filter((one) => one !== line);
    } else {
      line.deleted_at = null;
    }
  }
  return { change: 'items' };
});
