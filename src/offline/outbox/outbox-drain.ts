/**
 * The one sender of the outbox. It runs in a page, in the service worker and in tests alike: clock, fetch, storage, locks and
 * chance are given to it, and it knows no window. Strictly in order per cart; the same key at every try; an entry leaves
 * the queue only on our own answer that echoes its key (I2, I3, I5, contract 1.8).
 */
import { isFailing, type WaitingCommand } from '#domain/waiting/waiting-command.ts';
import { besideWaitingOrders } from '#domain/waiting/waiting-orders.ts';
import { sendAsOwner } from './outbox-session.ts';
import type { DrainEnvironment } from './drain-environment.ts';
import { type NextEntry, nextToSend } from './next-entry.ts';
import { resolveLine } from './line-ids.ts';
import { withoutTrouble, settle } from './settle-entry.ts';

export interface DrainReport {
  /** Entries that still want to be sent. */
  waiting: number;
  /** When the next of them is due, ms since 1970; null = none, or nobody can say. */
  nextAt: number | null;
}

/** Sends all that is due. Never throws for what the network does; storage that cannot be written ends the pass. */
export function drainOutbox(
  env: DrainEnvironment,
  { force = false }: { force?: boolean } = {},
): Promise<DrainReport> {
  return env.lock(async () => {
    const forced = new Set<string>();
    for (;;) {
      const claim = await claimNext(env, (entry) => force && !forced.has(entry.id));
      if (claim.hasEnded) env.onChange();
      if (claim.entry === null) return { waiting: claim.waiting, nextAt: claim.nextAt };
      // The wish of the shopper gives each entry one try of its own, not a storm of them.
      forced.add(claim.entry.id);
      env.onChange();
      if (claim.isNothing) await settle(env, claim.entry, { kind: 'done', order: null });
      else {
        const outcome = await sendAsOwner(claim.entry, { ...env, onLate: () => env.onOutcome?.('late') });
        if (outcome.kind !== 'not sent')
          env.onOutcome?.(outcome.kind === 'unknown' && !outcome.answered ? 'unreachable' : 'answered');
        await settle(env, claim.entry, outcome);
      }
      env.onChange();
    }
  });
}

/**
 * Marks the next entry as being sent, on the disk, before anything leaves the device. `hasEnded`: a failure of the shop was
 * taken off an entry, since nobody can be asked now.
 */
function claimNext(
  env: DrainEnvironment,
  isForced: (entry: WaitingCommand) => boolean,
): Promise<NextEntry & { isNothing: boolean; hasEnded?: boolean }> {
  return env.store.change<NextEntry & { isNothing: boolean; hasEnded?: boolean }>((reading) => {
    const now = env.clock.now();
    const pick = nextToSend(reading.entries, now, env.owner(), isForced);
    const nothing = { ...pick, entry: null, isNothing: false };
    if (env.isOffline()) {
      const failed = reading.entries.filter(isFailing);
      return {
        changes: { update: failed.map(withoutTrouble) },
        result: { ...nothing, hasEnded: failed.length > 0 },
      };
    }
    if (pick.entry === null) return { changes: {}, result: nothing };
    const resolved = besideWaitingOrders(resolveLine(pick.entry, reading.carts), reading.entries);
    const entry: WaitingCommand = { ...resolved, state: 'sending', tries: resolved.tries + 1 };
    const isNothing = hasNoAim(entry) || isOrderedWhole(resolved, reading.entries);
    return { changes: { update: [entry] }, result: { ...pick, entry, isNothing } };
  });
}

/**
 * A cart whose beginning had no answer yet and that is ordered meanwhile: the order names all and begins it (CHK-19). Asked again, the
 * shop would take it for another name of the cart that was begun since, of whoever is signed in.
 */
const isOrderedWhole = (entry: WaitingCommand, entries: readonly WaitingCommand[]): boolean =>
  entry.kind === 'pickUpCart' &&
  entry.tries > 0 &&
  entries.some((one) => one.kind === 'placeIntent' && one.scope === entry.scope && one.state !== 'confirmed');

/** Taking out what never came in: there is nothing to ask. */
const hasNoAim = (entry: WaitingCommand): boolean =>
  entry.kind === 'deleteItem' && entry.params['id'] === null;
