// Takes the place of a worker that does harm (docs/reliability.md, "A bad worker"). It answers nothing, drops what workers
// cached and then itself. The databases of the page, with the cart and what waits to be sent, are none of its business.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  const clean = async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    await self.registration.unregister();
  };
  event.waitUntil(clean());
});
