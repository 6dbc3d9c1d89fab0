/** Goods of a cart that the device which ordered it did not know of: another device of its customer put them in (contract CHK-19). */
import { sql } from 'kysely';
import type { OrderIntentBody } from '#contract/orders/order-intents.ts';
import { beginCart } from '#server/cart/cart-commands.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { isGiftLine } from '#server/order-terms/earned-gifts.ts';
import { isLive, loadItems, type Db, type ItemRow, type OrderRow } from '#server/order-store/order-store.ts';
import { claimCart } from '#server/orders/claim-cart.ts';
import { newToken } from '#server/text/secret-token.ts';

type Line = Pick<
  ItemRow,
  'id' | 'variant_code' | 'quantity' | 'bundle_code' | 'bundle_group' | 'bundle_quantity'
>;

/**
 * The lines with the pieces that their device did not know of: neither ordered, as far as they lay in the cart, nor taken out; none for a
 * line of which nothing is left. Pieces are counted by their goods and not by their lines: an add whose answer the device never heard
 * has made a line that it cannot name.
 * A set goes or stays whole: first those that were ordered as such, then pieces alone, then sets of which all pieces are accounted for.
 */
export function goodsLeft(
  lines: readonly Line[],
  {
    lines: ordered,
    sets = [],
    takenOut = [],
    addedHere = [],
  }: Pick<OrderIntentBody, 'lines' | 'sets' | 'takenOut' | 'addedHere'>,
): { id: number; quantity: number }[] {
  const due = new Map<string, number>();
  for (const { productVariantCode: code, quantity } of [...ordered, ...takenOut])
    due.set(code, (due.get(code) ?? 0) + Math.max(0, quantity));
  for (const { productVariantCode: code, quantity } of addedHere)
    due.set(code, Math.max(0, (due.get(code) ?? 0) - quantity));
  const left = lines.map((line) => ({ ...line }));
  const dueOf = (line: Line) => due.get(line.variant_code) ?? 0;
  const take = (line: Line, pieces: number) => {
    line.quantity -= pieces;
    due.set(line.variant_code, dueOf(line) - pieces);
  };
  const inOne = (part: Line) => part.bundle_quantity ?? 1;
  /** @returns of how many sets it took the pieces, `most` of them at most */
  const takeSets = (parts: readonly Line[], most: number): number => {
    const whole = parts.map((part) => Math.floor(Math.min(part.quantity, dueOf(part)) / inOne(part)));
    const count = Math.min(most, ...whole);
    for (const part of parts) take(part, count * inOne(part));
    return count;
  };

  const names = new Set(left.flatMap(({ bundle_group: group }) => group ?? []));
  const groups = [...names].map((name) => left.filter((line) => line.bundle_group === name));
  for (const { productCode, quantity } of sets) {
    let most = quantity;
    for (const parts of groups) if (parts[0]?.bundle_code === productCode) most -= takeSets(parts, most);
  }
  for (const line of left) if (line.bundle_group === null) take(line, Math.min(line.quantity, dueOf(line)));
  for (const parts of groups) takeSets(parts, Infinity);
  return left.filter(({ quantity }) => quantity > 0).map(({ id, quantity }) => ({ id, quantity }));
}

/**
 * Moves such goods out of a locked cart of somebody who is signed in, before its order takes the rest: into the open cart that they
 * have beside it, or into a new one. A guest could not find another cart, and an older message does not say what its device
 * knew: nothing is moved. A chosen gift belongs to the whole cart and goes with it.
 */
export async function leaveUnknown(
  trx: Db,
  context: RequestContext,
  cart: OrderRow,
  body: OrderIntentBody,
  now: Date,
): Promise<void> {
  const { caller, channel, locale } = context;
  if (caller === null || body.takenOut === undefined) return;
  const items = await loadItems(trx, cart.id);
  const left = goodsLeft(
    items.filter((item) => isLive(item) && !isGiftLine(item)),
    body,
  );
  if (left.length === 0) return;
  // As at a sign-in: a cart of nobody yet, which the customer takes over.
  const { order: other } = await beginCart(trx, { ...context, caller: null }, newToken(), locale, now);
  // Of fewer pieces the price is read anew, and is no change of it.
  await sql`
    update order_item i set order_id = ${other.id}, quantity = lines.quantity,
      unit_price = case when i.quantity = lines.quantity then i.unit_price else 0 end
    from unnest(${left.map(({ id }) => id)}::int[], ${left.map(({ quantity }) => quantity)}::int[]) as lines (id, quantity)
    where i.id = lines.id`.execute(trx);
  await claimCart(trx, other, {
    customerId: caller.customerId,
    channelCode: channel.code,
    now,
    // It may wait on the device to be ordered or emptied, and what came into it would be too.
    except: [cart.token, ...(body.exceptTokens ?? [])],
  });
}
