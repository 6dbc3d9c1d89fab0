/** The emptied cart that can be brought back, kept with what the device has of that cart: it goes with it when its customer leaves (R0.28). */
import { sameVisitor } from '#api/same-visitor.ts';
import { undoPeriod } from '#domain/cart/undo-period.ts';
import { guest } from '#domain/waiting/waiting-command.ts';
import type { Outbox } from '#offline/outbox/outbox.ts';
import type { CartRecord, Reading } from '#offline/outbox/outbox-records.ts';
import { whoIsHere } from '#offline/outbox/page-session.ts';
import { clearedCart, type ClearedCart } from './cleared-cart.ts';

type Carts = Reading['carts'];

/** Whether it can still be brought back: another tab may just have done so. What only this page knows, only this page brings back. */
export const isStillCleared = (carts: Carts, { key, isKept }: ClearedCart): boolean =>
  isKept !== true || [...carts.values()].some(({ cleared }) => cleared?.key === key);

/**
 * One can be brought back, the one that was emptied last; null = none any more. What is left of one that lies on the device is noted
 * only while it does.
 */
export async function keepCleared(outbox: Outbox, next: ClearedCart | null): Promise<void> {
  const isHere = sameVisitor();
  clearedCart.set(next);
  try {
    await outbox.change(({ carts }) => ({
      changes:
        isHere() && (next === null || isStillCleared(carts, next)) ? { carts: withCleared(carts, next) } : {},
      result: undefined,
    }));
  } catch {
    // The page itself knows it.
    return;
  }
  if (next !== null && clearedCart.current() === next) clearedCart.set({ ...next, isKept: true });
}

/** The records that change, so that this one can be brought back and no other. */
export function withCleared(carts: Carts, next: ClearedCart | null): CartRecord[] {
  const before = [...carts.values()].filter((one) => one.cleared !== undefined);
  const changed = before.map(({ cleared: _before, ...record }): CartRecord => record);
  if (next === null) return changed;
  const { token, items, chosen, key } = next;
  const at = before.find((one) => one.cleared?.key === key)?.cleared?.at ?? Date.now();
  // One that the shop has never heard of has no record.
  const record = carts.get(token) ?? { token, order: null, movedTo: '', at };
  const cleared = { items, chosen, key, owner: whoIsHere(), at };
  return [...changed.filter((one) => one.token !== token), { ...record, cleared }];
}

const onDevice = (outbox: Outbox) =>
  [...outbox.state().carts.values()].flatMap(({ token, cleared }) =>
    cleared === undefined ? [] : [{ token, ...cleared }],
  );

/** Another tab has brought it back, or emptied another cart. */
export function followCleared(outbox: Outbox): void {
  const shown = clearedCart.current();
  if (shown?.isKept && onDevice(outbox).every(({ key }) => key !== shown.key)) clearedCart.set(null);
}

/** At the start of a page. What is too old to be brought back, or somebody else's, goes. */
export function recallCleared(outbox: Outbox): void {
  const now = Date.now();
  const found = onDevice(outbox);
  const kept = found.find(
    ({ owner, at }) => at <= now && now - at <= undoPeriod && [guest, whoIsHere()].includes(owner),
  );
  if (found.length === 0 || clearedCart.current() !== null) return;
  if (kept === undefined) void keepCleared(outbox, null);
  else {
    const { token, items, chosen, key } = kept;
    clearedCart.set({ token, items, chosen, key, isRecalled: true, isKept: true });
  }
}
