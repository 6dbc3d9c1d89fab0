/** The catalogue in memory, read in one moment of the database. */
import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { loadCatalogueData, type CatalogueData } from './catalogue-data.ts';
import type { GoodsIndex } from '#domain/search/goods-index.ts';
import type { ListingIndex } from '#domain/search/listing-index.ts';
import { prepareOrders } from './answer-listing.ts';
import { loadGoods, loadListing } from './load-index.ts';

/** One state of the catalogue in memory. It is replaced whole, so a request sees one state from start to end. */
export type CatalogueState = {
  data: CatalogueData;
  goods: GoodsIndex;
  listings: ReadonlyMap<string, ListingIndex>;
};

/** Puts the goods of every channel in order before anybody asks. */
export async function prepareLists({ data, listings }: CatalogueState): Promise<void> {
  for (const { code, defaultLocale } of data.channels) {
    const listing = listings.get(code);
    if (listing) await prepareOrders(listing, defaultLocale);
  }
}

export async function loadState(db: Kysely<Database>): Promise<CatalogueState> {
  // One moment of the database for all of it: a change between two reads would mix two catalogues.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const data = await loadCatalogueData(trx);
      const goods = await loadGoods(trx, data);
      const listings = new Map<string, ListingIndex>();
      for (const channel of data.channels) listings.set(channel.code, await loadListing(trx, goods, channel));
      return { data, goods, listings };
    });
}
