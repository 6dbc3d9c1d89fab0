import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { Catalogue } from './catalogue.ts';
import { forEachBit, hasBit } from '#domain/search/bitmap.ts';

/** Sales older than this say little about what is wanted now. */
const daysCounted = 60;
/** Reviews stand in for sales while there are few. */
const pointsPerReview = 0.25;

async function soldPieces(db: Kysely<Database>): Promise<Map<string, number>> {
  const known = await sql<{ at: string | null }>`select to_regclass('order_item')::text as at`.execute(db);
  if (!known.rows[0]?.at) return new Map();
  const { rows } = await sql<{ code: string; sold: number }>`
    select p.code, sum(i.quantity)::int as sold
    from order_item i
    join product_variant v on v.id = i.variant_id
    join product p on p.id = v.product_id
    join "order" o on o.id = i.order_id
    where i.deleted_at is null and o.state in ('new', 'processing', 'fulfilled')
      and o.checkout_completed_at > now() - make_interval(days => ${daysCounted})
    group by p.code`.execute(db);
  return new Map(rows.map((row) => [row.code, row.sold]));
}

/**
 * Best sellers of the channel that can be had now, as product codes (REC-01). A placement named after a category's
 * code keeps to that category; every other placement is for the whole shop. Chemicals are not advertised.
 */
export async function recommend(
  catalogue: Catalogue,
  placement: string,
  channelCode: string,
  count: number,
): Promise<string[]> {
  const { data, goods } = catalogue.state;
  const listing = catalogue.listing(channelCode);
  const taxon = data.taxonsByCode.get(placement);
  const within = taxon ? goods.taxon(taxon.id) : null;
  const chemicals = data.taxonsByCode.get('APSAUGA');
  const excluded = chemicals && !within ? goods.taxon(chemicals.id) : null;
  const candidates: { member: number; score: number }[] = [];
  const sold = await bestSellers.of(catalogue.db);
  forEachBit(listing.listed, (member) => {
    const product = goods.products[member];
    if (!product || !listing.isInStock(member)) return;
    if ((within && !hasBit(within, member)) || (excluded && hasBit(excluded, member))) return;
    const pieces = sold.get(product.code) ?? 0;
    candidates.push({ member, score: pieces + product.rating * product.reviewCount * pointsPerReview });
  });
  return candidates
    .sort((a, b) => b.score - a.score || a.member - b.member)
    .slice(0, count)
    .flatMap(({ member }) => goods.products[member]?.code ?? []);
}

/** Sums of sales change slowly and cost a scan: kept for some minutes. */
const keptMs = 300_000;
const bestSellers = {
  kept: new WeakMap<Kysely<Database>, { until: number; sold: Promise<Map<string, number>> }>(),
  of(db: Kysely<Database>): Promise<Map<string, number>> {
    const known = this.kept.get(db);
    if (known && known.until > Date.now()) return known.sold;
    const sold = soldPieces(db);
    this.kept.set(db, { until: Date.now() + keptMs, sold });
    sold.catch(() => this.kept.delete(db));
    return sold;
  },
};
