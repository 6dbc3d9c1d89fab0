/** The calls about the wishlist of whoever is signed in (contract 4.11). */
import { wholeList } from '#server/http/paging.ts';
import type { EndpointServer } from '#server/http/serve-endpoint.ts';
import {
  addWished,
  listInUse,
  mergeWished,
  removeWished,
  wishlistsOf,
  type WishlistServices,
} from './wishlist-commands.ts';

export const mountWishlists =
  (services: WishlistServices) =>
  (server: EndpointServer): void => {
    server.serve('wishlists', async ({ context }) => ({
      body: wholeList(await wishlistsOf(services, context)),
    }));
    // A list is as long as its owner makes it, and each change of it answers it whole: a repeat is told what it is now.
    server.serve(
      'addWished',
      async ({ body, context }) => ({
        status: 201,
        body: await addWished(services, context, body.products),
      }),
      async ({ context }) => ({ status: 201, body: await listInUse(services, context) }),
    );
    server.serve(
      'removeWished',
      async ({ params, context }) => ({ body: await removeWished(services, context, params) }),
      async ({ context }) => ({ body: await listInUse(services, context) }),
    );
    server.serve(
      'mergeWished',
      async ({ body, context }) => ({ body: await mergeWished(services, context, body.products) }),
      // What was left out was told when it was done.
      async ({ context }) => ({ body: { ...(await listInUse(services, context)), skipped: [] } }),
    );
  };
