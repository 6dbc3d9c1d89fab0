/** What the screens say of an order that waits: kept with it in the outbox, in the words that were agreed to. */
import type { OrderIntentBody } from '#contract/orders/order-intents.ts';
import type { ContentShown } from '#domain/cart/lines-shown.ts';
import type { WaitingCode } from '#domain/waiting/cart-choices.ts';
import type { OrderedSet } from '#domain/waiting/taken-back-order.ts';
import { isOrderEntry, type WaitingCommand } from '#domain/waiting/waiting-command.ts';

/** As agreed; an older version wrote its lines alone. */
export interface IntentShown extends Pick<ContentShown, 'lines'>, Partial<Omit<ContentShown, 'lines'>> {
  /** The sets among them, to put them into a cart again; none in what an older version wrote. */
  sets?: OrderedSet[];
  /** Codes that the shop has not judged yet. */
  waitingCodes?: WaitingCode[];
  delivery: string;
  deliveryPrice: number;
  payment: string;
  /** Cents, as agreed. */
  total: number;
  /** What was ordered: by the buyer's own rules it may be less than was asked for. */
  placed?: Partial<ContentShown> & {
    tokenValue: string;
    number?: string;
    total?: number;
    deliveryPrice?: number;
    /** What the shop could not keep, in its words; none in what an older version wrote. */
    warnings?: string[];
    at: number;
    /** Another press had ordered the cart before: this is that order. */
    isEarlier?: boolean;
    /** Its buyer wanted it stopped, and the shop had it already. */
    isStoppedLate?: true;
    /** Its buyer wanted it stopped, and the shop knew no such wish. */
    isUnstopped?: true;
    /** Goes on to a bank or a card. */ paymentId?: number;
  };
}

/** What the gift wrap costs, cents: of what an older version wrote, what the other rows leave of the total of an order that is wrapped. */
export function wrapShown(body: OrderIntentBody | null, shown: Omit<IntentShown, 'placed'>): number {
  if (shown.giftWrapTotal !== undefined || body?.giftWrap !== true) return shown.giftWrapTotal ?? 0;
  const { discounts = [], cards = [], deliveryPrice, total, lines } = shown;
  const rows = [...lines.map((line) => line.total), ...[...discounts, ...cards].map(({ amount }) => amount)];
  return rows.reduce((rest, amount) => rest - amount, total - deliveryPrice);
}

const beside = ' + ';
/** How the goods come, in words: the method of what is sent, the place of what is collected. */
export const deliveryWords = (names: readonly (string | undefined)[]): string =>
  names.filter((name) => name !== undefined).join(beside);
/** The same with another place. */
export const deliveryWordsAt = (words: string, place: string): string =>
  deliveryWords([...words.split(beside).slice(0, -1), place]);

/** What an older version wrote in another way: it knew promo codes alone. */
interface Older {
  waitingCoupon?: string;
}

/**
 * The content of an order's entry; null for other entries, and for one that another version wrote. `body` is null for an
 * order of the checkout at the shop (CHK-12): its content lies there.
 */
export function readIntent(
  entry: WaitingCommand,
): { body: OrderIntentBody | null; shown: IntentShown } | null {
  if (!isOrderEntry(entry) || entry.reason === 'newer') return null;
  const { waitingCoupon, ...shown } = (entry.shown ?? {}) as Partial<IntentShown> & Older;
  if (!Array.isArray(shown.lines) || typeof shown.total !== 'number') return null;
  if (waitingCoupon !== undefined) shown.waitingCodes ??= [{ what: 'couponCode', code: waitingCoupon }];
  return {
    body: entry.kind === 'placeIntent' ? (entry.body as OrderIntentBody) : null,
    shown: shown as IntentShown,
  };
}

/** The four states that must never be taken for one another, and the one for what cannot be sent. */
export type IntentState = 'saved' | 'sending' | 'placed' | 'needs answer' | 'parked';
export function intentState(entry: WaitingCommand): IntentState {
  if (entry.state === 'confirmed') return 'placed';
  if (entry.state === 'needs-review' || entry.state === 'refused') return 'needs answer';
  if (entry.state === 'parked') return 'parked';
  // Once it has left the device nobody but the shop knows.
  return entry.state === 'sending' || entry.tries > 0 ? 'sending' : 'saved';
}
