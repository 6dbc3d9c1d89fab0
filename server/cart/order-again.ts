/** Buying an earlier order again (contract CART-16): its goods, at today's prices, into the customer's cart. */
import type { OrderAgainAnswer, OrderAgainBody, OrderedAgain, ShortReason } from '#contract/order-history.ts';
import { quantityBounds } from '#contract/item-bounds.ts';
import { openCartOf } from '#server/order-store/open-cart.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import type { CallerIdentity, RequestContext } from '#server/http/request-context.ts';
import { quantityOf } from './line-checks.ts';
import { putBundle, putItem } from './new-cart-lines.ts';
import { changeLines, requireOrder, type OpenCart, type OrderServices } from '#server/orders/change-order.ts';
import { insertCart } from './cart-commands.ts';
import { newToken } from '#server/text/secret-token.ts';
import {
  isLive,
  loadItems,
  selectOrders,
  type Db,
  type ItemRow,
  type OrderRow,
} from '#server/order-store/order-store.ts';
import { loadVariantFacts } from '#server/order-terms/variant-facts.ts';

/** What a customer bought in one go: a line, or the lines of a bundle. */
interface Bought {
  items: [ItemRow, ...ItemRow[]];
  put: (cart: OpenCart) => Promise<void>;
}

const reasonOf: Readonly<Record<string, ShortReason>> = {
  'cart.insufficient_stock': 'insufficient_stock',
  'cart.quantity_range': 'quantity_range',
  'cart.trade_proof_required': 'trade_proof_required',
  'cart.variant_unknown': 'not_sold',
  'cart.gift_not_sellable': 'not_sold',
  'cart.bundle_invalid': 'not_sold',
};

/**
 * CART-16. Gifts, wrapping and discounts of the earlier order are not copied. Without `skipCheck` all of it goes in or nothing.
 * @throws 404 `order.not_found` for a cart, an unknown or somebody else's order, and for such a target; 422 `order_again.items_unavailable` with
 * `context.unavailable`
 */
export async function orderAgain(
  services: OrderServices,
  context: RequestContext,
  caller: CallerIdentity,
  body: OrderAgainBody,
): Promise<{ body: OrderAgainAnswer; headers: { ETag: string } }> {
  return inScope(services.db, async (trx) => {
    const source = await placedOrderOf(trx, context, caller, body.orderId);
    if (!source) throw new ApiFailure(404, 'order.not_found');
    const bought = boughtIn((await loadItems(trx, source.id)).filter(isLive));
    const codes = bought.flatMap(({ items }) => items.map((item) => item.variant_code));
    const facts = await loadVariantFacts(trx, source.channel_id, {
      ids: bought.flatMap(({ items }) => items.map((item) => item.variant_id)),
    });
    const productOf = new Map(facts.map((fact) => [fact.variant_id, fact.product_code]));
    const outcome: OrderedAgain[] = [];
    const token = await targetOf(services, trx, context, caller, body.orderToken);
    const answer = await changeLines(services, context, token, codes, async (cart) => {
      for (const one of bought) {
        const refused = await refusalOf(() => one.put(cart));
        const isBundle = one.items[0].bundle_group !== null;
        for (const item of one.items)
          outcome.push({
            productCode: productOf.get(item.variant_id) ?? item.variant_code,
            variantCode: item.variant_code,
            requested: item.quantity,
            added:
              refused === undefined
                ? item.quantity
                : isBundle
                  ? 0
                  : await putWhatThereIs(cart, item, refused),
            ...(refused === undefined ? {} : { reason: refused }),
          });
      }
      return { change: 'items' };
    });
    const skipped = outcome.filter(({ reason }) => reason !== undefined);
    if (skipped.length > 0 && body.skipCheck !== true)
      throw new ApiFailure(422, 'order_again.items_unavailable', { context: { unavailable: skipped } });
    const added = outcome.filter((one) => one.added > 0);
    return { headers: answer.headers, body: { ...answer.body, added, skipped } };
  });
}

/** A placed order of the caller in this channel, by its id or token. */
async function placedOrderOf(
  db: Db,
  context: RequestContext,
  { customerId }: CallerIdentity,
  named: string | number,
): Promise<OrderRow | undefined> {
  return selectOrders(db)
    .where(typeof named === 'number' ? 'order.id' : 'order.token', '=', named)
    .where('order.customer_id', '=', customerId)
    .where('order.state', '<>', 'cart')
    .where('channel.code', '=', context.channel.code)
    .executeTakeFirst();
}

/** Chosen gifts are not bought again. */
function boughtIn(items: readonly ItemRow[]): Bought[] {
  const groups = new Map<string, Bought>();
  for (const item of items.filter(({ marker }) => marker === null)) {
    const { bundle_group: group, bundle_code: bundle } = item;
    const known = group === null ? undefined : groups.get(group);
    if (known) {
      known.items.push(item);
      continue;
    }
    const lines: Bought['items'] = [item];
    groups.set(group ?? `line ${item.id}`, {
      items: lines,
      put:
        group === null || bundle === null
          ? (cart) => putItem(cart, { productVariantCode: item.variant_code, quantity: item.quantity })
          : (cart) => putBundle(cart, bundleOf(bundle, lines)),
    });
  }
  return [...groups.values()];
}

const bundleOf = (productCode: string, lines: Bought['items']) => {
  const each = (item: ItemRow) => item.bundle_quantity ?? item.quantity;
  return {
    productCode,
    quantity: lines[0].quantity / each(lines[0]),
    items: lines.map((item) => ({ productVariantCode: item.variant_code, quantity: each(item) })),
  };
};

/** Why the goods could not be put in; other failures are nobody's answer and go on. */
async function refusalOf(work: () => Promise<void>): Promise<ShortReason | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    const reason = error instanceof ApiFailure ? reasonOf[error.errorCode] : undefined;
    if (reason === undefined) throw error;
    return reason;
  }
}

/** As many pieces of a line as there are; 0 where it is not sold. */
async function putWhatThereIs(cart: OpenCart, item: ItemRow, reason: ShortReason): Promise<number> {
  if (reason !== 'insufficient_stock' && reason !== 'quantity_range') return 0;
  const { parts, known } = cart.loaded;
  const fact = known.get(item.variant_id);
  const here = quantityOf(parts.items.filter(isLive), item.variant_id);
  const room = Math.min(fact?.tracked === true ? fact.stock : quantityBounds.max, quantityBounds.max) - here;
  const quantity = Math.min(room, item.quantity);
  if (quantity < 1) return 0;
  await putItem(cart, { productVariantCode: item.variant_code, quantity });
  return quantity;
}

/**
 * Token of the cart that takes the goods: the named one; where that is an order by now, or none is named, the customer's open
 * one, or one begun for it.
 */
async function targetOf(
  services: OrderServices,
  trx: Db,
  context: RequestContext,
  { customerId }: CallerIdentity,
  named: string | undefined,
): Promise<string> {
  const asked = named === undefined ? undefined : await requireOrder(services, trx, named, context);
  if (asked?.state === 'cart') return asked.token;
  const open = await openCartOf(trx, customerId, context.channel.code);
  if (open) return open.token;
  const token = newToken();
  await insertCart(trx, context, token, context.locale, services.now());
  return token;
}
