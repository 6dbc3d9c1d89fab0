import type { CatalogueTables } from './schema-catalogue.ts';
import type { ChannelTables } from './schema-channels.ts';
import type { ContentTables } from './schema-content.ts';
import type { CustomerTables } from './schema-customers.ts';
import type { NewsletterTables } from './schema-newsletter.ts';
import type { OrderTables } from './schema-orders.ts';
import type { PromotionTables } from './schema-promotions.ts';
import type { ReviewTables } from './schema-reviews.ts';
import type { SnapshotTables } from './schema-snapshot.ts';
import type { StockRequestTables } from './schema-stock-requests.ts';
import type { WishlistTables } from './schema-wishlists.ts';

/** Every table of the shop, by area. */
export type Database = ChannelTables &
  CatalogueTables &
  PromotionTables &
  ContentTables &
  CustomerTables &
  NewsletterTables &
  OrderTables &
  ReviewTables &
  SnapshotTables &
  StockRequestTables &
  WishlistTables;
