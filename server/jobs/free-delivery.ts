/** From which sum of goods a way of delivery costs nothing: promotions of the cart that hold for everybody (decision 61). */
import type { Transaction } from 'kysely';
import type { PromotionAction, ShippingDiscount } from '#domain/cart/promotions.ts';
import type { Database } from '#server/database/schema.ts';
import type { MailServices } from '#server/mail/mail-outbox.ts';
import {
  freeDeliveryIn,
  freeDeliveryOf,
  isFreeFor,
  loadChannelRules,
} from '#server/order-terms/channel-rules.ts';
import type { Channel } from './offer-options.ts';
import { freeDeliveryName, freePrefix } from './promotion-commands.ts';

type Db = MailServices['db'];
type Trx = Transaction<Database>;

/** From which sum of goods a way costs nothing in a channel, and by which promotions; the least first. */
export async function freeFrom(db: Db, channel: Channel, method: { code: string; kind: string }, now: Date) {
  const rules = await loadChannelRules(db, channel.id);
  return freeDeliveryOf(rules, now)
    .filter((free) => isFreeFor(free, method))
    .toSorted((a, b) => a.from - b.from);
}

/** Free delivery is a promotion of the cart; the one that stands for a way in a channel. */
export const freeCode = (method: string, channel: string): string => `${freePrefix}${method}-${channel}`;

/** The effect on delivery without one way: null where nothing is left of it. */
function withoutMethod(action: ShippingDiscount, method: string): ShippingDiscount | null {
  const { onlyMethods, excludeMethods = [] } = action;
  if (!onlyMethods) return { ...action, excludeMethods: [...excludeMethods, method] };
  const left = onlyMethods.filter((code) => code !== method);
  return left.length === 0 ? null : { ...action, onlyMethods: left };
}

/** A promotion that leaves a way out, and what of it went on as another promotion, with a limit of uses of its own. */
interface Left {
  promotion: string;
  copy?: { code: string; limit: number | null };
}

/**
 * Takes a way in one channel out of a promotion that makes it free for everybody: what `--free-from` says is the one rule of
 * that way. In other channels, for other ways and for goods the promotion stays as it is.
 * @returns what is left of it in the channel, where that had to become a promotion of its own
 */
async function leaveOut(trx: Trx, promotion: string, method: string, channel: Channel): Promise<Left> {
  const { id, ...row } = await trx
    .selectFrom('cart_promotion')
    .selectAll()
    .where('code', '=', promotion)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const actions = (row.actions as PromotionAction[]).flatMap((action): PromotionAction[] => {
    if (action.type !== 'shipping_percentage') return [action];
    const left = withoutMethod(action, method);
    return left === null ? [] : [left];
  });
  const changed = { actions: JSON.stringify(actions), enabled: actions.length > 0 };
  const others = row.channels.filter((code) => code !== channel.code);
  if (others.length === 0) {
    await trx.updateTable('cart_promotion').set(changed).where('id', '=', id).execute();
    return { promotion };
  }
  await trx.updateTable('cart_promotion').set({ channels: others }).where('id', '=', id).execute();
  if (actions.length === 0) return { promotion };
  // Named by its row too: of two long codes that begin alike each has a part of its own.
  const code = `${promotion.slice(0, 40)}-${channel.code.slice(0, 15)}-${id}`;
  await trx
    .insertInto('cart_promotion')
    .values({
      ...row,
      ...changed,
      code,
      used: row.usage_limit === null ? 0 : row.used,
      channels: [channel.code],
      name: JSON.stringify(row.name),
      rules: JSON.stringify(row.rules),
    })
    .execute();
  return { promotion, copy: { code, limit: row.usage_limit } };
}

/**
 * `--free-from`: the one rule of a way in a channel, also over promotions that are still to begin.
 * @param from cents; null: never
 * @returns promotions that made the way free for everybody, and leave it out from now on
 */
export async function setFree(
  trx: Trx,
  method: { code: string; kind: string },
  channel: Channel,
  from: number | null,
  now: Date,
): Promise<Left[]> {
  const code = freeCode(method.code, channel.code);
  const { promotions } = await loadChannelRules(trx, channel.id);
  const toCome = promotions.filter(({ ends_at }) => ends_at === null || new Date(ends_at) > now);
  const others = freeDeliveryIn(toCome).filter((free) => free.code !== code && isFreeFor(free, method));
  const left: Left[] = [];
  for (const other of new Set(others.map((free) => free.code)))
    left.push(await leaveOut(trx, other, method.code, channel));
  if (from === null) {
    await trx.updateTable('cart_promotion').set({ enabled: false }).where('code', '=', code).execute();
    return left;
  }
  const terms = {
    enabled: true,
    starts_at: null,
    ends_at: null,
    rules: JSON.stringify([{ type: 'item_total', amount: from }]),
    actions: JSON.stringify([{ type: 'shipping_percentage', percentage: 100, onlyMethods: [method.code] }]),
  };
  await trx
    .insertInto('cart_promotion')
    .values({
      ...terms,
      code,
      name: JSON.stringify(freeDeliveryName),
      priority: 50,
      exclusive: false,
      coupon_based: false,
      channels: [channel.code],
    })
    .onConflict((conflict) => conflict.column('code').doUpdateSet(terms))
    .execute();
  return left;
}
