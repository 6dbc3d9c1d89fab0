/** Puts the shop's letters together: key, limit, calls (contract 4.12). */
import { shopSecret } from '#server/database/shop-secret.ts';
import { sharedLimit } from '#server/http/rate-limits.ts';
import { createSharedLimit } from '#server/http/shared-limit.ts';
import type { NewsletterServices } from '#server/newsletter/newsletter-commands.ts';
import { mountNewsletter } from '#server/newsletter/newsletter-routes.ts';
import type { Area, Means } from './means.ts';

export async function openNewsletter({ db, config, now }: Means): Promise<Area> {
  const services: NewsletterServices = {
    db,
    now,
    secret: await shopSecret(db, 'newsletter'),
    clientMails: createSharedLimit(db, { ...sharedLimit('typed address', config.rateLimitFactor), now }),
    mailTries: createSharedLimit(db, { ...sharedLimit('newsletter mail', config.rateLimitFactor), now }),
  };
  return mountNewsletter(services);
}
