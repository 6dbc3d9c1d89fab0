/**
 * 256 kB that nobody uses, taken while there is room: when the disk is full they are given up, so that what waits can still
 * be written (F11). A cache holds them: what leaves a cache is room at once, what leaves a database is room some day.
 */
const reserveCache = 'arimas-reserve';
const reserveKey = '/reserve';
/** Bytes. */
export const reserveSize = 256 * 1024;

/** Takes the reserve unless it is there already; a device without the room goes without. */
export async function keepReserve(): Promise<void> {
  if (!('caches' in globalThis)) return;
  try {
    if (await caches.match(reserveKey, { cacheName: reserveCache })) return;
    const { usage = 0, quota = 0 } = (await navigator.storage?.estimate?.()) ?? {};
    // A tight disk is left alone: pictures would give way for it again and again.
    if (quota > 0 && quota - usage < 20 * reserveSize) return;
    const bytes = new Uint8Array(reserveSize);
    // Not zeros: a disk that packs them would keep nothing free. 64 kB is the most that can be asked for at once.
    for (let at = 0; at < reserveSize; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
    const cache = await caches.open(reserveCache);
    await cache.put(
      reserveKey,
      new Response(bytes, { headers: { 'Content-Type': 'application/octet-stream' } }),
    );
  } catch {
    // No room, or no such storage.
  }
}

export async function freeReserve(): Promise<void> {
  // Where there is no reserve none is freed, and the write that needs it says that the disk is full.
  await caches.delete(reserveCache).catch(() => false);
}
