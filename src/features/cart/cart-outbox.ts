/**
 * The cart on this device (journey 3): changes go into the outbox first, the screen shows the shop's last answer with what
 * waits laid over it, and every tab shows the same. Fetched after the page is usable, or with the first change.
 */
import type { ShopAndCache } from '#api/services.ts';
import { newCartToken } from '#domain/cart/new-cart-token.ts';
import { partsOf } from '#domain/waiting/many-lines.ts';
import { ApiError } from '#api/api-error.ts';
import type { Order } from '#contract/orders/orders.ts';
import { isTyped } from '#domain/waiting/cart-choices.ts';
import { claimedCart, emptiedCart } from '#domain/waiting/gone-cart.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import { cartScope, isPartOf, isStopped } from '#domain/waiting/waiting-command.ts';
import { orderOfCart } from '#domain/waiting/waiting-orders.ts';
import { tokenNow } from '#offline/outbox/recreate-cart.ts';
import { startOutbox, theOutbox } from '#offline/outbox/page-outbox.ts';
import type { Outbox } from '#offline/outbox/outbox.ts';
import { renewWith } from '#offline/outbox/page-session.ts';
import { announce } from '#ui/live-region.tsx';
import { showToast } from '#ui/toast-state.ts';
import { keepAnswers, lastAnswerOf, newest } from './cart-answers.ts';
import { beginning, toCommand, type CartChange } from './cart-change.ts';
import { cartKey } from './cart-queries.ts';
import { clearCart } from './clear-cart.ts';
import { letCartGo, readCartToken, tellCartOrdered, writeCartToken } from './cart-token.ts';
import { toCountAnew } from './count-anew.ts';
import { followCleared, recallCleared } from './kept-cleared.ts';
import { cartForGoods, isOrdered, keepCartToken } from './kept-token.ts';
import { cartOnDevice, laidCart } from './laid-cart.ts';
import { bringAlong, noteRemoved } from './removed-with.ts';
import { noteTold, tellRefusal } from './settle-refusal.ts';
import { forgetLines, noteLines, onlyShown } from './shown-lines.ts';
import { putRemoval, takenBack } from './taken-back-lines.ts';
import { tellEmptied, tellOnce } from './told-elsewhere.ts';
import { withSet } from './with-set.ts';

let place: ShopAndCache | undefined;
let ready: Promise<Outbox | null> | undefined;

/** Follows the outbox from now on; called once the page is usable, and before the first change or question. */
export function openCart(here: ShopAndCache): Promise<Outbox | null> {
  place = here;
  renewWith(here.shop.call);
  ready ??= (async () => {
    if (typeof indexedDB === 'undefined') return null;
    const outbox = startOutbox();
    const { isReady, isReadOnly } = await outbox.list();
    if (!isReady || isReadOnly) {
      // Asked again at the next change: a disk that was busy once may answer then. Until then changes go to the shop itself.
      ready = undefined;
      return null;
    }
    // The worker may have heard it, or a page that is gone: here the cart is let go next.
    tellEmptied(outbox, readCartToken() ?? outbox.state().cart);
    keepCartToken(outbox);
    recallCleared(outbox);
    outbox.subscribe(() => showCart(outbox));
    outbox.subscribe(() => followCleared(outbox));
    keepAnswers(outbox, here.queryClient);
    showCart(outbox);
    return outbox;
  })();
  return ready;
}

