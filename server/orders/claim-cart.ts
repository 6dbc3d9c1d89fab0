/**
 * A guest's cart and the customer who signs in with it (contract 5.9): it becomes theirs, or goes into the open cart that
 * they have already, and its token names that one from then on, so that what waits on the device still finds it.
 */
import { sql } from 'kysely';
import { quantityBounds } from '#contract/orders/item-bounds.ts';
import { lockCustomer } from '#server/accounts/lock-customer.ts';
import type { StoredWarning } from '#server/database/schema-orders.ts';
import { withSavepoint } from '#server/database/transaction-scope.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import { isGiftLine } from '#server/order-terms/earned-gifts.ts';
import { moveBalances } from '#server/order-terms/balances.ts';
import { openCartOf, takesName } from '#server/order-store/open-cart.ts';
import { recalculateOrder } from './order-recalculation.ts';
import { checkLineRange, linesIn } from './line-range.ts';
import { areNearTotalRange } from './total-range.ts';
import { isEmptiedByOther } from '#server/order-store/emptied-cart.ts';
import { findOrder } from '#server/order-store/find-order.ts';
import {
  isLive,
  isPlain,
  loadItems,
  type Db,
  type ItemRow,
  type OrderRow,
} from '#server/order-store/order-store.ts';
import { nameSetsAnew } from '#server/order-terms/sold-sets.ts';
import { loadVariantFacts } from '#server/order-terms/variant-facts.ts';

export interface Claim {
  customerId: number;
  channelCode: string;
  now: Date;
  /** Tokens of carts of the customer that it must not go into. */
  except?: readonly string[];
}

/** ACC-01 with `?orderToken`: a token that names no open guest cart of this channel is ignored. */
export async function claimCartOf(trx: Db, token: string, claim: Claim): Promise<void> {
  const guest = await findOrder(
    trx,
    token,
    { channelCode: claim.channelCode, customerId: null },
    { lock: true },
  );
  if (guest?.state !== 'cart') return;
  const items = await loadItems(trx, guest.id);
  // An empty cart is worth nothing to anybody.
  if (items.length === 0) await trx.deleteFrom('order').where('id', '=', guest.id).execute();
  else await claimCart(trx, guest, claim);
}

/**
 * Gives a locked guest's cart to the customer, into the open one that they have or, where both together are more than an order
 * may hold or that one has too many names, beside it; nothing happens to a cart that has an owner.
 * @returns the cart to go on with, locked
 */
export async function claimCart(trx: Db, guest: OrderRow, claim: Claim): Promise<OrderRow> {
  const { customerId, channelCode, now, except } = claim;
  if (guest.customer_id !== null || guest.state !== 'cart') return guest;
  // Two devices may sign in at once: one after the other, or each would find no cart yet. Rows that name the customer may
  // be written meanwhile: an order that is being placed holds its row and writes an address.
  await lockCustomer(trx, customerId);
  const open = await openCartOf(trx, customerId, channelCode, except);
  const own =
    open &&
    takesName(open) &&
    (await findOrder(trx, open.token, { channelCode, customerId }, { lock: true }));
  const merged = own && (await unlessTooMuch(trx, [guest, own], () => mergeInto(trx, guest, own, claim)));
  if (merged) return merged;
  await trx.updateTable('order').set({ customer_id: customerId }).where('id', '=', guest.id).execute();
  const recalculated = await unlessTooMuch(trx, [guest], () =>
    recalculateOrder(trx, guest, { change: 'none', now }),
  );
  return recalculated?.view.order ?? { ...guest, customer_id: customerId };
}

const tooMuch: ReadonlySet<string> = new Set(['cart.total_range', 'cart.line_range']);

/** Nobody is kept from signing in by what lies in their carts: undefined, and nothing done, for more than an order may hold. */
async function unlessTooMuch<T>(trx: Db, carts: OrderRow[], work: () => Promise<T>): Promise<T | undefined> {
  try {
    // Of nearly all carts there is nothing to go back to: too many lines are found before anything is written.
    return await (areNearTotalRange(...carts) ? withSavepoint(trx, work) : work());
  } catch (error) {
    if (error instanceof ApiFailure && tooMuch.has(error.errorCode)) return undefined;
    throw error;
  }
}

