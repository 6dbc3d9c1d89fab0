/** The shop's answer about a cart, as it is kept on the device beside what others have changed in it (contract 1.9). */
import type { Order } from '#contract/orders/orders.ts';
import { changedElsewhere, withEarlier, type OwnChange } from '#domain/waiting/changed-elsewhere.ts';
import { partsOf } from '#domain/waiting/many-lines.ts';
import { cartScope, lineName } from '#domain/waiting/waiting-command.ts';
import type { CartRecord, Reading } from './outbox-records.ts';

/**
 * The record to write, none when a newer answer is there already, or the cart has gone on under another token. What another device changed since the last answer is noted with
 * it, whichever page or tab hears it first: the cart shows it until somebody has seen it.
 *
 * @param isOurs the order answers a step of this page that does not go through the outbox: what it changed is known here
 */
export function keptCart(
  reading: Pick<Reading, 'carts' | 'entries'>,
  order: Order,
  at: number,
  isOurs = false,
): CartRecord[] {
  const token = order.tokenValue;
  const record = reading.carts.get(token);
  // An answer from before the cart went on: whoever still names it finds its lines by the way that is noted here.
  if (record?.movedTo !== undefined) return [];
  const known = record?.order ?? null;
  if (known && known.version > order.version && known.id === order.id) return [];
  const found =
    known === null || isOurs ? [] : changedElsewhere(known, order, ownChanges(reading, token, known));
  const others = withEarlier(record?.others ?? [], found);
  return [{ token, order, at, ...(others.length > 0 ? { others } : {}), ...wayBack(record) }];
}

/** What was in it when it was emptied here stays with it, whatever the shop answers to what was sent before. */
export const wayBack = (record: CartRecord | undefined): Pick<CartRecord, 'cleared'> =>
  record?.cleared === undefined ? {} : { cleared: record.cleared };

/** What this device may have changed in the cart since the last answer, also under the token of a cart that came into it. */
function ownChanges({ carts, entries }: Pick<Reading, 'carts' | 'entries'>, token: string, known: Order) {
  const waiting = entries.filter(
    (one) => one.scope === cartScope(token) || (one.tries > 0 && ['queued', 'sending'].includes(one.state)),
  );
  const isNew = (id: string) => !known.appliedCommandIds.includes(id);
  const brought: OwnChange[] = [...carts.values()]
    .filter((one) => one.movedTo === token && one.brought?.ids.some(isNew))
    .flatMap(({ brought: { ids, lines } = { ids: [], lines: [] } }) => [
      ...ids.map((id) => ({ id, line: null })),
      ...lines.map((line) => ({ id: null, line })),
    ]);
  return [...waiting.flatMap(partsOf), ...brought];
}

/** The goods that a cart of this device takes along into another: they are its own there too. */
export const broughtAlong = (order: Order | null): NonNullable<CartRecord['brought']> => ({
  ids: order?.appliedCommandIds ?? [],
  lines: order?.items.map(lineName) ?? [],
});
