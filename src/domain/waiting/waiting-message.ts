/**
 * What a shopper tells the shop beside buying, as commands that may wait on the device (R0.44): the address for letters
 * (MSG-01), goods to hear of (STK-01), a review by a mailed link (REV-02). An entry holds the address until the shop has it
 * or the shopper takes it back, and no longer.
 */
import type { NewCommand } from './waiting-command.ts';

/** For whom the message speaks: as `Shop` has it. */
interface Speaker {
  locale: string;
  channel: string;
}

/** Sign-ups go out one after another, whatever page they were made on. */
export const newsletterScope = 'newsletter';
export const stockScope = (variantCode: string): string => `stock:${variantCode}`;
export const reviewScope = (productCode: string): string => `review:${productCode}`;

const message = (
  kind: NewCommand['kind'],
  scope: string,
  body: NewCommand['body'],
  { locale, channel }: Speaker,
  productName?: string,
): NewCommand => ({
  kind,
  scope,
  line: null,
  params: {},
  body,
  locale,
  channel,
  ...(productName === undefined ? {} : { shown: { productName } }),
});

export const newsletterMessage = (email: string, speaker: Speaker): NewCommand =>
  message('subscribeNewsletter', newsletterScope, { email }, speaker);

/** Only with the consent of the form: it is part of what is sent. */
export const stockMessage = (
  wanted: { variantCode: string; productName: string; email: string },
  speaker: Speaker,
): NewCommand =>
  message(
    'requestStock',
    stockScope(wanted.variantCode),
    { productVariantCode: wanted.variantCode, email: wanted.email, acceptedPrivacyPolicy: true },
    speaker,
    wanted.productName,
  );

export interface ReviewText {
  product: string;
  /** 1 to 5. */
  rating: number;
  comment: string;
  reviewToken: string;
}
/** @param productName how the goods are called on the page of what waits */
export const reviewMessage = (review: ReviewText, productName: string, speaker: Speaker): NewCommand =>
  message('writeReview', reviewScope(review.product), { ...review }, speaker, productName);
