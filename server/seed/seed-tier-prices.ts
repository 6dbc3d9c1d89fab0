/** Prices by quantity of the demo shop: what farmers buy by the sack and the pallet. */
import type { ClientBase } from 'pg';
import type { TierPack } from '#contract/catalogue-words.ts';
import { readData } from './read-data.ts';

interface TierRule {
  channel: string;
  taxons: string[];
  content: { amount: number; unit: string };
  tiers: { quantity: number; percent: number; pack?: TierPack }[];
}

/** After the goods and their prices. */
export async function seedTierPrices(client: ClientBase, now: Date): Promise<void> {
  const { tierPrices } = readData<{ tierPrices: TierRule[] }>('catalogue/tier-prices.json', now);
  await client.query(
    `insert into tier_price (variant_id, channel_id, quantity, pack, price)
     select v.id, c.id, tier.quantity, tier.pack,
       round(coalesce(cp.original_price, cp.price) * (100 - tier.percent) / 1000.0) * 10 - 1
     from jsonb_to_recordset($1::jsonb) as rule(channel text, taxons text[], content jsonb, tiers jsonb)
     cross join jsonb_to_recordset(rule.tiers) as tier(quantity int, percent int, pack text)
     join channel c on c.code = rule.channel
     join product_variant v on v.net_amount = (rule.content ->> 'amount')::numeric and v.net_unit = rule.content ->> 'unit'
     join product p on p.id = v.product_id and p.type = 'simple' and not p.is_gift
     join channel_price cp on cp.variant_id = v.id and cp.channel_id = c.id
     join taxon main on main.id = p.main_taxon_id
     where exists (select 1 from taxon above
       where above.code = any(rule.taxons) and above.lft <= main.lft and above.rgt >= main.rgt)
     on conflict do nothing`,
    [JSON.stringify(tierPrices)],
  );
}
