/** What it costs to have goods brought and to give them back, per channel: part of every offer that machines read. */
import { keptByChannel } from '#server/channels/kept-by-channel.ts';
import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { loadShippingMethods, type MethodRow } from '#server/order-terms/channel-methods.ts';
import { isOffered, loadReturnTerms } from '#server/order-terms/return-terms.ts';

export interface OfferTerms {
  /** ISO 3166-1 alpha-2, where the channel delivers. */
  countries: readonly string[];
  currency: string;
  /** Methods that bring goods to the buyer; prices in cents, weights in grams. */
  methods: readonly Pick<MethodRow, 'code' | 'kind' | 'name' | 'price' | 'min_weight' | 'max_weight'>[];
  /** Days in which goods can be given back for no reason, and the fee of each way in cents; null: not known. */
  returns: { days: number; ways: readonly { kind: string; fee: number }[] } | null;
}

export const createOfferTerms = (db: Kysely<Database>): ((channel: string) => Promise<OfferTerms | null>) =>
  keptByChannel((channel) => readTerms(db, channel));

async function readTerms(db: Kysely<Database>, code: string): Promise<OfferTerms | null> {
  const channel = await db
    .selectFrom('channel')
    .select(['id', 'countries', 'currency_code'])
    .where('code', '=', code)
    .executeTakeFirst();
  if (!channel) return null;
  const methods = (await loadShippingMethods(db, channel.id)).filter(({ kind }) => kind !== 'collection');
  const { days, ways } = await loadReturnTerms(db);
  return {
    countries: channel.countries,
    currency: channel.currency_code,
    methods,
    returns: days === null ? null : { days, ways: ways.filter(isOffered) },
  };
}

/** The methods that bring a parcel of this weight (grams), the cheapest of each kind. */
export function methodsFor(terms: OfferTerms, weight: number): OfferTerms['methods'] {
  const fitting = terms.methods.filter(
    ({ min_weight, max_weight }) =>
      (min_weight ?? 0) <= weight && weight <= (max_weight ?? Number.POSITIVE_INFINITY),
  );
  return ['courier', 'pickup_point'].flatMap((kind) => {
    const ofKind = fitting.filter((method) => method.kind === kind);
    return ofKind.length === 0
      ? []
      : [ofKind.reduce((least, one) => (one.price < least.price ? one : least))];
  });
}
