import type { Db } from './order-store.ts';

/**
 * The customer's open cart with lines in a channel, the one changed last.
 * @param except tokens, or other names, of carts that it must not be
 */
export const openCartOf = (db: Db, customerId: number, channelCode: string, except: readonly string[] = []) =>
  db
    .selectFrom('order')
    .innerJoin('channel', 'channel.id', 'order.channel_id')
    .select(['order.id', 'order.token'])
    .where('order.customer_id', '=', customerId)
    .where('order.state', '=', 'cart')
    .where('channel.code', '=', channelCode)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('order_item')
          .select('order_item.id')
          .whereRef('order_item.order_id', '=', 'order.id')
          .where('order_item.deleted_at', 'is', null),
      ),
    )
    .$if(except.length > 0, (query) =>
      query
        .where('order.token', 'not in', except)
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('order_alias')
                .select('order_alias.order_id')
                .whereRef('order_alias.order_id', '=', 'order.id')
                .where('order_alias.token', 'in', except),
            ),
          ),
        ),
    )
    .orderBy('order.updated_at', 'desc')
    .orderBy('order.id', 'desc')
    .limit(1)
    .executeTakeFirst();
