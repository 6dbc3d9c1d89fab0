/** The calls about the wishlist of whoever is signed in (contract 4.11). */
import type { Kysely } from 'kysely';
import type { CatalogueData } from '#server/catalogue/catalogue-data.ts';
import { wholeList } from '#server/http/paging.ts';
import type { Database } from '#server/database/schema.ts';
import type { EndpointServer } from '#server/http/serve-endpoint.ts';
import {
  addWished,
  mergeWished,
  removeWished,
  wishlistsOf,
  type WishlistServices,
} from '#server/wishlists/wishlist-commands.ts';

/** @param catalogueData the small tables of the catalogue as they are in memory now */
export function openWishlists(
  db: Kysely<Database>,
  catalogueData: () => CatalogueData,
): (server: EndpointServer) => void {
  const services: WishlistServices = { db, catalogueData };
  return (server) => {
    server.serve('wishlists', async ({ context }) => ({
      body: wholeList(await wishlistsOf(services, context)),
    }));
    server.serve('addWished', async ({ body, context }) => ({
      status: 201,
      body: await addWished(services, context, body.products),
    }));
    server.serve('removeWished', async ({ params, context }) => ({
      body: await removeWished(services, context, params),
    }));
    server.serve('mergeWished', async ({ body, context }) => ({
      body: await mergeWished(services, context, body.products),
    }));
  };
}
