/**
 * The cart that a screen shows: the shop's last answer, plus the changes that wait on the device, minus those that the
 * shop lists as done (I10). One pure function; amounts are integer cents and estimates until the shop has answered.
 */
import { giftMarker } from '#contract/orders/gift-marker.ts';
import { undoPeriod } from '#domain/cart/undo-period.ts';
import { isWrappableLine } from '#domain/cart/wrappable.ts';
import type { OrderItem } from '#contract/orders/order-lines.ts';
import type { Order } from '#contract/orders/orders.ts';
import { emptyCart, type BlankCart } from '#domain/cart/begun-cart.ts';
import {
  cartLine,
  isAdd,
  isFailing,
  isOrderEntry,
  isStopped,
  type WaitingCommand,
} from './waiting-command.ts';
import type { PaidTotal } from '#contract/orders/adjustments.ts';
import { paidBy, unpaid } from '#domain/cart/paid-by.ts';
import { choiceIn, isChoice, isUncounted, takenOff, type WaitingChoices } from './cart-choices.ts';
import { atTierPrice, isNoGift, withQuantity } from './estimated-lines.ts';
import { estimatedGoods } from './estimated-sums.ts';
import { partsOf } from './many-lines.ts';
import { isOrderItem, isShownItem, newLine } from './shown-goods.ts';
import { isOfLine, newSet, setsAsked, withSets } from './waiting-sets.ts';
import { type LineMark, goingMark, isFailedAdd, failingMark, stuckMark } from './line-mark.ts';

/** What is chosen for the whole cart and waits for the shop's answer, but the wrap, which the cart shows already. */
type LaidBeside = Omit<WaitingChoices, 'giftWrap'>;

export interface WaitingCart extends LaidBeside {
  /** By the name of the line, see `lineName`. */
  marks: Record<string, LineMark>;
  /** Lines that the shop refused to take in: shown, not counted, not bought. */
  refusedLines: OrderItem[];
  /** Sums are estimates from prices seen last. */
  isEstimate: boolean;
}

/** An order with what waits on this device; `waiting` is absent when nothing does. */
export type ShownCart = Order & { waiting?: WaitingCart };

/**
 * @param base the shop's last answer; null for a cart that it has not seen, or knows no more
 * @param commands what waits, of any cart and in any order
 */
export function waitingCart(
  base: Order | null,
  commands: readonly WaitingCommand[],
  blank: BlankCart,
): ShownCart {
  const start = base ?? emptyCart(blank);
  const scope = `cart:${start.tokenValue}`;
  const applied = new Set(start.appliedCommandIds);
  const waiting = commands
    .filter((one) => one.scope === scope && one.state !== 'confirmed' && !isOrderEntry(one))
    .filter((one) => !applied.has(one.id))
    .toSorted((one, other) => one.seq - other.seq)
    .flatMap(partsOf);
  if (waiting.length === 0) return start;

  let items = [...start.items];
  let deleted = start.deletedItems;
  const marks: Record<string, LineMark> = {};
  let refusedLines: OrderItem[] = [];
  let choices: WaitingChoices = {};

  for (const command of waiting) {
    const { kind, line, body } = command;
    if (kind === 'clearCart') {
      if (isStopped(command)) marks[cartLine] = stuckMark(marks[cartLine], command, 0);
      else if (isFailing(command)) marks[cartLine] = { ...goingMark(undefined, command), state: 'failing' };
      else {
        items = [];
        deleted = [];
        choices = takenOff(start);
      }
      continue;
    }
    if (line === null) continue;
    const quantity = Number(body['quantity'] ?? 0);
    const before = marks[line];
    const isStuck = isStopped(command) || before?.state === 'refused' || before?.state === 'parked';
    marks[line] = isStuck
      ? stuckMark(before, command, quantity)
      : isFailing(command) || (kind === 'addItem' && isFailedAdd(before))
        ? failingMark(before, command, quantity)
        : goingMark(before, command);
    // Goods that the shop failed to take in are wanted all the same: they stay in the cart, or the next order would leave them out.
    const isHeldBack = isStuck || (isFailing(command) && !isAdd(command));
    if (isHeldBack) {
      if (![...items, ...refusedLines].some((one) => isOfLine(one, line)))
        refusedLines.push(...broughtBy(command));
      continue;
    }
    refusedLines = refusedLines.filter((one) => !isOfLine(one, line));
    ({ items, deleted, choices } = laidOver({ items, deleted, choices }, command, line));
  }
  const { giftWrap: isWrapped, ...beside } = choices;
  const giftWrap = wrapOf(start, items, isWrapped ?? start.giftWrap.selected, blank);
  const giftWrapTotal = giftWrap.selected ? giftWrap.price : 0;
  const ended = choices.couponCode === null ? start.promotionCoupon?.promotion.code : undefined;
  const isRecounted =
    isChanged(start.items.filter(isNoGift), items.filter(isNoGift)) ||
    (ended !== undefined && items.length > 0);
  const counted = isRecounted ? estimatedGoods(start, items, ended) : { items };
  const isEstimate = isRecounted || giftWrapTotal !== start.giftWrapTotal || isUncounted(choices);
  return {
    ...start,
    ...sums(start, counted.items, giftWrapTotal),
    giftWrap,
    giftWrapTotal,
    ...counted,
    deletedItems: deleted,
    waiting: {
      marks,
      refusedLines,
      ...beside,
      isEstimate,
    },
  };
}

