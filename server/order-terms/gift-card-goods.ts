/** The gift card as a product that can be bought (contract 5.5): one for the shop, sold in the channels that have a price of it. */
import { CompiledQuery, type Kysely } from 'kysely';
import { giftCardCode } from '#contract/gift-marker.ts';
import { giftCardAmounts } from '#domain/cart/gift-card-sale.ts';
import { inEveryLocale } from '#locales/server-texts.ts';
import type { Database } from '#server/database/schema.ts';

/**
 * Sells gift cards in these channels; makes their product where there is none yet. No list, search or feed has it: it is not
 * enabled. Its tax category has no rate: a card is taxed with what it pays for.
 */
export const sellingGiftCards = (channels: readonly string[]): { text: string; values: unknown[] } => ({
  text: `
    with made as (
      insert into product (code, type, enabled, name, slug, tax_category) values ($1, 'gift_card', false, $2, $3, 'gift_card')
      on conflict (code) do update set code = excluded.code returning id),
    variant as (
      insert into product_variant (product_id, code, is_default, name, tracked) select id, $1, true, '{}', false from made
      on conflict (code) do update set code = excluded.code returning id)
    insert into channel_price (variant_id, channel_id, price)
    select variant.id, channel.id, $4 from variant, channel where channel.code = any($5)
    on conflict do nothing`,
  values: [
    giftCardCode,
    JSON.stringify(inEveryLocale(({ names }) => names.adjustments.gift_card)),
    JSON.stringify(inEveryLocale(() => giftCardCode.toLowerCase())),
    giftCardAmounts.min,
    channels,
  ],
});

export async function sellGiftCards(db: Kysely<Database>, channels: readonly string[]): Promise<void> {
  const { text, values } = sellingGiftCards(channels);
  await db.executeQuery(CompiledQuery.raw(text, values));
}

/** Sells none any more in these channels; what was bought stays. */
export async function stopGiftCards(db: Kysely<Database>, channels: readonly string[]): Promise<void> {
  await db
    .deleteFrom('channel_price')
    .where('variant_id', 'in', (eb) =>
      eb.selectFrom('product_variant').select('id').where('code', '=', giftCardCode),
    )
    .where('channel_id', 'in', (eb) =>
      eb
        .selectFrom('channel')
        .select('id')
        .where('code', 'in', [...channels]),
    )
    .execute();
}
