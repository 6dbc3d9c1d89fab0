/** Calls about the addresses of a customer (contract 4.9). */
import type { Kysely } from 'kysely';
import { pageOf } from '#server/http/paging.ts';
import type { Database } from '#server/database/schema.ts';
import type { EndpointServer } from '#server/http/serve-endpoint.ts';
import { mostAddresses } from '#server/order-terms/buyer-account.ts';
import { addAddress, changeAddress, deleteAddress, listAddresses, readAddress } from './addresses.ts';

export function mountAddresses(db: Kysely<Database>): (server: EndpointServer) => void {
  return (server) => {
    server.serve('addresses', async ({ query, context }) => {
      return { body: pageOf(await listAddresses(db, context), query, mostAddresses) };
    });
    server.serve('addAddress', async ({ body, context }) => ({
      status: 201,
      ...(await addAddress(db, context, body)),
    }));
    server.serve('address', ({ params, context }) => readAddress(db, context, params.id));
    server.serve('changeAddress', ({ params, body, context }) => changeAddress(db, context, params.id, body));
    server.admit(['changeAddress'], async ({ params, context }) => {
      await readAddress(db, context, (params as { id: number }).id);
    });
    server.serve('deleteAddress', async ({ params, context }) => {
      await deleteAddress(db, context, params.id);
      return { status: 204 };
    });
  };
}
