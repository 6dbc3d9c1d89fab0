/** What became of a cart elsewhere is said once on a page, however often that is heard. */
import type { Outbox } from '#offline/outbox/outbox.ts';
import { showToast } from '#ui/toast-state.ts';

/** Carts of which this page has said that they are in an account now, or were emptied or ordered elsewhere: it is told again and again. */
const toldOf = new Set<string>();
/** @param words '' says nothing */
export function tellOnce(token: string, words: string): void {
  if (toldOf.has(token) || words === '') return;
  toldOf.add(token);
  showToast(words, 'error');
}

/** Says that the cart was emptied, or ordered, on another device, where it had goods here. */
export function tellEmptied(outbox: Outbox, token: string | null): void {
  if (token !== null) tellOnce(token, outbox.state().carts.get(token)?.emptied ?? '');
}
