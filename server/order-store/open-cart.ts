import type { Db } from './order-store.ts';

/** The customer's open cart with lines in a channel, the one changed last. */
export const openCartOf = (db: Db, customerId: number, channelCode: string) =>
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
    .orderBy('order.updated_at', 'desc')
    .orderBy('order.id', 'desc')
    .limit(1)
    .executeTakeFirst();
