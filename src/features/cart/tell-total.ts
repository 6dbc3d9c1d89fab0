/** The total that is spoken after a change of the cart: the shop's own, or the estimate of the device, said to be one. */
import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { cartScope } from '#domain/waiting/waiting-command.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import { formatMoney } from '#i18n/format.ts';
import { isWithoutNetwork, theOutbox } from '#offline/outbox/page-outbox.ts';
import { tokenNow } from '#offline/outbox/recreate-cart.ts';
import { announce } from '#ui/live-region.tsx';

/** What was done. */
export type Told = 'changed' | 'removed' | 'brought back';

/** Of several changes the last one tells. */
let latest = 0;

/**
 * Says what the cart comes to now: once the shop has answered to all that waits for it, or as an estimate once it is known that
 * it cannot be asked.
 * @param cart as it is shown after the change
 */
export async function tellTotal(cart: ShownCart, i18n: I18n, told: Told): Promise<void> {
  latest += 1;
  const mine = latest;
  const total = cart.waiting === undefined ? cart.total : await answered(cart.tokenValue);
  if (mine !== latest) return;
  const money = formatMoney(total ?? cart.total, i18n.locale);
  const words =
    total === null
      ? {
          changed: msg`Total about ${money}; the shop has not confirmed it yet.`,
          removed: msg`Removed. Total about ${money}; the shop has not confirmed it yet.`,
          'brought back': msg`Brought back. Total about ${money}; the shop has not confirmed it yet.`,
        }
      : {
          changed: msg`Total: ${money}`,
          removed: msg`Removed. Total: ${money}`,
          'brought back': msg`Brought back. Total: ${money}`,
        };
  announce(i18n._(words[told]));
}

/** Cents that the shop says the cart comes to, when nothing waits for it any more; null = it could not be asked. */
function answered(before: string): Promise<number | null> {
  const outbox = theOutbox();
  return new Promise((resolve) => {
    let stop = (): void => {};
    const look = (): boolean => {
      const { entries, carts } = outbox.state();
      const token = tokenNow(carts, before);
      const waiting = entries.filter(
        ({ scope, state }) => scope === cartScope(token) && (state === 'queued' || state === 'sending'),
      );
      const isUnheard =
        isWithoutNetwork() || waiting.some(({ state, tries }) => state === 'queued' && tries > 0);
      if (waiting.length > 0 && !isUnheard) return false;
      stop();
      resolve(waiting.length > 0 ? null : (carts.get(token)?.order?.total ?? null));
      return true;
    };
    if (!look()) stop = outbox.subscribe(() => void look());
  });
}
