/** The calls about the wishlist of whoever is signed in (contract 4.11). */
import { wholeList } from '#server/http/paging.ts';
import type { EndpointServer } from '#server/http/serve-endpoint.ts';
import {
  addWished,
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
