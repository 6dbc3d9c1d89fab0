/** A device whose storage is full (F11), and one whose storage belongs to a newer version of the shop (F12). */
import type { Page } from '@playwright/test';
import type { RunningShop } from '#tests/running-shop.ts';
import { addToCart, findProduct, isOrdinary, pathOf, walkTo, whenHydrated } from './purchase-steps.ts';
import { expect, installWorker, test } from './shop-fixture.ts';

/** All that lies in the outbox, and the version of its form. */
const outbox = (page: Page) =>
  page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('arimas-outbox');
      request.addEventListener('success', () => resolve(request.result));
    });
    const entries = await new Promise<{ id: string; kind: string; body: unknown }[]>((resolve) => {
      const request = db.transaction('entries').objectStore('entries').getAll();
      request.addEventListener('success', () =>
        resolve(request.result as { id: string; kind: string; body: unknown }[]),
      );
    });
    const { version } = db;
    db.close();
    return { version, entries };
  });

/** A disk on which nothing more fits into the outbox once it is said to be full, until the reserve is given up if that helps. */
async function fillable(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const disk = globalThis as { isFull?: boolean; reserveHelps?: boolean };
    for (const verb of ['put', 'add'] as const) {
      const write = IDBObjectStore.prototype[verb];
      IDBObjectStore.prototype[verb] = function (this: IDBObjectStore, ...given: [unknown]) {
        if (disk.isFull && this.transaction.db.name === 'arimas-outbox')
          throw new DOMException('full', 'QuotaExceededError');
        return write.apply(this, given);
      };
    }
    const free = Reflect.get(CacheStorage.prototype, 'delete') as (name: string) => Promise<boolean>;
    CacheStorage.prototype.delete = async function (this: CacheStorage, name: string) {
      const isGone = await free.call(this, name);
      if (name === 'arimas-reserve' && isGone && disk.reserveHelps) disk.isFull = false;
      return isGone;
    };
  });
}
const fill = (page: Page, reserveHelps: boolean) =>
  page.evaluate(
    (helps) => void Object.assign(globalThis, { isFull: true, reserveHelps: helps }),
    reserveHelps,
  );
const hasReserve = (page: Page) => page.evaluate(() => caches.has('arimas-reserve'));

test('on a full disk the reserve makes room for what waits, and what is said to be saved is on the disk; on one that has no room at all nothing is said to be saved, and the shop goes on; a storage that a newer version of the shop has made is read and not written over; the shop says what to do and can be used', async ({
  page,
  context,
  shop,
}) => {
  const product = await findProduct(page, isOrdinary);
  const other = await findProduct(page, (one) => isOrdinary(one) && one.code !== product.code);
  const add = page.getByRole('main').getByRole('button', { name: 'Į krepšelį', exact: true });
  await fillable(page);
  await installWorker(page);
  await page.goto(pathOf(product));
  await expect.poll(() => hasReserve(page)).toBe(true);
  const size = await page.evaluate(async () => (await (await caches.match('/reserve'))?.blob())?.size);
  expect(size).toBe(256 * 1024);
  await context.setOffline(true);
  await fill(page, true);
  await add.click();
  await expect(page.getByText('Krepšelyje: 1')).toBeVisible();
  expect(await hasReserve(page)).toBe(false);
  const { entries } = await outbox(page);
  expect(entries.map((one) => one.kind)).toEqual(['pickUpCart', 'addItem']);
  // With room again the next start takes a reserve anew.
  await page.goto('/');
  await expect.poll(() => hasReserve(page)).toBe(true);
  await test.step('no room at all', async () => {
    await context.setOffline(false);
    await expect.poll(() => outbox(page)).toMatchObject({ entries: [] });
    await whenHydrated(page);
    await walkTo(page, pathOf(other));
    await expect(page.getByRole('heading', { level: 1, name: other.name })).toBeVisible();
    await expect(add).toBeVisible();
    await expect.poll(() => hasReserve(page)).toBe(true);
    await context.setOffline(true);
    await fill(page, false);
    await add.click();
    await expect(page.getByText('Nepavyko įdėti prekės į krepšelį').first()).toBeVisible();
    await expect(page.getByText(/^Krepšelyje: /)).toHaveCount(0);
    expect((await outbox(page)).entries).toEqual([]);
    await context.setOffline(false);
    await page.goto('/');
    await expect(page.locator('main h2').first()).toBeVisible();
  });
  await test.step('a storage of a newer version', () => isLeftAlone(page, shop, other));
});

async function isLeftAlone(
  page: Page,
  shop: RunningShop,
  other: { slug: string; id: number },
): Promise<void> {
  const names = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await expect
    .poll(names)
    .toEqual(expect.arrayContaining(['arimas-outbox', 'arimas-start', 'arimas-shared']));
  const before = await page.evaluate(async () => {
    const entry = {
      id: 'n'.repeat(36),
      seq: 900,
      schemaVersion: 99,
      kind: 'addItem',
      body: { of: 'the newer version' },
    };
    for (const [name, store] of [
      ['arimas-outbox', 'entries'],
      ['arimas-start', 'values'],
      ['arimas-shared', 'values'],
    ] as const) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name, 9);
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
      });
      const transaction = db.transaction(store, 'readwrite');
      if (store === 'entries') transaction.objectStore(store).put(entry);
      else transaction.objectStore(store).put('of the newer version', 'start');
      await new Promise((resolve) => transaction.addEventListener('complete', resolve));
      db.close();
    }
    return entry;
  });
  await page.goto('/');
  await expect(page.locator('main h2').first()).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'naujesnė parduotuvės versija' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Įkelti iš naujo' })).toBeVisible();
  // With a connection the cart is the shop's.
  await addToCart(page, other);
  const token = await page.evaluate(() => localStorage.getItem('CART_TOKEN'));
  const rows = await shop.query(
    `select i.quantity from order_item i join "order" o on o.id = i.order_id where o.token = $1`,
    [token],
  );
  expect(rows).toEqual([{ quantity: 1 }, { quantity: 1 }]);
  expect(await outbox(page)).toEqual({ version: 9, entries: [before] });
  const start = await page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('arimas-start');
      request.addEventListener('success', () => resolve(request.result));
    });
    const value = await new Promise((resolve) => {
      const request = db.transaction('values').objectStore('values').get('start');
      request.addEventListener('success', () => resolve(request.result));
    });
    db.close();
    return value;
  });
  expect(start).toBe('of the newer version');
}
