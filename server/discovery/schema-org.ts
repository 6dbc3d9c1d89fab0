/** What every block of structured data is written with (https://schema.org). */
import { isDrawing, resizedAddress } from '#lib/image-address.ts';
import { imageSizes } from '#lib/image-sizes.ts';
import type { Seller } from '#server/database/schema-channels.ts';
import type { OfferTerms } from './offer-terms.ts';

export interface DataContext {
  /** `https://shop.example` */
  origin: string;
  locale: string;
  /** The page's one address, absolute. */
  url: string;
  seller: Seller;
  terms: OfferTerms | null;
  shopName: string;
}

export type Data = Record<string, unknown>;

export const schema = 'https://schema.org';

export const amount = (cents: number): number => cents / 100;

export const pictureAddress = (origin: string, path: string): string | undefined =>
  isDrawing(path) ? undefined : new URL(resizedAddress(path, imageSizes.half, 1.5), origin).href;

export const sellerId = (origin: string) => `${origin}/#seller`;