/** Puts the cart as it is now into the page; goes along when the shop made it move to another token. */
export function showCart(outbox: Outbox): void {
  const before = readCartToken();
  if (place === undefined || before === null) return;
  tellEmptied(outbox, before);
  const { entries, carts } = outbox.state();
  const token = tokenNow(carts, before);
  const waits = entries.some((one) => one.scope === cartScope(token) && one.state !== 'confirmed');
  const isGone = carts.get(token)?.movedTo === '' && !waits;
  if (isGone || token !== before) writeCartToken(isGone ? null : token);
  if (isGone) return;
  // It has become an order that waits: the screen that made it leaves it, or the shop's word where that screen is gone.
  const ordered = orderOfCart(entries, token);
  if (ordered?.kind === 'completeOrder' && ordered.state === 'confirmed') letCartGo(token);
  if (ordered !== undefined) return;
  const record = carts.get(token);
  const base = lastAnswerOf(outbox, token);
  if (record === undefined && base === null && !waits) return;
  if (base !== null && base.state !== 'cart') return;
  if (base !== null && record === undefined) void outbox.keepCart(base);
  // What the checkout was answered stands in the page before it stands here.
  const shown = place.queryClient.getQueryData<ShownCart | null>(cartKey(place.shop, token)) ?? null;
  if (
    base !== null &&
    shown !== null &&
    shown.id === base.id &&
    shown.version > base.version &&
    shown.waiting === undefined
  ) {
    void outbox.keepCart(shown, true);
    return;
  }
  const key = cartKey(place.shop, token);
  // What lies on the device is as old as the shop's last answer, and in doubt if that was: the page still asks.
  const { dataUpdatedAt: updatedAt = 0, isInvalidated = false } = place.queryClient.getQueryState(key) ?? {};
  place.queryClient.setQueryData<ShownCart | null>(key, laidCart(place, token, base, entries), {
    updatedAt,
  });
  if (isInvalidated)
    void place.queryClient.invalidateQueries({ queryKey: key, exact: true, refetchType: 'none' });
}

/** The cart is left: what was removed from it is gone (R4.10). */
export function forgetRemovedLines(): void {
  forgetLines();
  takenBack.clear();
  const outbox = theOutbox();
  if (outbox.state().isReady) showCart(outbox);
}

/** The cart as the page asks for it (CART-02), what waits laid over it; null when there is none any more. */
export async function readCart(
  here: ShopAndCache,
  token: string,
  signal: AbortSignal,
): Promise<ShownCart | null> {
  const outbox = await openCart(here);
  const { shop } = here;
  // What waits goes first, so that the answer holds it; a shop that is slow to take it is not waited for.
  if (outbox !== null)
    await Promise.race([outbox.wake(), new Promise((resolve) => setTimeout(resolve, 1_500))]);
  const waiting = () =>
    outbox?.state().entries.filter((one) => one.scope === cartScope(token) && one.state !== 'confirmed') ??
    [];
  if (outbox?.state().carts.get(token)?.movedTo !== undefined) return null;
  if (outbox !== null && isOrdered(outbox, token)) {
    letCartGo(token);
    return null;
  }
  // The shop has not said yet that it has begun it: asked now it would know of none.
  if (outbox !== null && waiting().some((one) => one.kind === 'pickUpCart' && !isStopped(one)))
    return cartOnDevice(outbox, here, token);
  let order: Order | null = null;
  try {
    const query = toCountAnew.has(token) ? { recalculate: true } : {};
    order = await shop.call('order', { params: { token }, query, signal });
    toCountAnew.delete(token);
  } catch (error) {
    const isGone = error instanceof ApiError && error.status === 404 && error.kind === 'refused';
    if (isGone && error.errorCode === claimedCart) {
      tellOnce(token, error.detail ?? '');
      return outbox && cartOnDevice(outbox, here, token);
    }
    if (!isGone) {
      // Without a connection the device's own copy is the cart: as it is now, what waited may have come to the shop meanwhile.
      const kept = outbox && lastAnswerOf(outbox, token);
      if (
        outbox !== null &&
        error instanceof ApiError &&
        error.kind === 'unreachable' &&
        (waiting().length > 0 || kept?.state === 'cart')
      )
        return cartOnDevice(outbox, here, token);
      throw error;
    }
    const emptied = error.errorCode === emptiedCart ? error.message : undefined;
    if (outbox !== null && (await outbox.recreateCart(token, shop, emptied))) {
      const now = readCartToken();
      return now === token ? laidCart(here, token, null, outbox.state().entries) : null;
    }
  }
  if (order === null || order.state !== 'cart') {
    letCartGo(token);
    // Another device has ordered it: no older answer that names it brings it in front again. Of whoever has left nothing is kept.
    if (order !== null && !signal.aborted) {
      await outbox?.keepCart(order);
      tellCartOrdered();
    }
    return null;
  }
  if (outbox === null) {
    noteLines(order.items);
    return onlyShown(order);
  }
  await outbox.keepCart(order);
  return laidCart(here, token, newest(outbox, here, token, order), outbox.state().entries);
}

