/** What a row changes of a variant's offer: price, stock, whether and until when it is offered. */
import {
  channelsOfFeed,
  isExpired,
  isSamePlan,
  nothingPlanned,
  priceAt,
  withoutPast,
  type OfferPlan,
} from '#server/catalogue/offer-plan.ts';
import { isDeepStrictEqual } from 'node:util';
import type { NewTiers } from '#server/catalogue/set-tier-prices.ts';
import { euros } from '#server/text/told-table.ts';
import { discountedPrice } from '#domain/money/price.ts';
import type { NewPrice } from '#server/catalogue/set-prices.ts';
import type { KnownPrice, KnownVariant } from './known-goods.ts';
import type { FeedRow } from './feed-row.ts';

/** What is done with goods that a feed calls "in stock" without saying how many there are. */
export type Uncounted = 'sell' | 'request';

/** Undefined: it stays. */
export type OfferDraft = {
  prices: Omit<NewPrice, 'variantId'>[];
  /** Code of a catalogue discount that ends for these goods because the feed names a reduction of its own. */
  replaced: string | undefined;
  /** Null: not counted. */
  pieces: number | null | undefined;
  /** What the feed has said of pieces after this row, for the next one; null: no number. */
  saidPieces: number | null;
  plan: OfferPlan | undefined;
  enabled: boolean | undefined;
  /** Prices by quantity that take the place of others. */
  tiers: Omit<NewTiers, 'variantId'>[];
  /** Why the prices by quantity of the row are not taken. */
  tierFault: string | undefined;
};

type Context = {
  /** Channels of the feed's currency, the default one first. */
  channels: readonly { id: number }[];
  uncounted: Uncounted;
  /** ISO text in UTC. */
  now: string;
};

type Price = { price: number; originalPrice: number | null };

/** Without the shop's own discount, of which a retailer's feed knows nothing. */
const regularOf = (one: KnownPrice): KnownPrice =>
  one.discount === null ? one : { ...one, price: one.discount.regular, originalPrice: null };

/** A price of the feed is the regular one: a discount of the shop that runs is taken from it again. */
function inChannel(channelId: number, charged: Price, known: KnownVariant | null): OfferDraft['prices'][0] {
  const discount = known?.prices.find((one) => one.channelId === channelId)?.discount;
  if (!discount || charged.originalPrice !== null) return { channelId, ...charged };
  const { code, percent, minimum } = discount;
  const price = Math.max(minimum, discountedPrice(charged.price, percent));
  return { channelId, price, originalPrice: charged.price, promotion: code };
}

function draftPrice(
  known: KnownVariant | null,
  row: FeedRow,
  plan: OfferPlan,
  { channels, now }: Context,
): (Pick<OfferDraft, 'prices' | 'replaced'> & { plan: OfferPlan }) | { refused: string } {
  const stays = { prices: [], replaced: undefined, plan };
  const { sale } = row;
  if (sale === undefined) return stays;
  const current = known?.prices.find(({ channelId }) => channelId === channels[0]?.id);
  const regular = current && regularOf(current);
  const listed = regular && (regular.originalPrice ?? regular.price);
  const price = row.price ?? listed;
  if (price === undefined) return { refused: 'price is missing' };
  if (sale !== null && sale.price >= price) return { refused: 'sale_price should be below price' };
  const isDated = sale !== null && (sale.from !== null || sale.until !== null);
  const stated: Price =
    sale === null ? { price, originalPrice: null } : { price: sale.price, originalPrice: price };
  // The shop's own feed names what the reduction is counted from, the retailer's the usual price: neither says anything new.
  const isSame = (one: Price): boolean =>
    (current?.price === one.price &&
      [current.originalPrice, current.shownOriginal].includes(one.originalPrice)) ||
    (regular?.price === one.price && regular.originalPrice === one.originalPrice);
  // What is charged now, without a word of dates: a reduction that has its end keeps it. A price alone says that there
  // is no reduction, so one that is planned is withdrawn.
  if (!isDated && isSame(stated) && (sale !== null || plan.salePrice === null)) return stays;
  const next: OfferPlan = {
    ...plan,
    ...(sale !== null && isDated
      ? { price, salePrice: sale.price, saleFrom: sale.from, saleUntil: sale.until }
      : { price: null, salePrice: null, saleFrom: null, saleUntil: null }),
  };
  const charged = isDated ? (priceAt(next, now) ?? stated) : stated;
  if (isSame(charged)) return { ...stays, plan: next };
  const prices = channelsOfFeed(known?.prices.map(regularOf) ?? [], channels).map((channelId) =>
    inChannel(channelId, charged, known),
  );
  const replaced = charged.originalPrice === null ? undefined : current?.discount?.code;
  return { plan: next, prices, replaced };
}

