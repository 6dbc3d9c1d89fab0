import type { Generated } from 'kysely';
import type { GeneratedMoment, Json, Moment, OptionalMoment } from './column-types.ts';

/** A text that was agreed to: its page, when that was last changed, and the words at the box (newest entries only). */
export type ConsentedText = { page: string; version: string; words?: string };

export type NewsletterSubscriberTable = {
  id: Generated<number>;
  email: string;
  /** Trimmed, lower case. */
  email_key: string;
  channel_id: number;
  locale: string;
  status: 'pending' | 'subscribed' | 'unsubscribed';
  consented_at: Moment;
  consented_texts: Json<ConsentedText[]>;
  /** Whether the words that were agreed to named letters about a cart that was left. */
  covers_carts: Generated<boolean>;
  mailed_at: OptionalMoment;
  confirmed_at: OptionalMoment;
  unsubscribed_at: OptionalMoment;
  created_at: GeneratedMoment;
};

export type NewsletterTables = { newsletter_subscriber: NewsletterSubscriberTable };