/** @throws ApiFailure 422 `cart.total_range`; `cart.line_range`, and nothing was written */
async function mergeInto(trx: Db, guest: OrderRow, own: OrderRow, claim: Claim): Promise<OrderRow> {
  const warnings = await moveLines(trx, guest, own);
  await moveBalances(trx, guest.id, own.id);
  await trx
    .with('merged', (cte) => cte.deleteFrom('order').where('id', '=', guest.id))
    .updateTable('order')
    .set({
      coupon_code: own.coupon_code ?? guest.coupon_code,
      // What the device has sent to the guest's cart was done: it must not be sent again.
      applied_command_ids: [...new Set([...guest.applied_command_ids, ...own.applied_command_ids])],
    })
    .where('id', '=', own.id)
    .execute();
  await nameAlso(trx, guest.token, own.id, claim);
  const options = { change: 'items', now: claim.now, warnings } as const;
  return (await recalculateOrder(trx, own, options)).view.order;
}

/**
 * Makes `token` another name of a customer's cart, for them alone, as long as the cart is there: what waits on a device under that
 * token has no age.
 * @returns false for a token or a name of somebody else's, also of a cart that they have emptied: it stays theirs, whoever knows it
 */
export async function nameAlso(
  trx: Db,
  token: string,
  orderId: number,
  { customerId }: Claim,
): Promise<boolean> {
  const { rows } = await sql<{ token: string }>`
    with named as (
      insert into order_alias (token, order_id, customer_id)
      select ${token}::text, ${orderId}::int, ${customerId}::int
      where not exists (select 1 from "order" o where o.token = ${token})
        and not ${isEmptiedByOther(token, customerId)}
      on conflict (token) do update
        set order_id = excluded.order_id
        where order_alias.customer_id = excluded.customer_id
      returning token),
    -- Once this cart expires the token is not that of one that was emptied.
    no_longer_emptied as (delete from emptied_cart using named where emptied_cart.token = named.token)
    select token from named`.execute(trx);
  return rows.length === 1;
}

/**
 * Lines of the same goods are summed, no more than there is; all others move as they are, bundles whole.
 * @throws ApiFailure 422 `cart.line_range` before anything is written
 */
async function moveLines(trx: Db, from: OrderRow, to: OrderRow): Promise<StoredWarning[]> {
  const [allComing, allHere] = [await loadItems(trx, from.id), await loadItems(trx, to.id)];
  const [coming, here] = [allComing.filter(isLive), allHere.filter(isLive)];
  const sameHere = (item: ItemRow) =>
    isPlain(item) ? here.find((one) => isPlain(one) && one.variant_id === item.variant_id) : undefined;
  const lines = linesIn(here);
  checkLineRange(lines, lines + linesIn(coming.filter((item) => sameHere(item) === undefined)));
  // A device names its sets itself, each once in a cart; what was taken out may still come back.
  const taken = allComing.flatMap(({ bundle_group: group }) =>
    group !== null && allHere.some((item) => item.bundle_group === group) ? [group] : [],
  );
  if (taken.length > 0) await nameSetsAnew(trx, from.id, taken);
  const facts = await loadVariantFacts(trx, to.channel_id, { ids: coming.map((item) => item.variant_id) });
  const warnings: StoredWarning[] = [];
  const hasGift = here.some(isGiftLine);
  for (const item of coming) {
    // One gift for a cart: the one that was chosen here stays.
    if (hasGift && isGiftLine(item)) continue;
    const same = sameHere(item);
    if (!same) {
      await trx.updateTable('order_item').set({ order_id: to.id }).where('id', '=', item.id).execute();
      continue;
    }
    const fact = facts.find((one) => one.variant_id === item.variant_id);
    const wanted = same.quantity + item.quantity;
    const elsewhere = here
      .filter((one) => one !== same && one.variant_id === item.variant_id)
      .reduce((sum, one) => sum + one.quantity, 0);
    const most = Math.min(
      quantityBounds.max,
      fact?.tracked ? Math.max(fact.stock - elsewhere, 1) : quantityBounds.max,
    );
    // What was there before is not lowered: the cart tells of a shortage by itself.
    const quantity = Math.max(same.quantity, Math.min(wanted, most));
    if (quantity < wanted)
      warnings.push({
        errorCode: 'cart.quantity_capped',
        values: { name: item.product_name, available: quantity },
        itemId: same.id,
      });
    await trx
      .updateTable('order_item')
      // What more pieces cost each is no change of the price: it is read anew, and nothing is told.
      .set({ quantity, ...(fact && fact.tiers.length > 0 ? { unit_price: 0 } : {}) })
      .where('id', '=', same.id)
      .execute();
  }
  // A line that was deleted a moment ago stays restorable beside the others.
  await sql`update order_item set order_id = ${to.id} where order_id = ${from.id} and deleted_at is not null`.execute(
    trx,
  );
  return warnings;
}