function draftStock(
  known: KnownVariant | null,
  row: FeedRow,
  plan: OfferPlan,
  { uncounted, now }: Context,
): { pieces: number | null | undefined; saidPieces: number | null; plan: OfferPlan } {
  const { availability, quantity } = row;
  const before = known?.saidPieces ?? null;
  if (availability === undefined && quantity === undefined)
    return { pieces: known ? undefined : 0, saidPieces: before, plan };
  const isLater = row.availableFrom !== undefined && row.availableFrom > now;
  const isPromised = availability === 'preorder' || availability === 'backorder';
  const isThere =
    availability === 'in_stock' || availability === undefined || (isPromised && row.availableFrom);
  /** Null: in stock, nobody says how many. */
  const stated = quantity ?? (uncounted === 'sell' ? null : 0);
  const free = known?.tracked === false ? null : (known?.free ?? 0);
  const set = (pieces: number | null): number | null | undefined =>
    known && pieces === (known.tracked ? known.lying : null) ? undefined : pieces;
  if (isThere && isLater) {
    const availableFrom = row.availableFrom ?? null;
    // A date without a number leaves the number that was said of it.
    if (plan.availableFrom === availableFrom && (quantity === undefined || quantity === before))
      return { pieces: undefined, saidPieces: before, plan };
    return {
      pieces: set(0),
      saidPieces: quantity ?? null,
      plan: { ...plan, availableFrom, quantity: stated },
    };
  }
  const next = { ...plan, availableFrom: null, quantity: null };
  // The same number again is no news: what was sold since then, or counted by hand, the shop knows and the feed does not.
  // Unless they were to come later, and are there already.
  const said = isThere ? quantity : 0;
  if (known && said !== undefined && said === before && plan.availableFrom === null)
    return { pieces: undefined, saidPieces: before, plan: next };
  if (!isThere) return { pieces: known && free === 0 ? undefined : set(0), saidPieces: 0, plan: next };
  // "In stock" says no number: what the shop counts is better known, also where orders hold all of it. "None" is unsaid by it.
  const isKnown = free === null || (known?.lying ?? 0) > 0;
  if (quantity === undefined && isKnown)
    return { pieces: undefined, saidPieces: before === 0 ? null : before, plan: next };
  return { pieces: set(stated), saidPieces: quantity ?? null, plan: next };
}

/** Prices by quantity in the channels that the feed speaks for; all of them below what one piece costs without a reduction. */
function draftTiers(
  known: KnownVariant | null,
  { tiers, price, sale }: FeedRow,
  { channels }: Context,
): Pick<OfferDraft, 'tiers' | 'tierFault'> {
  if (tiers === undefined) return { tiers: [], tierFault: undefined };
  const prices = known?.prices.map(regularOf) ?? [];
  const current = prices.find(({ channelId }) => channelId === channels[0]?.id);
  const regular = price ?? current?.originalPrice ?? current?.price ?? sale?.price ?? 0;
  const dearer = tiers.find((tier) => tier.price >= regular);
  if (dearer)
    return {
      tiers: [],
      tierFault: `${euros(dearer.price)} from ${dearer.quantity} pieces is not below the ${euros(regular)} of one`,
    };
  const changed = channelsOfFeed(prices, channels).filter(
    (id) => !isDeepStrictEqual(known?.prices.find(({ channelId }) => channelId === id)?.tiers ?? [], tiers),
  );
  return { tiers: changed.map((channelId) => ({ channelId, tiers })), tierFault: undefined };
}

/** Decides what the row changes. A word that it does not say changes nothing. */
export function draftOffer(
  known: KnownVariant | null,
  row: FeedRow,
  context: Context,
): OfferDraft | { refused: string } {
  const { now } = context;
  const before = known?.plan ?? nothingPlanned;
  if (!known && row.price === undefined) return { refused: 'price is missing' };
  if (!known && row.expiresAt !== undefined && row.expiresAt <= now)
    return { refused: `its offer ended at ${row.expiresAt} (expiration_date)` };
  const priced = draftPrice(known, row, before, context);
  if ('refused' in priced) return priced;
  const stocked = draftStock(known, row, priced.plan, context);
  const wasExpired = isExpired(before, now);
  const expiresAt = row.expiresAt ?? (wasExpired && row.price !== undefined ? null : stocked.plan.expiresAt);
  const plan = { ...stocked.plan, expiresAt };
  const isOver = isExpired(plan, now);
  return {
    prices: priced.prices,
    replaced: priced.replaced,
    pieces: stocked.pieces,
    saidPieces: stocked.saidPieces,
    plan: isSamePlan(withoutPast(plan, now), withoutPast(before, now)) ? undefined : plan,
    ...draftTiers(known, row, context),
    enabled: isOver && known?.enabled ? false : !isOver && wasExpired && !known?.enabled ? true : undefined,
  };
}
