import type { ClientBase } from 'pg';
import { onClient, type RunSql } from '#server/database/run-sql.ts';
import { writePlans } from '#server/catalogue/offer-plan.ts';
import { setPrices } from '#server/catalogue/set-prices.ts';
import { setTierPrices } from '#server/catalogue/set-tier-prices.ts';
import { setStock, type ShortStock } from '#server/catalogue/set-stock.ts';
import { draftProduct, hasChanged } from './draft-goods.ts';
import type { ProductDraft } from './draft-types.ts';
import { draftOffer, type OfferDraft, type Uncounted } from './draft-offer.ts';
import type { FeedPlaces } from './feed-places.ts';
import { loadKnownGoods, type KnownProduct, type KnownVariant } from './known-goods.ts';
import type { FeedRow } from './feed-row.ts';
import { writeProducts, writeVariants } from './write-goods.ts';

export type BatchRow = { line: number; row: FeedRow; hash: string };
export type Refusal = { line: number; id: string; reason: string };
/** What of an item that came in was left out, and why. */
export type Note = { line: number; id: string; note: string };
export type BatchResult = {
  created: number;
  updated: number;
  unchanged: number;
  /** New goods of which nothing says how many there are. */
  withoutPieces: number;
  refused: Refusal[];
  notes: Note[];
};

export type BatchContext = {
  places: FeedPlaces;
  locale: string;
  /** Channels of the feed's currency, the default one first. */
  channels: readonly { id: number }[];
  /** Where what the feed counts lies. */
  warehouseId: number;
  uncounted: Uncounted;
  clean: (html: string) => string;
  /** ISO text in UTC. */
  now: string;
};

/**
 * Products that go by another code than their group has in feeds: they came alone, before they had a group.
 * @returns codes of products by group
 */
async function loadAliases(run: RunSql, groups: readonly string[]): Promise<Map<string, string>> {
  const rows = await run<{ group_code: string; code: string }>(
    `select distinct f.group_code, p.code from feed_row f join product_variant v on v.code = f.variant_code
       join product p on p.id = v.product_id where f.group_code = any($1)`,
    [groups],
  );
  return new Map(rows.map(({ group_code, code }) => [group_code, code]));
}

/** Goods that came without a group are in the product that was called after them, whatever group they get. */
const cameAlone = ({ code, source, variants }: KnownProduct): boolean =>
  source === 'feed' && variants.some((variant) => variant.code === code);

/** Rows of the products that they belong to, with the offers that they make. */
type Accepted = { rows: Map<string, BatchRow[]>; offers: Map<string, OfferDraft> };

function accept(
  rows: readonly BatchRow[],
  known: ReadonlyMap<string, KnownProduct>,
  aliases: Map<string, string>,
  context: BatchContext,
  { refused, notes }: Pick<BatchResult, 'refused' | 'notes'>,
): Accepted {
  const homes = new Map<string, { product: KnownProduct; variant: KnownVariant }>();
  for (const product of known.values())
    for (const variant of product.variants) homes.set(variant.code, { product, variant });
  for (const { row } of rows) {
    const home = homes.get(row.code);
    if (home && row.group !== undefined && !known.has(row.group) && cameAlone(home.product))
      if (!aliases.has(row.group)) aliases.set(row.group, home.product.code);
  }
  const productOf = (group: string): string => (known.has(group) ? group : (aliases.get(group) ?? group));
  const accepted: Accepted = { rows: new Map(), offers: new Map() };
  for (const one of rows) {
    const { row, line } = one;
    const home = homes.get(row.code);
    const refuse = (reason: string): unknown => refused.push({ line, id: row.code, reason });
    const isElsewhere = home && row.group !== undefined && productOf(row.group) !== home.product.code;
    // A code of goods that the shop made itself may be a clash; what a feed brought is what the feed means.
    if (isElsewhere && home.product.source !== 'feed') {
      refuse(`id belongs to the product ${home.product.code} already`);
      continue;
    }
    if (home?.product.type === 'gift_card') {
      refuse('id is the gift card that buyers choose the amount of: no feed says anything of it');
      continue;
    }
    if (!home && row.title === undefined) {
      refuse('title is missing: no such goods are here, and new ones need one');
      continue;
    }
    const offer = draftOffer(home?.variant ?? null, row, context);
    if ('refused' in offer) {
      refuse(offer.refused);
      continue;
    }
    const code = home?.product.code ?? (row.group === undefined ? row.code : productOf(row.group));
    // Its address, reviews and carts are there: it stays in the product that it came in, at today's price.
    if (isElsewhere)
      notes.push({
        line,
        id: row.code,
        note: `stays in the product ${code}, its item_group_id ${row.group} is not followed`,
      });
    if (offer.replaced !== undefined)
      notes.push({
        line,
        id: row.code,
        note: `its sale_price takes the place of the discount ${offer.replaced}`,
      });
    if (offer.tierFault !== undefined)
      notes.push({ line, id: row.code, note: `tier_prices left out: ${offer.tierFault}` });
    const taken = isElsewhere ? { ...one, row: { ...row, group: undefined } } : one;
    accepted.rows.set(code, [...(accepted.rows.get(code) ?? []), taken]);
    accepted.offers.set(row.code, offer);
  }
  return accepted;
}

