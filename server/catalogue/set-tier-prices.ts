import type { Kysely } from 'kysely';
import type { StoredTier } from '#domain/catalogue/stored-product.ts';
import type { Database } from '#server/database/schema.ts';

/**
 * Puts these prices by quantity in the place of those that a variant has in a channel (contract 5.4). The only writer of them
 * after the seed; a tier that does not lower the price of one piece is kept and has no effect.
 */
export async function setTierPrices(
  db: Kysely<Database>,
  { variantId, channelId, tiers }: { variantId: number; channelId: number; tiers: readonly StoredTier[] },
): Promise<void> {
  const ofVariant = { variant_id: variantId, channel_id: channelId };
  await db
    .deleteFrom('tier_price')
    .where('variant_id', '=', variantId)
    .where('channel_id', '=', channelId)
    .execute();
  if (tiers.length > 0)
    await db
      .insertInto('tier_price')
      .values(tiers.map((tier) => ({ ...ofVariant, ...tier })))
      .execute();
  // Its pages and the copies of devices tell when the goods were changed.
  await db
    .updateTable('channel_price')
    .set({ updated_at: new Date() })
    .where('variant_id', '=', variantId)
    .where('channel_id', '=', channelId)
    .execute();
}
