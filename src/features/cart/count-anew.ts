/** A cart asked for at the prices of this moment (CART-02): what the shop says of it otherwise may be five minutes old. */
import type { ShopAndCache } from '#api/services.ts';
import { cartQueries } from './cart-queries.ts';

/** Carts whose next question asks for it, until it is answered. */
export const toCountAnew = new Set<string>();

/**
 * The cart at the prices of this moment, for whoever has taken its order back and agrees to the next one by them. Waits two
 * seconds at most; without an answer by then the next question still asks for it.
 */
export async function countAnew({ shop, queryClient }: ShopAndCache, token: string): Promise<void> {
  toCountAnew.add(token);
  const query = cartQueries.current(shop, token);
  // One that was asked before is answered with older prices.
  await queryClient.cancelQueries({ queryKey: query.queryKey, exact: true });
  await Promise.race([
    // The device's own copy of it is no answer.
    queryClient
      .fetchQuery({ ...query, staleTime: 0, persister: (ask, context) => ask(context) })
      .catch(() => null),
    new Promise((resolve) => setTimeout(resolve, 2_000)),
  ]);
}
