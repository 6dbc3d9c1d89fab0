/** How a channel delivers and is paid. */
import { sql } from 'kysely';
import type { PaymentKind } from '#contract/orders/payments.ts';
import type { Texts } from '#server/database/schema-catalogue.ts';
import type { Db } from '#server/order-store/order-store.ts';

/** Kinds of payment that send the buyer to a gateway. */
export const gatewayKinds: ReadonlySet<PaymentKind> = new Set(['card', 'bank_link']);

export interface MethodRow {
  code: string;
  kind: 'courier' | 'pickup_point' | 'collection';
  name: Texts;
  description: Texts | null;
  provider: string | null;
  position: number;
  min_weight: number | null;
  max_weight: number | null;
  price: number;
  tax_rate: number;
}

export const shippingMethodsQuery = (channelId: number) => sql<MethodRow>`
    select m.code, m.kind, m.name, m.description, m.provider, m.position, m.min_weight, m.max_weight, mp.price,
      coalesce((select r.rate from tax_rate r join zone z on z.code = r.zone
        where r.category = m.tax_category and z.countries && c.countries order by r.id limit 1), 0) as tax_rate
    from shipping_method m
    join shipping_method_price mp on mp.shipping_method_id = m.id and mp.channel_id = ${channelId}
    join channel c on c.id = mp.channel_id
    where m.enabled and mp.enabled
    order by m.position, m.code`;

/** Enabled delivery methods with their price in the channel, in position order. */
export const loadShippingMethods = async (db: Db, channelId: number): Promise<MethodRow[]> =>
  (await shippingMethodsQuery(channelId).execute(db)).rows;

/**
 * Enabled payment methods of the channel in position order; those that lead to a gateway only where there is one, and transfers only
 * where the seller has an account to pay into.
 */
export const loadPaymentMethods = (db: Db, channelCode: string) =>
  db
    .selectFrom('payment_method')
    .selectAll()
    .where('enabled', '=', true)
    .where((eb) =>
      eb.or([
        eb('kind', 'not in', [...gatewayKinds]),
        eb.exists(eb.selectFrom('open_gateway').select('open_gateway.code')),
      ]),
    )
    .where((eb) =>
      eb.or([
        eb('kind', '<>', 'transfer'),
        eb.exists(
          eb
            .selectFrom('channel')
            .select('channel.id')
            .where('channel.code', '=', channelCode)
            .where(sql<boolean>`jsonb_array_length(channel.seller -> 'bankAccounts') > 0`),
        ),
      ]),
    )
    .where(sql<boolean>`${channelCode} = any(channels)`)
    .orderBy('position')
    .orderBy('code')
    .execute();
export type PaymentMethodRow = Awaited<ReturnType<typeof loadPaymentMethods>>[number];

/** What a payment keeps of the method that was chosen for it. */
export const chosenMethod = (method: PaymentMethodRow) => ({
  method_code: method.code,
  method_kind: method.kind,
  method_name: JSON.stringify(method.name),
  instructions: method.instructions ? JSON.stringify(method.instructions) : null,
});
