/**
 * Looks after the device while the shop is open: counts data, keeps room on the disk, and does what a waiting change asks
 * for: a promise of the browser to keep it (F18), a mark on the shop's icon, the sender woken when the link is back, and no
 * new version while something is being sent.
 */
import { isWaiting, type WaitingCommand } from '#domain/waiting/waiting-command.ts';
import { isReachable, onConnectivityChange } from '#offline/connection/connectivity.ts';
import { countDataUse } from '#offline/connection/data-use.ts';
import { noteUse } from '#offline/worker/install-offer.ts';
import { orderNotices, showNotices } from '#offline/outbox/order-notification.ts';
import { freeReserve, keepReserve } from '#offline/storage/space-reserve.ts';
import { askToKeep } from '#offline/storage/persistent-storage.ts';
import { givingWay, makeRoom } from '#features/device/storage-space.ts';
import { holdUpdates } from '#offline/worker/update-offer.ts';

/** A number on the icon of the installed shop, where the browser has it. */
export function showBadge(count: number): void {
  const device = navigator as {
    setAppBadge?: (count: number) => Promise<void>;
    clearAppBadge?: () => Promise<void>;
  };
  const done = count > 0 ? device.setAppBadge?.(count) : device.clearAppBadge?.();
  // A number on the icon that the system refuses: the page says it too.
  done?.catch(() => {});
}

/** The same value makes a browser ask again for a picture that failed. */
function fetchMissingPictures(): void {
  for (const picture of document.querySelectorAll<HTMLImageElement>('img[data-missing]'))
    picture.setAttribute('src', picture.getAttribute('src') ?? '');
}

export async function watchDevice(): Promise<void> {
  countDataUse();
  void makeRoom().then(keepReserve);
  const [{ theOutbox }, { onStorageFull }] = await Promise.all([
    import('#offline/outbox/page-outbox.ts'),
    import('#offline/outbox/retry-after-freeing-space.ts'),
  ]);
  const outbox = theOutbox();
  onStorageFull(...Object.values(givingWay), freeReserve);
  let isHeld = false;
  let seen: readonly WaitingCommand[] = [];
  const look = () => {
    const { entries, carts, isReady } = outbox.state();
    if (!isReady) return;
    const waiting = entries.filter(isWaiting);
    showBadge(waiting.length);
    // What was put in may have been sent before this page began to look.
    if (entries.length > 0 || [...carts.values()].some(({ order }) => (order?.items.length ?? 0) > 0))
      noteUse();
    const notices = orderNotices(seen, entries);
    seen = entries;
    // Who looks at the shop sees it there.
    if (
      notices.length > 0 &&
      document.hidden &&
      typeof Notification !== 'undefined' &&
      Notification.permission === 'granted'
    )
      void navigator.serviceWorker?.ready.then((registration) => showNotices(registration, notices));
    if (waiting.length > 0) void askToKeep();
    const isSending = waiting.some(({ state }) => state === 'sending');
    if (isSending !== isHeld) holdUpdates(isSending);
    isHeld = isSending;
  };
  outbox.subscribe(look);
  let wasReachable = isReachable();
  onConnectivityChange(() => {
    if (isReachable() && !wasReachable) {
      void outbox.wake(true);
      fetchMissingPictures();
    }
    wasReachable = isReachable();
  });
  await outbox.list();
}
