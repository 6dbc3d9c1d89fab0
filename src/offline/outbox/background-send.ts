/** Sending with the page closed, where the browser can. */
import { outboxTask } from './sender-lock.ts';

/** Background Sync, where the browser has it: starts the same sender when the link is back, even with the page closed. */
export function requestBackgroundSend(): void {
  if (typeof navigator === 'undefined' || !('serviceWorker' in navigator)) return;
  void (async () => {
    const registration = (await navigator.serviceWorker.getRegistration()) as
      | (ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } })
      | undefined;
    // Without Background Sync the page sends by itself.
    await registration?.sync?.register(outboxTask);
  })().catch(() => undefined);
}
