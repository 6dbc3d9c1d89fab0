/// <reference lib="webworker" />
/**
 * The service worker, served as /sw.js: what it keeps and how it answers. Only reads that are the same for everybody
 * pass through it; carts, orders and accounts never do (R0.21).
 */
import type { PrecacheEntry } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import type { ToWorker } from '#offline/connection/worker-messages.ts';
import { countOwnData } from './count-data-use.ts';
import { images, isImage } from './images.ts';
import { isKeptPaper, keptPaper } from './kept-picture.ts';
import { askForRules } from './moved-pages.ts';
import { openNotice, sendWaiting } from './outbox-sync.ts';
import { sharedData } from './shared-data.ts';
import { isSharedRead } from './keepable-answers.ts';
import { keepShell } from './shell.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] };

countOwnData();
keepShell(self.__WB_MANIFEST);
registerRoute(({ request, url, sameOrigin }) => sameOrigin && isSharedRead(request, url), sharedData());
registerRoute(({ request, url, sameOrigin }) => sameOrigin && isImage(request, url), images());
registerRoute(({ request, url, sameOrigin }) => sameOrigin && isKeptPaper(request, url), keptPaper);

self.addEventListener('sync', (event) => sendWaiting(event as ExtendableEvent & { tag: string }));

self.addEventListener('notificationclick', openNotice);

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
  // Not waited for: until a worker is activated, the browser holds back every page and every call of its shop.
  void askForRules();
});

self.addEventListener('message', (event) => {
  // Only a page of this origin may speak to the worker.
  if (!event.source || !('url' in event.source) || new URL(event.source.url).origin !== self.location.origin)
    return;
  if ((event.data as ToWorker | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});
