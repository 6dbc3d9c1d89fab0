/** The calls about the wishlist of whoever is signed in (contract 4.11). */
import { wholeList } from '#server/http/paging.ts';
import { addWished, mergeWished, removeWished, wishlistsOf } from '#server/wishlists/wishlist-commands.ts';
import type { Area, Means } from './means.ts';

export async function openWishlists(services: Means): Promise<Area> {
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
