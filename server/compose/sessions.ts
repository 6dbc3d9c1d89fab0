/** Puts signing in together: keys, limits, calls, and who a bearer is. */
import { mountAddresses } from '#server/customers/address-routes.ts';
import { deleteIfDue } from '#server/customers/deletion.ts';
import { mountCustomers } from '#server/customers/customer-routes.ts';
import { shopSecret } from '#server/database/shop-secret.ts';
import { createSharedLimit } from '#server/http/shared-limit.ts';
import type { Authenticate, EndpointServer } from '#server/http/serve-endpoint.ts';
import { createAccessTokens } from '#server/session/access-token.ts';
import { admitActor } from '#server/session/impersonate.ts';
import { changePassword, prepareChange } from '#server/session/change-password.ts';
import { prepareReset, requestPasswordReset, resetPassword } from '#server/session/password-reset.ts';
import {
  identify,
  logOut,
  refreshSession,
  compareCredentials,
  requestVerification,
  signIn,
  type SessionServices,
} from '#server/session/session-commands.ts';
import { verifyAccount } from '#server/session/verification.ts';
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
    signInTries: createSharedLimit(db, {
      name: 'sign-in',
      amount: 10 * config.rateLimitFactor,
      periodMs: 15 * 60_000,
      now,
    }),
    mailTries: createSharedLimit(db, {
      name: 'account mail',
      amount: 5 * config.rateLimitFactor,
      periodMs: 60 * 60_000,
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

function mountSession(services: SessionServices): (server: EndpointServer) => void {
  return (server) => {
    server.servePrepared(
      'signIn',
      ({ body, context }) => compareCredentials(services, context, body),
      async ({ query, context }, found) => ({
        body: await signIn(services, context, found, query.orderToken),
      }),
    );
    server.serve('refreshSession', async ({ body, context }) => ({
      body: await refreshSession(services, context, body.refreshToken),
    }));
    server.serve('requestVerification', async ({ body, context }) => {
      await requestVerification(services, context, body.email);
      return { status: 202 };
    });
    server.serve('verifyAccount', async ({ params }) => {
      const isUsed = await verifyAccount(services.db, params.token, services.now());
      return { status: 202, ...(isUsed ? { body: { used: true as const } } : {}) };
    });
    server.serve('requestPasswordReset', async ({ body, context }) => {
      await requestPasswordReset(services, context, body);
      return { status: 202 };
    });
    server.servePrepared(
      'resetPassword',
      ({ params, body, context }) => prepareReset(services, context, params.token, body),
      async ({ params, body, context }, passwordHash) => {
        await resetPassword(services, context, { token: params.token, body, passwordHash });
        return { status: 202 };
      },
    );
    server.servePrepared(
      'changePassword',
      ({ params, body, context }) => prepareChange(services, context, params.id, body),
      async ({ params, body, context }, prepared) => ({
        body: await changePassword(services, context, { id: params.id, body, prepared }),
      }),
    );
    server.serve('logOut', async ({ body, context }) => {
      await logOut(services, context, body.refreshToken);
      return { status: 204 };
    });
  };
}
