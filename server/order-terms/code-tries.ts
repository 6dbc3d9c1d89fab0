/** Codes that are worth something can be guessed: tries are counted, those that found something are given back (contract 1.13). */
import type { RequestContext } from '#server/http/request-context.ts';
import type { SharedLimit } from '#server/http/shared-limit.ts';

/**
 * Looks for what a code names; many buyers of one network may have the same.
 * @param cart token of the cart that it is for; null: of none
 * @param find undefined for a code that names nothing
 * @throws ApiFailure 429 `rate.limited`, and what `find` throws, which leaves the try counted
 */
export async function tryCode<T>(
  codeTries: SharedLimit,
  { clientAddress }: RequestContext,
  cart: string | null,
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const tries = [`address ${clientAddress}`, ...(cart === null ? [] : [`cart ${cart}`])];
  for (const name of tries) await codeTries.take(name);
  const found = await find();
  if (found !== undefined) for (const name of tries) await codeTries.giveBack(name);
  return found;
}