/** The goods of a cart and what is chosen for it, as far as changes have been laid over them. */
interface Laid {
  items: OrderItem[];
  deleted: Order['deletedItems'];
  choices: WaitingChoices;
}

/** One more change laid over it. @param line of the command */
function laidOver(laid: Laid, command: WaitingCommand, line: string): Laid {
  const { kind, body, params } = command;
  const { deleted } = laid;
  const items = [...laid.items];
  const at = items.findIndex((item) => isOfLine(item, line));
  const current = items[at];
  const quantity = Number(body['quantity'] ?? 0);
  if (isChoice(kind)) {
    const choices = { ...laid.choices, ...choiceIn(command) };
    const { gift } = choices;
    // The one that is taken out is gone at once; the one that comes is the shop's to put in.
    if (gift === undefined) return { ...laid, choices };
    return {
      deleted,
      choices,
      items: items.filter((item) => item.marker !== giftMarker || item.variant.code === gift),
    };
  }
  if (isAdd(command)) {
    if (current === undefined) items.push(...broughtBy(command));
    else if (kind === 'addItem') items[at] = withQuantity(current, current.quantity + quantity);
    return { ...laid, items };
  }
  if (kind === 'changeQuantity' && current !== undefined) {
    if (current.bundle !== undefined) return { ...laid, items: withSets(items, line, setsAsked(command)) };
    items[at] = withQuantity(current, quantity);
    return { ...laid, items };
  }
  if (kind === 'deleteItem') {
    const gone = items.filter((item) => isOfLine(item, line));
    return {
      ...laid,
      items: items.filter((item) => !gone.includes(item)),
      deleted: [...deleted, ...gone.map((item) => deletedLine(item, command.at))],
    };
  }
  if (kind === 'restoreItem') {
    const id = Number(params['id']);
    const back = isOrderItem(command.shown) ? command.shown : null;
    // Without the goods to show the line stays where it is, removed, until the shop has brought it back.
    if (back === null || !deleted.some((one) => one.id === id)) return laid;
    if (current === undefined) items.push({ ...back, id });
    else items[at] = withQuantity(current, current.quantity + back.quantity);
    return { ...laid, items, deleted: deleted.filter((one) => one.id !== id) };
  }
  return laid;
}

/** @param at Unix time in ms of its taking out */
const deletedLine = (item: OrderItem, at: number): Order['deletedItems'][number] => ({
  id: item.id,
  productName: item.productName,
  variantCode: item.variant.code,
  quantity: item.quantity,
  deletedAt: new Date(at).toISOString(),
  restorableUntil: new Date(at + undoPeriod).toISOString(),
});

/** The lines that an add brings, as far as anybody has seen its goods. */
function broughtBy(command: WaitingCommand): OrderItem[] {
  const { kind, line, shown, body } = command;
  if (kind === 'addBundle') return newSet(command);
  return kind === 'addItem' && line !== null && isShownItem(shown)
    ? [atTierPrice(newLine(line, shown, Number(body['quantity'] ?? 0)))]
    : [];
}

const isChanged = (before: readonly OrderItem[], after: readonly OrderItem[]): boolean =>
  before.length !== after.length ||
  after.some((item, index) => item.id !== before[index]?.id || item.quantity !== before[index]?.quantity);

/** Wrapping as the shop will most likely have it. */
function wrapOf(
  start: Order,
  items: readonly OrderItem[],
  isWrapped: boolean,
  { giftWrap }: BlankCart,
): Order['giftWrap'] {
  const price = giftWrap?.price ?? start.giftWrap.price;
  const available = (giftWrap?.enabled ?? start.giftWrap.available) && items.some(isWrappableLine);
  return { available, selected: isWrapped && available, price };
}

/** Sums moved by what the lines and the wrap moved; what the shop alone can know (delivery) stays as it was. */
function sums(
  start: Order,
  items: readonly OrderItem[],
  giftWrapTotal: number,
): Pick<
  Order,
  'itemsSubtotal' | 'itemsTotal' | PaidTotal | 'total' | 'taxTotal' | 'taxIncludedTotal' | 'totalWithoutTax'
> {
  const of = (list: readonly OrderItem[], amount: (item: OrderItem) => number) =>
    list.reduce((sum, item) => sum + amount(item), 0);
  const totalBy = of(items, (item) => item.total) - of(start.items, (item) => item.total);
  const wrapBy = giftWrapTotal - start.giftWrapTotal;
  // The wrap is taxed as the goods are, as near as the device can tell: most shops have one rate.
  const [goods, ofGoods] = [of(items, (item) => item.total), of(items, (item) => item.taxTotal)];
  const wrapTax = goods > 0 ? Math.round((wrapBy * ofGoods) / goods) : 0;
  const taxBy = ofGoods - of(start.items, (item) => item.taxTotal) + wrapTax;
  return {
    itemsSubtotal:
      start.itemsSubtotal +
      of(items.filter(isNoGift), (item) => item.subtotal) -
      of(start.items.filter(isNoGift), (item) => item.subtotal),
    itemsTotal: start.itemsTotal + totalBy,
    ...paidBy(start, Math.max(0, unpaid(start) + totalBy + wrapBy), items),
    taxTotal: start.taxTotal + taxBy,
    taxIncludedTotal: start.taxIncludedTotal + taxBy,
    totalWithoutTax: Math.max(0, start.totalWithoutTax + totalBy + wrapBy - taxBy),
  };
}
