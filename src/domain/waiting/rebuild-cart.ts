/** A cart that the shop no longer knows is begun anew from what the device shows (contract 5.9; an expired token never loses lines). */
import type { OrderItem } from '#contract/orders/order-lines.ts';
import type { Order } from '#contract/orders/orders.ts';
import { partsOf } from './many-lines.ts';
import { isOrderItem } from './shown-goods.ts';
import { choiceIn, choosingAll, chosenOn, type WaitingChoices } from './cart-choices.ts';
import { bundleBody, isOfLine, newSet, setsAsked, setsIn, withSets } from './waiting-sets.ts';
import {
  asNew,
  isAdd,
  cartScope,
  isStopped,
  lineName,
  type NewCommand,
  type WaitingCommand,
} from './waiting-command.ts';

/**
 * The commands that make the same cart under a new token: its lines with their last numbers, its sets, the wrap, the code and the
 * gift. Empty when nothing is left to buy, nor to decide on.
 * @param entries what waits for it
 * @param order the shop's last answer about the old cart; null when its lines are not to come back.
 * @param speaker locale and channel where no waiting command says them
 * @param done keys of what the shop had done to the old cart: it is in its lines, or went with them
 */
export function rebuildCart(
  order: Order | null,
  entries: readonly WaitingCommand[],
  newToken: string,
  speaker?: { locale: string; channel: string },
  done: readonly string[] = order?.appliedCommandIds ?? [],
): NewCommand[] {
  const waiting = entries.flatMap(partsOf);
  const lines = new Map<string, PlainLine>();
  let inSets = (order?.items ?? []).filter(({ bundle }) => bundle !== undefined);
  for (const item of order?.items ?? []) {
    if (item.marker === undefined && item.bundle === undefined)
      lines.set(lineName(item), { quantity: item.quantity, shown: item, ids: [item.id] });
  }
  let chosen: WaitingChoices = order === null ? {} : chosenOn(order);
  const applied = new Set(done);
  for (const command of waiting.toSorted((one, other) => one.seq - other.seq)) {
    const { kind, line, body } = command;
    if (applied.has(command.id) || isStopped(command)) continue;
    if (kind === 'clearCart') {
      lines.clear();
      inSets = [];
      chosen = {};
    }
    chosen = { ...chosen, ...choiceIn(command) };
    if (line === null) continue;
    if (kind === 'addBundle') inSets.push(...newSet(command));
    if (kind === 'changeQuantity') inSets = withSets(inSets, line, setsAsked(command));
    if (kind === 'deleteItem') inSets = inSets.filter((item) => !isOfLine(item, line));
    if (kind === 'restoreItem') inSets.push(...setsBack(command, order, inSets));
    if (line.startsWith('#')) continue;
    const before = lines.get(line);
    if (kind === 'addItem')
      lines.set(line, {
        quantity: (before?.quantity ?? 0) + Number(body['quantity']),
        shown: before?.shown ?? command.shown,
        ids: before?.ids ?? [],
      });
    if (kind === 'restoreItem') {
      const back = lineBack(command, order, before);
      if (back !== null) lines.set(line, back);
    }
    if (kind === 'changeQuantity' && before !== undefined)
      lines.set(line, { ...before, quantity: Number(body['quantity']) });
    if (kind === 'deleteItem') lines.delete(line);
  }
  const sample = waiting[0] ?? speaker;
  const sets = setsIn(inSets);
  // What was refused on its line is still to be decided: it moves along and is asked again.
  const refused = waiting.filter(
    (one) => isStopped(one) && isAdd(one) && one.line !== null && !lines.has(one.line),
  );
  if (lines.size + sets.length + refused.length === 0 || sample === undefined) return [];
  const common = { scope: cartScope(newToken), locale: sample.locale, channel: sample.channel };
  return [
    {
      ...common,
      kind: 'pickUpCart',
      line: null,
      params: {},
      body: { localeCode: sample.locale, tokenValue: newToken },
    },
    ...[...lines].map(([line, { quantity, shown }]): NewCommand => ({
      ...common,
      kind: 'addItem',
      line,
      params: { token: newToken },
      body: { productVariantCode: line, quantity },
      ...(shown === undefined ? {} : { shown }),
    })),
    ...sets.map(({ line, sets: count, shown }): NewCommand => ({
      ...common,
      kind: 'addBundle',
      line,
      params: { token: newToken },
      body: bundleBody(line, shown, count),
      shown,
    })),
    // Behind the goods: a code and a gift may ask for a sum.
    ...choosingAll(chosen, { ...common, params: { token: newToken } }),
    ...refused.map((one) => ({ ...asNew(one), ...common, params: { token: newToken } })),
  ];
}

/** Pieces of a variant outside of any set. */
interface PlainLine {
  quantity: number;
  shown: unknown;
  /** Of the shop's lines that are in it: each comes back once, however often that was asked for. */
  ids: readonly number[];
}

/**
 * The line with the pieces that come back: as the page showed them, else as the shop's answer has them. Null where they are there, or
 * nobody knows them any more.
 */
function lineBack(
  { params, shown }: WaitingCommand,
  order: Order | null,
  before: PlainLine | undefined,
): PlainLine | null {
  const id = Number(params['id']);
  const item = isOrderItem(shown)
    ? shown
    : [...(order?.items ?? []), ...(order?.deletedItems ?? [])].find((one) => one.id === id);
  if (item === undefined || before?.ids.includes(id) === true) return null;
  return {
    quantity: (before?.quantity ?? 0) + item.quantity,
    shown: before?.shown ?? shown,
    ids: [...(before?.ids ?? []), id],
  };
}

/** The parts of a set that come back and are not there, as far as anybody has seen them. */
function setsBack(
  { params, shown, line }: WaitingCommand,
  order: Order | null,
  inSets: readonly OrderItem[],
): OrderItem[] {
  if (line === null) return [];
  const seen = isOrderItem(shown) ? [{ ...shown, id: Number(params['id']) }] : (order?.items ?? []);
  return seen.filter(
    (item) => item.bundle !== undefined && isOfLine(item, line) && !inSets.some(({ id }) => id === item.id),
  );
}
