import type { StoredTier } from '#domain/catalogue/stored-product.ts';
import type { RunSql } from '#server/database/run-sql.ts';

export interface NewTiers {
  variantId: number;
  channelId: number;
  /** None: each piece costs the same, however many. */
  tiers: readonly StoredTier[];
}

/**
 * Puts these prices by quantity in the place of those that the variants have in the channels (contract 5.4). The only writer of
 * them after the seed; a tier that does not lower the price of one piece is kept and has no effect.
 */
export async function setTierPrices(run: RunSql, changed: readonly NewTiers[]): Promise<void> {
  if (changed.length === 0) return;
  const places = JSON.stringify(
    changed.map(({ variantId, channelId }) => ({ variant_id: variantId, channel_id: channelId })),
  );
  const given = 'jsonb_to_recordset($1::jsonb) as r(variant_id int, channel_id int)';
  await run(
    `delete from tier_price t using ${given} where t.variant_id = r.variant_id and t.channel_id = r.channel_id`,
    [places],
  );
  const rows = changed.flatMap(({ variantId, channelId, tiers }) =>
    tiers.map((tier) => ({ variant_id: variantId, channel_id: channelId, ...tier })),
  );
  if (rows.length > 0)
    await run(
      `insert into tier_price (variant_id, channel_id, quantity, pack, price) select variant_id, channel_id, quantity, pack, price
       from jsonb_to_recordset($1::jsonb) as r(variant_id int, channel_id int, quantity int, pack text, price int)`,
      [JSON.stringify(rows)],
    );
  // Its pages and the copies of devices tell when the goods were changed.
  await run(
    `update channel_price c set updated_at = now() from ${given}
     where c.variant_id = r.variant_id and c.channel_id = r.channel_id`,
    [places],
  );
}
