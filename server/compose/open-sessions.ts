/** Puts signing in together: keys, limits, calls, and who a bearer is. */
import { mountAddresses } from '#server/customers/address-routes.ts';
import { deleteIfDue } from '#server/customers/deletion.ts';
import { mountCustomers } from '#server/customers/customer-routes.ts';
import { shopSecret } from '#server/database/shop-secret.ts';
import { sharedLimit } from '#server/http/rate-limits.ts';
import { createSharedLimit } from '#server/http/shared-limit.ts';
import type { Authenticate } from '#server/http/serve-endpoint.ts';
import { createAccessTokens } from '#server/session/access-token.ts';
import { admitActor } from '#server/session/impersonate.ts';
import { identify, type SessionServices } from '#server/session/session-commands.ts';
import { mountSession } from '#server/session/session-routes.ts';
import type { Area, Means } from './means.ts';

export interface Sessions {
  services: SessionServices;
  authenticate: Authenticate;
  areas: Area[];
}

export async function openSessions({
  db,
  config,
  now,
  report,
}: Omit<Means, 'catalogueData'>): Promise<Sessions> {
  const services: SessionServices = {
    db,
    now,
    accessTokens: createAccessTokens(await shopSecret(db, 'access-token'), now),
    refreshSecret: await shopSecret(db, 'refresh-token'),
    clientSecret: await shopSecret(db, 'known-client'),
    letterSecret: await shopSecret(db, 'newsletter'),
    signInTries: createSharedLimit(db, { ...sharedLimit('sign-in', config.rateLimitFactor), now }),
    signUpTries: createSharedLimit(db, { ...sharedLimit('sign-up', config.rateLimitFactor), now }),
    clientMails: createSharedLimit(db, { ...sharedLimit('typed address', config.rateLimitFactor), now }),
    mailTries: createSharedLimit(db, { ...sharedLimit('account mail', config.rateLimitFactor), now }),
    newsletterMailTries: createSharedLimit(db, {
      ...sharedLimit('newsletter mail', config.rateLimitFactor),
      now,
    }),
    endIfDue: (customerId) => deleteIfDue({ db, now }, customerId),
    report,
  };
  return {
    services,
    authenticate: async (bearer, context, endpoint) => {
      const caller = await identify(services, bearer, context.channel.code);
      if (caller) await admitActor(db, endpoint, caller);
      return caller;
    },
    areas: [mountSession(services), mountCustomers(services), mountAddresses(db)],
  };
}
