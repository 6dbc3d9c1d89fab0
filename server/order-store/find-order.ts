/** Whose order a token names. Ownership and channel stand in the statements (contract 1.11). */
import { selectOrders, type OrderRow, type Db } from './order-store.ts';

/**
 * Who asks: an order of another channel, or of a customer who is somebody else, does not exist for them. One that was
 * placed as a guest is read without a sign-in by who knows its token (contract 1.11).
 */
export interface Asker {
  channelCode: string;
  customerId: number | null;
}

/** Finds an order by its token; `lock` holds its row until the end of the transaction. */
export async function findOrder(
  db: Db,
  token: string,
  asker: Asker,
  options: { lock?: boolean } = {},
): Promise<OrderRow | undefined> {
  const query = selectOrders(db)
    .where('order.token', '=', token)
    .where('channel.code', '=', asker.channelCode)
    .where((eb) =>
      eb.or([
        eb('order.customer_id', 'is', null),
        asker.customerId === null
          ? eb('order.placed_as_guest', '=', true)
          : eb('order.customer_id', '=', asker.customerId),
      ]),
    );
  const found = await (options.lock ? query.forUpdate('order') : query).executeTakeFirst();
  if (found) return found;
  const own = await cartBehind(db, token, asker);
  return own === token ? undefined : findOrder(db, own, asker, options);
}

/** The token of the customer's own cart that a guest's one went into (contract 5.9); `token` where it names no other. */
async function cartBehind(db: Db, token: string, asker: Asker): Promise<string> {
  if (asker.customerId === null) return token;
  const alias = await db
    .selectFrom('order_alias')
    .innerJoin('order', 'order.id', 'order_alias.order_id')
    .select('order.token')
    .where('order_alias.token', '=', token)
    .where('order_alias.customer_id', '=', asker.customerId)
    .executeTakeFirst();
  return alias?.token ?? token;
}

/**
 * Whether a token names a cart that is a customer's, or one that went into theirs, also once they have ordered it: a guest who was told
 * that there is none would make it anew. (What was placed as a guest is found by its token before anybody asks this.)
 */
export async function isClaimedCart(db: Db, token: string): Promise<boolean> {
  const alias = await db
    .selectFrom('order_alias')
    .select('order_id')
    .where('token', '=', token)
    .executeTakeFirst();
  const found = await db
    .selectFrom('order')
    .select('id')
    .where(alias ? 'id' : 'token', '=', alias ? alias.order_id : token)
    .where('customer_id', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** That token, and those of the customer's carts that went into the same one. */
export async function namesOfCart(
  db: Db,
  token: string,
  asker: Asker,
): Promise<[own: string, ...others: string[]]> {
  const own = await cartBehind(db, token, asker);
  if (asker.customerId === null) return [own];
  const others = await db
    .selectFrom('order_alias')
    .innerJoin('order', 'order.id', 'order_alias.order_id')
    .select('order_alias.token')
    .where('order.token', '=', own)
    .where('order_alias.customer_id', '=', asker.customerId)
    .execute();
  return [own, ...others.map((one) => one.token)];
}
