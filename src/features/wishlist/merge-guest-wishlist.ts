/** What a guest has marked on this device joins the list of whoever signs in (R4.58, R4.62). */
import type { ShopAndCache } from '#api/services.ts';
import { isActing } from '#api/session-tokens.ts';
import { accountListQuery, changeAccountList, openAccountList } from './account-list.ts';
import { removeWished } from './device-list.ts';
import { wished } from './wishlist-cell.ts';

let joining: Promise<void> | undefined;

/**
 * The list of who has signed in, with what this device had marked before: put in by WSH-04 once the list is here, and only
 * then taken off the device (R4.58, R4.62). Without anything marked there is no call (R5.37).
 * @throws what a call throws: what was marked stays on the device then (R4.59) and is put in at the next start
 */
export function joinAccountList(at: ShopAndCache): Promise<void> {
  openAccountList(at);
  return (joining ??= mergeGuestWishlist(at).finally(() => (joining = undefined)));
}

async function mergeGuestWishlist(at: ShopAndCache): Promise<void> {
  const loaded = () => at.queryClient.fetchQuery(accountListQuery(at.shop));
  // What a shopkeeper has marked here is no wish of the customer they act for.
  const products = isActing() ? [] : [...wished.read()];
  if (products.length === 0) return void (await loaded());
  await changeAccountList(at, async () => {
    await loaded();
    const idempotencyKey = crypto.randomUUID();
    const { token, wishlistProducts } = await at.shop.call('mergeWished', {
      body: { products },
      idempotencyKey,
    });
    return { token, wishlistProducts };
  });
  removeWished(products.map((one) => one.productCode));
}