const isProductChanged = ({ known, name, description, taxonId, valueIds }: ProductDraft): boolean =>
  known === null || [name, description, taxonId, valueIds].some((one) => one !== undefined);

const isOfferChanged = ({ prices, tiers, pieces, plan, enabled }: OfferDraft): boolean =>
  prices.length > 0 ||
  tiers.length > 0 ||
  pieces !== undefined ||
  plan !== undefined ||
  enabled !== undefined;

/**
 * Holds first what the jobs of each second hold first, in their order: plans, then prices that a catalogue discount
 * holds down. Whoever changes goods waits for the number of the catalogue next, and would wait in a circle.
 */
async function lockDueOffers(run: RunSql, codes: readonly string[]): Promise<void> {
  await run(
    `select 1 from offer_plan where variant_id in (select id from product_variant where code = any($1))
      order by variant_id for update`,
    [codes],
  );
  await run(
    `select 1 from channel_price where promotion is not null
        and variant_id in (select id from product_variant where code = any($1))
      order by variant_id, channel_id for update`,
    [codes],
  );
}

/**
 * Writes what rows change, in the transaction of the caller: what they do not name and what is so already is not touched.
 * Rows that cannot be are named.
 */
export async function writeBatch(
  client: ClientBase,
  rows: readonly BatchRow[],
  context: BatchContext,
): Promise<BatchResult> {
  const run = onClient(client);
  const codes = rows.map(({ row }) => row.code);
  await lockDueOffers(run, codes);
  const groups = rows.flatMap(({ row }) => row.group ?? []);
  const aliases = await loadAliases(run, groups);
  const known = await loadKnownGoods(run, codes, [
    ...rows.map(({ row }) => row.group ?? row.code),
    ...aliases.values(),
  ]);
  const result: BatchResult = {
    created: 0,
    updated: 0,
    unchanged: 0,
    withoutPieces: 0,
    refused: [],
    notes: [],
  };
  const { rows: byProduct, offers } = accept(rows, known, aliases, context, result);
  const drafts: ProductDraft[] = [];
  for (const [code, ofProduct] of byProduct) {
    const feedRows = ofProduct.map(({ row }) => row);
    drafts.push(await draftProduct(client, code, known.get(code) ?? null, feedRows, context));
  }
  await context.places.settleTree(client);
  const productIds = await writeProducts(run, drafts.filter(isProductChanged), context);
  const variantIds = await writeVariants(run, drafts, productIds, context);
  const { leftAlone, short } = await writeOffers(run, offers, variantIds, context);
  for (const { line, row } of rows) {
    if (leftAlone.has(row.code))
      result.notes.push({
        line,
        id: row.code,
        note: 'its discount is no reduction of the new price, which is charged: it was as low within the last 30 days',
      });
    const needed = short.get(row.code);
    if (needed && row.quantity !== undefined && row.quantity === offers.get(row.code)?.pieces)
      result.notes.push({ line, id: row.code, note: shortText(row.quantity, needed) });
  }
  for (const draft of drafts) {
    const isWhole = isProductChanged(draft);
    for (const variant of draft.variants) {
      const offer = variant.row && offers.get(variant.code);
      if (!offer) continue;
      if (variant.known === null) {
        result.created += 1;
        const { quantity, availability } = variant.row ?? {};
        if (quantity === undefined && availability === undefined) result.withoutPieces += 1;
      } else if (isWhole || hasChanged(variant) || isOfferChanged(offer)) result.updated += 1;
      else result.unchanged += 1;
    }
  }
  await run(
    `insert into feed_row (variant_code, hash, group_code, pieces)
     select code, hash, group_code, pieces
       from jsonb_to_recordset($1::jsonb) as r(code text, hash text, group_code text, pieces int)
     on conflict (variant_code) do update set hash = excluded.hash, pieces = excluded.pieces, at = now(),
       group_code = coalesce(excluded.group_code, feed_row.group_code)`,
    [
      JSON.stringify(
        [...byProduct].flatMap(([code, ofProduct]) =>
          ofProduct.map(({ row, hash }) => ({
            code: row.code,
            // What was left out is tried again with the next feed, though it says the same.
            hash: offers.get(row.code)?.tierFault === undefined ? hash : '',
            pieces: offers.get(row.code)?.saidPieces ?? null,
            group_code: row.group === undefined || row.group === code ? null : row.group,
          })),
        ),
      ),
    ],
  );
  return result;
}

