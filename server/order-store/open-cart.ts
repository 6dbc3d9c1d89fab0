import { sql } from 'kysely';
import type { Db } from './order-store.ts';

/**
 * Names that a cart is given beside its token: each change of it asks what was done under any of them (contract 1.8). Devices give it a
 * few; whoever makes them up would have every change take seconds.
 */
const mostNames = 250;

/** Whether the cart may get one more; a device that comes with another token begins a cart beside it. */
export const takesName = ({ names }: { names: number | null }): boolean => (names ?? 0) < mostNames;

/**
 * The customer's open cart with lines in a channel, the one changed last.
 * @param except tokens, or other names, of carts that it must not be
 */
export const openCartOf = (db: Db, customerId: number, channelCode: string, except: readonly string[] = []) =>
  db
    .selectFrom('order')
    .innerJoin('channel', 'channel.id', 'order.channel_id')
    .select((eb) => [
      'order.id',
      'order.token',
      eb
        .selectFrom('order_alias')
        .select(sql<number>`count(*)::int`.as('names'))
        .whereRef('order_alias.order_id', '=', 'order.id')
        .as('names'),
    ])
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
