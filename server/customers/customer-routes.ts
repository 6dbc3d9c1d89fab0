/** Calls about the signed-in customer (contract 4.9). */
import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { executor } from '#server/database/transaction-scope.ts';
import { ApiFailure } from '#server/http/api-failure.ts';
import { callerOf } from '#server/http/request-context.ts';
import type { EndpointServer } from '#server/http/serve-endpoint.ts';
import { presentCustomer } from './customer-presenter.ts';

export function mountCustomers(db: Kysely<Database>): (server: EndpointServer) => void {
  return (server) => {
    server.serve('customer', async ({ context }) => {
      const { customerId } = callerOf(context);
      const found = await presentCustomer(executor(db), customerId, context.channel.code);
      if (!found) throw new ApiFailure(401, 'auth.required');
      return { body: { data: [found], meta: { totalItems: 1, page: 1, itemsPerPage: 1, pageCount: 1 } } };
    });
  };
}
