/** Calls about the addresses of a customer (contract 4.9). */
import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { EndpointServer } from '#server/http/serve-endpoint.ts';
import {
  addAddress,
  changeAddress,
  deleteAddress,
  listAddresses,
  mostAddresses,
  readAddress,
} from './addresses.ts';

export function mountAddresses(db: Kysely<Database>): (server: EndpointServer) => void {
  return (server) => {
    server.serve('addresses', async ({ query, context }) => {
      const { page = 1, itemsPerPage = mostAddresses } = query;
      const all = await listAddresses(db, context);
      const pageCount = itemsPerPage === 0 ? 0 : Math.ceil(all.length / itemsPerPage);
      const data = all.slice((page - 1) * itemsPerPage, page * itemsPerPage);
      return { body: { data, meta: { totalItems: all.length, page, itemsPerPage, pageCount } } };
    });
    server.serve('addAddress', async ({ body, context }) => ({
      status: 201,
      ...(await addAddress(db, context, body)),
    }));
    server.serve('address', ({ params, context }) => readAddress(db, context, params.id));
    server.serve('changeAddress', ({ params, body, context }) => changeAddress(db, context, params.id, body));
    server.serve('deleteAddress', async ({ params, context }) => {
      await deleteAddress(db, context, params.id);
      return { status: 204 };
    });
  };
}
