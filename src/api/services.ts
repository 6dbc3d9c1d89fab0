/** What loaders are given: the shop they speak to and the cache they fill. One per page, one per request on the server. */
import type { QueryClient } from '@tanstack/react-query';
import type { Shop } from './shop.ts';

export interface Services {
  readonly shop: Shop;
  readonly queryClient: QueryClient;
  /** Texts of the screens that a first visit rarely opens; their routes wait for it. */
  readonly loadLaterTexts: () => Promise<void>;
}

export type { PageHead } from '#contract/page-head.ts';

/** What `handle` of a route says. */
export interface RouteHandle {
  pageKind: PageKind;
  /** Reduced layout with only a way back (R2.59, R2.60). */
  layout?: 'default' | 'checkout';
  /** Names of the conditions to meet before the screen opens. */
  guards?: readonly string[];
}

/** R2.54. */
export type PageKind =
  | 'search'
  | 'category'
  | 'cart'
  | 'product'
  | 'front'
  | 'checkout'
  | 'order'
  | 'notfound'
  | 'other';