/** Saves a change; resolves with the cart as it is shown once the change is on the disk. Null where nothing can be saved. */
export async function changeCart(
  here: ShopAndCache,
  asked: CartChange,
): Promise<{ cart: ShownCart; id: string | null } | null> {
  const outbox = await openCart(here);
  if (outbox === null) return null;
  const { shop, queryClient } = here;
  const change = await withSet(here, asked);
  if (change.kind === 'bring back') {
    const { bringBack, payAgain } = await import('./bring-back.ts');
    const brought = await bringBack(outbox, shop, change.cleared);
    if (brought === null) {
      const front = readCartToken() ?? outbox.state().cart ?? change.cleared.token;
      return { cart: cartOnDevice(outbox, here, tokenNow(outbox.state().carts, front)), id: null };
    }
    const { token: back, chosen, refusal } = brought;
    if (readCartToken() !== back) writeCartToken(back);
    showCart(outbox);
    void outbox.wake();
    const unpaid = await payAgain(outbox, shop, back, chosen);
    const missing = refusal ?? (unpaid === '' ? change.sorry : unpaid);
    if (missing === undefined) announce(change.done);
    else if (missing !== null) showToast(missing, 'error');
    return { cart: cartOnDevice(outbox, here, tokenNow(outbox.state().carts, back)), id: null };
  }
  let token = change.kind === 'add' ? cartForGoods(outbox) : readCartToken();
  let begun: string[] | null = null;
  if (token === null) {
    if (change.kind !== 'add') throw new Error('No cart');
    const first = newCartToken();
    ({ token, ids: begun } = await outbox.beginCart(first, [
      beginning(shop, first),
      toCommand(change, here, first, null),
    ]));
  }
  // Its goods are bought as they are; only new ones have a cart to go into, the next.
  if (change.kind !== 'add' && isOrdered(outbox, token)) throw new Error('Being ordered');
  const shown = queryClient.getQueryData<ShownCart | null>(cartKey(shop, token)) ?? null;
  if (change.kind === 'clear') {
    const cleared = await clearCart(outbox, shop, token, shown);
    // The way back, as long as there may be a connection.
    void import('./bring-back.ts').catch(() => undefined);
    takenBack.clear();
    // The shop had never heard of it: there is no cart any more.
    if (cleared === null) letCartGo(tokenNow(outbox.state().carts, token));
    else showCart(outbox);
    return { cart: laidCart(here, token, null, []), id: cleared };
  }
  const command = toCommand(change, here, token, shown);
  const line = command.line ?? '';
  const back = change.kind === 'restore' && change.itemId < 0 ? takenBack.get(line) : undefined;
  const waited = outbox
    .state()
    .entries.flatMap(partsOf)
    // Of a set what was taken out of it too: it comes back without that.
    .filter((one) => one.scope === command.scope && (one.line === line || isPartOf(one.line, line)));
  let id: string | null;
  if (back !== undefined) {
    takenBack.delete(line);
    id = (await outbox.putAll(back.commands)).at(-1) ?? null;
  } else if (begun !== null) {
    id = begun.at(-1) ?? null;
    // Only now: a token whose cart was not saved would name nothing.
    writeCartToken(token);
    showCart(outbox);
  } else {
    if (change.kind !== 'delete') takenBack.delete(line);
    id = await (change.kind === 'delete' ? putRemoval(outbox, command, waited) : outbox.put(command));
  }
  if (change.kind === 'add' && id !== null) void tellRefusal(outbox, id, change.sorry);
  if (change.kind === 'choose' && isTyped(change.what) && id !== null) void noteTold(outbox, id);
  if (change.kind === 'delete') noteRemoved(line, shown);
  if (change.kind === 'restore') void bringAlong(outbox, shop, token, line);
  // It may have moved, or been let go, while this was written.
  const now = tokenNow(outbox.state().carts, token);
  if (change.kind === 'add' && readCartToken() !== now) {
    writeCartToken(now);
    showCart(outbox);
  }
  return { cart: cartOnDevice(outbox, here, now), id };
}
