/// <reference lib="webworker" />
/**
 * Background Sync, where the browser has it: when the link is back it starts the same sender that pages
 * use, also when none is open. It keeps no queue of its own.
 */
import { drainOutbox } from '#offline/outbox/outbox-drain.ts';
import { browserEnvironment } from '#offline/outbox/outbox-environment.ts';
import { outboxTask } from '#offline/outbox/sender-lock.ts';
import { orderNotices, showNotices, type OrderNotice } from '#offline/outbox/order-notification.ts';
import { openOutboxStore } from '#offline/outbox/outbox-store.ts';

declare const self: ServiceWorkerGlobalScope;

/** Nobody looks at the shop: what became of an order is told on the device, if that was allowed. */
async function tellWhoIsAway(notices: readonly OrderNotice[]): Promise<void> {
  if (notices.length === 0 || Notification.permission !== 'granted') return;
  const pages = await self.clients.matchAll({ type: 'window' });
  if (!pages.some((page) => page.visibilityState === 'visible'))
    await showNotices(self.registration, notices);
}

/** A press on a notification brings the shop to the front, at the page that it speaks of. */
export function openNotice(event: NotificationEvent): void {
  event.notification.close();
  const path = (event.notification.data as { path?: string } | null)?.path ?? '/';
  event.waitUntil(
    (async () => {
      const [open] = await self.clients.matchAll({ type: 'window' });
      if (open) await open.focus().then((client) => client.navigate(path));
      else await self.clients.openWindow(path);
    })(),
  );
}

export function sendWaiting(event: ExtendableEvent & { tag: string }): void {
  if (event.tag !== outboxTask) return;
  event.waitUntil(
    (async () => {
      const store = openOutboxStore();
      const channel = new BroadcastChannel(outboxTask);
      try {
        const { entries: before } = await store.read();
        const { waiting } = await drainOutbox(
          browserEnvironment(store, { onChange: () => channel.postMessage('changed') }),
          { force: true },
        );
        await tellWhoIsAway(orderNotices(before, (await store.read()).entries));
        // The browser asks again later, with pauses of its own, when this fails.
        if (waiting > 0) throw new Error('Not all was sent');
      } finally {
        channel.close();
        store.close();
      }
    })(),
  );
}
