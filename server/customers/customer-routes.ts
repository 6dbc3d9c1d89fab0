/** Calls about the customer (contract 4.9). */
import { wholeList } from '#server/http/paging.ts';
import { executor } from '#server/database/transaction-scope.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import { callerOf } from '#server/http/request-context.ts';
import type { EndpointServer } from '#server/http/serve-endpoint.ts';
import type { SessionServices } from '#server/session/session-commands.ts';
import { presentCustomer } from './customer-presenter.ts';
import { cancelDeletion, requestDeletion } from './deletion.ts';
import { joinLoyalty, leaveLoyalty } from './membership.ts';
import { listPoints } from './points-history.ts';
import { updateCustomer } from './profile.ts';
import { prepareSignUp, signUp } from './sign-up.ts';

export function mountCustomers(services: SessionServices): (server: EndpointServer) => void {
  const { db, now } = services;
  return (server) => {
    server.serve('customer', async ({ context }) => {
      const { customerId } = callerOf(context);
      const found = await presentCustomer(executor(db), customerId, context.channel.code, now());
      if (!found) throw new ApiFailure(401, 'auth.required');
      return { body: wholeList([found]) };
    });
    server.serve('updateCustomer', async ({ params, body, context }) => ({
      body: await updateCustomer(services, context, params.id, body),
    }));
    server.serve('requestDeletion', async ({ context }) => {
      await requestDeletion(services, context);
      return { status: 202 };
    });
    server.serve('cancelDeletion', async ({ query, context }) => ({
      body: await cancelDeletion(services, context, query.accountDeletionToken ?? ''),
    }));
    server.serve('joinLoyalty', async ({ body, context }) => ({
      status: 201,
      body: await joinLoyalty(services, context, body),
    }));
    server.serve('leaveLoyalty', async ({ params, body, context }) => ({
      body: await leaveLoyalty(services, context, params.id, body.loyaltyRuleCode),
    }));
    server.serve('pointsHistory', async ({ query, context }) => ({
      body: await listPoints(executor(db), context, query),
    }));
    server.admit(['updateCustomer', 'chooseDefaultAddress', 'changePassword'], ({ params, context }) => {
      if ((params as { id: number }).id !== callerOf(context).customerId)
        throw new ApiFailure(404, 'customer.not_found');
    });
    server.servePrepared(
      'signUp',
      ({ body, context }) => prepareSignUp(services, context, body),
      async ({ query, body, context }, prepared) => ({
        status: 201,
        body: await signUp(services, context, { body, orderToken: query.orderToken, prepared }),
      }),
    );
  };
}
