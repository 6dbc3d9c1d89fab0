/** What waits on the devices of a journey that failed, the carts they know, and who holds the right to send: a change that stays on its way shows none of it. */
import type { BrowserContext, TestInfo } from '@playwright/test';

/** Puts it into the report. */
export async function tellOutbox(context: BrowserContext, info: TestInfo): Promise<void> {
  if (info.status === info.expectedStatus) return;
  for (const page of context.pages()) {
    // A page that is gone, or never had an address of the shop.
    const found = await page.evaluate(readOutbox).catch(() => undefined);
    if (found === undefined) continue;
    console.log(
      `Waits on ${new URL(page.url()).pathname} in "${info.title}": ${JSON.stringify(found.device)}`,
    );
    for (const entry of found.entries) console.log(`  ${JSON.stringify(entry)}`);
  }
}

/** Runs in the page. Times in ms from now. */
async function readOutbox(): Promise<{ device: object; entries: object[] }> {
  const asked = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
    });
  const db = await asked(indexedDB.open('arimas-outbox'));
  const rows = (await asked(db.transaction('entries').objectStore('entries').getAll())) as Record<
    string,
    unknown
  >[];
  const carts = (await asked(db.transaction('carts').objectStore('carts').getAll())) as {
    token: string;
    movedTo?: string;
    order?: { version: number; state: string; items: unknown[]; appliedCommandIds: string[] } | null;
  }[];
  const front = await asked(db.transaction('meta').objectStore('meta').get('cart'));
  db.close();
  const { held = [], pending = [] } = await navigator.locks.query();
  const start = performance.now();
  const hash = await Promise.race([
    crypto.subtle.digest('SHA-256', new Uint8Array(2)).then(() => performance.now() - start),
    new Promise((resolve) => setTimeout(() => resolve('none in 3 s'), 3_000)),
  ]);
  const fromNow = (time: unknown) => (typeof time === 'number' && time > 0 ? time - Date.now() : 0);
  return {
    device: {
      hash,
      onLine: navigator.onLine,
      visibility: document.visibilityState,
      age: Math.round(performance.now()),
      held: held.map(({ name }) => name),
      pending: pending.map(({ name }) => name),
      front: [localStorage.getItem('CART_TOKEN'), front],
      carts: carts.map(({ token, movedTo, order }) => ({
        token,
        movedTo,
        version: order?.version,
        state: order?.state,
        lines: order?.items.length,
        applied: order?.appliedCommandIds.length,
      })),
      calls: performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/shop/orders') || name.includes('/token'))
        .map(
          ({ name, startTime, duration }) =>
            `${new URL(name).pathname} ${Math.round(startTime)}+${Math.round(duration)}`,
        ),
    },
    entries: rows.map(({ kind, state, tries, owner, at, nextTryAt, notBefore, reason, trouble, answer }) => ({
      kind,
      state,
      tries,
      isGuests: owner === 'guest',
      made: fromNow(at),
      nextTry: fromNow(nextTryAt),
      notBefore: fromNow(notBefore),
      reason,
      trouble,
      answer,
    })),
  };
}
