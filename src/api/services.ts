/** What loaders are given: the shop they speak to and the cache they fill. One per page, one per request on the server. */
import type { QueryClient } from '@tanstack/react-query';
import type { Shop } from './shop.ts';

export interface Services {
  readonly shop: Shop;
  readonly queryClient: QueryClient;
  /** Texts of the screens that a first visit rarely opens; their routes wait for it. */
  readonly loadLaterTexts: () => Promise<void>;
}

/** The shop that is asked, and the cache that its answers go into. */
export type ShopAndCache = Pick<Services, 'shop' | 'queryClient'>;

export type { PageHead } from '#contract/page-head.ts';