/** What a keeper has to know of goods of which a feed counts fewer than orders need. */
const shortText = (pieces: number, { held, paid }: ShortStock): string =>
  `quantity ${pieces} is less than orders need: ${[
    ...(held > 0 ? [`${held} held`] : []),
    ...(paid > 0 ? [`${paid} paid for and not sent yet`] : []),
  ].join(', ')}. None is free to sell`;

/** @returns by code goods that their catalogue discount leaves alone from now on, and those of which orders need more than there are */
async function writeOffers(
  run: RunSql,
  offers: ReadonlyMap<string, OfferDraft>,
  variantIds: ReadonlyMap<string, number>,
  { warehouseId, now }: BatchContext,
): Promise<{ leftAlone: Set<string>; short: Map<string, ShortStock> }> {
  const all = [...offers].flatMap(([code, offer]) => {
    const variantId = variantIds.get(code);
    return variantId === undefined ? [] : [{ code, variantId, ...offer }];
  });
  const leftAlone = await setPrices(
    run,
    all.flatMap(({ variantId, prices }) => prices.map((price) => ({ variantId, ...price }))),
    now,
  );
  await setTierPrices(
    run,
    all.flatMap(({ variantId, tiers }) => tiers.map((one) => ({ variantId, ...one }))),
  );
  const short = await setStock(
    run,
    all.flatMap(({ variantId, pieces }) => (pieces === undefined ? [] : [{ variantId, pieces }])),
    warehouseId,
  );
  await writePlans(
    run,
    all.flatMap(({ variantId, plan }) => (plan ? [{ variantId, plan }] : [])),
    now,
  );
  for (const isEnabled of [true, false]) {
    const ids = all.filter(({ enabled }) => enabled === isEnabled).map(({ variantId }) => variantId);
    if (ids.length > 0)
      await run('update product_variant set enabled = $2 where id = any($1)', [ids, isEnabled]);
  }
  const codeOf = new Map(all.map(({ code, variantId }) => [variantId, code]));
  return {
    leftAlone: new Set(leftAlone.map((variantId) => codeOf.get(variantId) ?? '')),
    short: new Map(short.map((one) => [codeOf.get(one.variantId) ?? '', one])),
  };
}
