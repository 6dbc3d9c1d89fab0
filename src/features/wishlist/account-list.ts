/**
 * The wishlist of whoever is signed in: asked from the shop, changed there, and shown as the shop last told it. Only who is
 * signed in loads this.
 */
import { QueryObserver, queryOptions, type Query, type QueryKey } from '@tanstack/react-query';
import { isSignedIn, onSignInChange } from '#api/session-tokens.ts';
import type { ShopAndCache } from '#api/services.ts';
import type { Shop } from '#api/shop.ts';
import type { Wishlist } from '#contract/wishlists.ts';
import { showAccountList, type Wished } from './wishlist-cell.ts';

/** WSH-01: the list in use is the last (R3.69). Personal: logging out empties it. */
export const accountListQuery = (shop: Shop) =>
  queryOptions({
    queryKey: ['wishlist', 'account', shop.scope],
    queryFn: async ({ signal }): Promise<Wishlist | null> =>
      (await shop.call('wishlists', { signal })).data.at(-1) ?? null,
    staleTime: 60_000,
    meta: { saved: true, own: true },
  });

/** What hearts and counter need of a list (R3.67). */
export const wishedIn = (list: Wishlist | null): Wished[] =>
  (list?.wishlistProducts ?? []).map(({ product, productVariantCode }) => ({
    productCode: product.code,
    ...(productVariantCode === undefined ? {} : { productVariantCode }),
  }));

let open: { query: Query | undefined; close: () => void } | undefined;

/** Shows the list from now on until nobody is signed in; asked about again when it was let go, as at another sign-in. */
export function openAccountList({ shop, queryClient }: ShopAndCache): void {
  const options = accountListQuery(shop);
  const queryOf = (queryKey: QueryKey) => queryClient.getQueryCache().find({ queryKey });
  if (open !== undefined && open.query === queryOf(options.queryKey)) return;
  open?.close();
  const observer = new QueryObserver(queryClient, { ...options, notifyOnChangeProps: ['data'] });
  const show = ({ data }: { data: Wishlist | null | undefined }) => showAccountList(wishedIn(data ?? null));
  show(observer.getCurrentResult());
  const ends = [
    observer.subscribe(show),
    onSignInChange(() => {
      if (!isSignedIn()) open?.close();
    }),
  ];
  open = {
    query: queryOf(options.queryKey),
    close: () => {
      open = undefined;
      for (const end of ends) end();
      showAccountList(null);
    },
  };
}

/** One after another: each answer is the whole list, and an older one must not come last. */
let last: Promise<unknown> = Promise.resolve();

/** Sends a change and shows the list that the shop answers with. @throws what `send` throws */
export function changeAccountList(at: ShopAndCache, send: () => Promise<Wishlist | null>): Promise<void> {
  openAccountList(at);
  const mine = changeAfter(last, at, send);
  // Whoever pressed hears of it from their own call; the next one only waits for its end.
  last = mine.catch(() => undefined);
  return mine;
}

async function changeAfter(
  earlier: Promise<unknown>,
  { shop, queryClient }: ShopAndCache,
  send: () => Promise<Wishlist | null>,
): Promise<void> {
  const list = open;
  const { queryKey } = accountListQuery(shop);
  await earlier;
  try {
    const answer = await send();
    // Somebody else, or nobody, is signed in by now: the answer is not theirs.
    if (open !== list) return;
    // A question that is still on its way may have been answered before this.
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, answer);
  } catch (error) {
    // Whether the shop has done it is open: it says so itself.
    void queryClient.invalidateQueries({ queryKey });
    throw error;
  }
}

/** WSH-02 (R3.70). @throws ApiError: 422 `wishlist.product_unknown` for goods that are not sold any more */
export const addToAccount = (at: ShopAndCache, products: readonly Wished[]): Promise<void> =>
  changeAccountList(at, () =>
    at.shop.call('addWished', { body: { products: [...products] }, idempotencyKey: crypto.randomUUID() }),
  );

/** WSH-03 for each code, in the list in use. @throws ApiError */
export async function removeFromAccount(at: ShopAndCache, codes: readonly string[]): Promise<void> {
  for (const code of codes)
    await changeAccountList(at, async () => {
      const list = await at.queryClient.ensureQueryData(accountListQuery(at.shop));
      if (list === null) return null;
      const params = { token: list.token, code };
      return at.shop.call('removeWished', { params, idempotencyKey: crypto.randomUUID() });
    });
}
