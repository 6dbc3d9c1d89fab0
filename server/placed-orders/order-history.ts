/** The placed orders of a customer in this channel (contract ORD-01). */
import { sql } from 'kysely';
import type { OrderHistoryQuery, OrderSummary } from '#contract/orders/order-history.ts';
import { paymentOffers } from '#domain/orders/payment-offers.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import { listMeta } from '#server/http/paging.ts';
import type { CallerIdentity, RequestContext } from '#server/http/request-context.ts';
import { isBeingConfirmed } from '#server/order-store/being-confirmed.ts';
import type { Db } from '#server/order-store/order-store.ts';

/** Ten to a page: an order is more to look at than a product. */
const usualPage = 10;

/** @throws 400 `query.invalid_sort` */
export async function readOrderHistory(
  db: Db,
  { channel }: RequestContext,
  { customerId }: CallerIdentity,
  query: OrderHistoryQuery,
): Promise<{ data: OrderSummary[]; meta: ReturnType<typeof listMeta> }> {
  const page = query.page ?? 1;
  const itemsPerPage = query.itemsPerPage ?? usualPage;
  const { checkoutCompletedAt: direction = 'desc', ...unknown } = query.order ?? {};
  if (Object.keys(unknown).length > 0) throw new ApiFailure(400, 'query.invalid_sort');
  const placed = db
    .selectFrom('order')
    .innerJoin('channel', 'channel.id', 'order.channel_id')
    .where('order.customer_id', '=', customerId)
    .where('channel.code', '=', channel.code)
    .where('order.state', '<>', 'cart')
    .$if(query.state !== undefined, (found) => found.where('order.state', 'in', query.state ?? []));
  const { total } = await placed
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await placed
    .select([
      'order.id',
      'order.number',
      'order.token',
      'order.checkout_completed_at',
      'order.state',
      'order.payment_state',
      'order.shipping_state',
      'order.total',
      'order.currency_code',
      sql<number>`(select coalesce(sum(quantity), 0)::int from order_item
        where order_id = "order".id and deleted_at is null)`.as('item_count'),
      sql<{ tracking: string | null; trackingUrl: string | null }[]>`(select
        coalesce(jsonb_agg(jsonb_build_object('tracking', tracking, 'trackingUrl', tracking_url) order by position, id), '[]')
        from shipment where order_id = "order".id)`.as('shipments'),
      isBeingConfirmed.as('being_confirmed'),
    ])
    .orderBy('order.checkout_completed_at', direction)
    .orderBy('order.id', direction)
    .limit(itemsPerPage)
    .offset((page - 1) * itemsPerPage)
    .execute();
  const data = rows.map((row) => ({
    id: row.id,
    number: row.number ?? '',
    tokenValue: row.token,
    checkoutCompletedAt: (row.checkout_completed_at ?? new Date(0)).toISOString(),
    state: row.state,
    paymentState: row.payment_state,
    shippingState: row.shipping_state,
    total: row.total,
    currencyCode: row.currency_code,
    itemCount: row.item_count,
    shipments: row.shipments.map(({ tracking, trackingUrl }) => ({
      ...(tracking === null ? {} : { tracking }),
      ...(trackingUrl === null ? {} : { trackingUrl }),
    })),
    canReturn: false,
    canPay: paymentOffers({
      state: row.state,
      paymentState: row.payment_state,
      isBeingConfirmed: row.being_confirmed,
    }).payLink,
  }));
  return { data, meta: listMeta(total, page, itemsPerPage) };
}
