/** The calls about signing in, letters of the account and its password (contract 4.1). */
import type { EndpointServer } from '#server/http/serve-endpoint.ts';
import { changePassword, prepareChange } from './change-password.ts';
import { prepareReset, requestPasswordReset, resetPassword } from './password-reset.ts';
import {
  compareCredentials,
  logOut,
  refreshSession,
  requestVerification,
  signIn,
  type SessionServices,
} from './session-commands.ts';
import { verifyAccount } from './verification.ts';

export function mountSession(services: SessionServices): (server: EndpointServer) => void {
  return (server) => {
    server.servePrepared(
      'signIn',
      ({ body, context }) => compareCredentials(services, context, body),
      async ({ query, body, context }, found) => ({
        body: await signIn(services, context, found, { ...query, except: body.exceptTokens }),
      }),
    );
    server.serve('refreshSession', async ({ body, context }) => ({
      body: await refreshSession(services, context, body.refreshToken),
    }));
    server.serve('requestVerification', async ({ body, context }) => {
      await requestVerification(services, context, body.email);
      return { status: 202 };
    });
    server.serve('verifyAccount', async ({ params, context: { caller } }) => {
      const isUsed = await verifyAccount(services.db, params.token, { caller, now: services.now() });
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
