import type { Generated } from 'kysely';
import type { GeneratedMoment } from './column-types.ts';

export type WishlistTable = {
  id: Generated<number>;
  customer_id: number;
  token: string;
  created_at: GeneratedMoment;
};

export type WishlistProductTable = {
  id: Generated<number>;
  wishlist_id: number;
  product_id: number;
  variant_id: number | null;
  created_at: GeneratedMoment;
};

export type WishlistTables = { wishlist: WishlistTable; wishlist_product: WishlistProductTable };
