/** The one outbox of this page, and the occasions on which it sends. */
import { isReachable, reportOutcome } from '#offline/connection/connectivity.ts';
import { pageSession, whoIsHere } from './page-session.ts';
import { type Outbox, createOutbox } from './outbox.ts';

/**
 * True = the device says that it has no network, and the shop has not proved it wrong since. Some devices say so for hours
 * while everything works: what waits must not wait for their word alone.
 */
export const isWithoutNetwork = (): boolean => !navigator.onLine && !isReachable();

let shared: Outbox | undefined;
/** The one outbox of this page. What its tries meet is told to who watches the link: on a page that asks for nothing else, nobody would notice when it is back (I5). */
export const theOutbox = (): Outbox =>
  (shared ??= createOutbox({
    environment: {
      onOutcome: (outcome) => reportOutcome(outcome),
      isOffline: isWithoutNetwork,
      owner: whoIsHere,
      session: pageSession,
    },
  }));

let isStarted = false;
/** Reads what waits and sends it on every good occasion: start, link, focus, a page shown again, time (I5, F15). */
export function startOutbox(): Outbox {
  const outbox = theOutbox();
  if (isStarted) return outbox;
  isStarted = true;
  addEventListener('online', () => void outbox.wake(true));
  addEventListener('focus', () => void outbox.wake(true));
  addEventListener('pageshow', () => void outbox.list().then(() => outbox.wake(true)));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void outbox.wake(true);
  });
  void outbox.list().then(() => outbox.wake(true));
  return outbox;
}
