/** What the shop under test gives beside the goods: a promo code, the wrap and a gift (docs/reliability.md, M1). */

export type Query = <T extends object>(sql: string, values?: readonly unknown[]) => Promise<T[]>;

/** The same in every schedule. */
export interface Extras {
  coupon: string;
  /** Cents that the code takes off. */
  couponOff: number;
  wrapPrice: number;
  gift: string;
  /** Goods from this amount on earn the gift, cents. */
  giftFrom: number;
}

/** One code, one gift with plenty of it, and the price of the wrap. */
export async function openExtras(query: Query, place: number | undefined): Promise<Extras> {
  const [coupon, couponOff, giftFrom] = ['FAULTS_CODE', 150, 1_500];
  await query(
    `with made as (insert into cart_promotion (code, name, coupon_based, channels, actions) values ('FAULTS', '{"en": "Faults"}',
       true, '{retail}', $2) returning id)
     insert into coupon (code, promotion_id) select $1, id from made`,
    [coupon, JSON.stringify([{ type: 'order_fixed_discount', amount: couponOff }])],
  );
  const [wrap] = await query<{ price: number }>(
    `update channel set gift_wrap_enabled = true where code = 'retail' returning gift_wrap_price as price`,
  );
  const [gift] = await query<{ id: number; code: string }>(
    `select v.id, v.code from gift_campaign g join gift_campaign_variant c on c.campaign_id = g.id
     join product_variant v on v.id = c.variant_id where 'retail' = any(g.channels) order by g.threshold, c.position limit 1`,
  );
  await query(
    `update gift_campaign set enabled = (id = (select campaign_id from gift_campaign_variant where variant_id = $1 limit 1)),
     threshold = $2, starts_at = null, ends_at = null`,
    [gift?.id, giftFrom],
  );
  await query('delete from stock where variant_id = $1', [gift?.id]);
  await query('insert into stock (variant_id, warehouse_id, on_hand) values ($1, $2, 100000000)', [
    gift?.id,
    place,
  ]);
  return { coupon, couponOff, wrapPrice: wrap?.price ?? 0, gift: gift?.code ?? '', giftFrom };
}
