/** Steps of buying with no connection that several journeys share. */
import type { Page } from '@playwright/test';
import type { RunningShop } from '#tests/running-shop.ts';
import { expect, installWorker } from './shop-fixture.ts';
import {
  fillAddress,
  fillContacts,
  findProduct,
  isOrdinary,
  pathOf,
  toAddress,
  walkTo,
} from './purchase-steps.ts';

export interface Goods {
  code: string;
  name: string;
  path: string;
}

/** One visit with a connection: a product is seen, somebody touches the page, the device takes what it needs. */
export async function oneVisit(page: Page): Promise<Goods> {
  const product = await findProduct(page, isOrdinary);
  await installWorker(page);
  const options = page.waitForResponse((answer) => answer.url().endsWith('/shop/checkout-options'));
  await page.goto(pathOf(product));
  await page.getByRole('heading', { level: 1, name: product.name }).click();
  await options;
  await expect(page.getByRole('main').getByRole('button', { name: 'Į krepšelį', exact: true })).toBeVisible();
  return { code: product.variants[0]?.code ?? '', name: product.name, path: pathOf(product) };
}

export async function putIntoCart(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Į krepšelį', exact: true }).click();
  await expect(page.getByText('Krepšelyje: 1')).toBeVisible();
}

/** From the product to the saved order; nothing of it needs the network. */
export async function orderInTheField(page: Page): Promise<void> {
  await putIntoCart(page);
  await orderTheCart(page);
}

/** From the cart to the saved order; `beforeSaving` is done at the last step. */
export async function orderTheCart(page: Page, beforeSaving?: () => Promise<void>): Promise<void> {
  await walkTo(page, '/krepselis');
  await page.getByRole('main').getByRole('link', { name: 'Pirkti' }).click();
  await expect(page.getByRole('heading', { name: 'Užsakymas be ryšio' })).toBeVisible();
  await page.getByRole('radio', { name: /^Kurjeris į namus/ }).check();
  await toAddress(page);
  await fillContacts(page);
  await fillAddress(page);
  await page.getByRole('button', { name: 'Toliau: mokėjimas' }).click();
  await page.getByRole('radio', { name: /^Banko pavedimas/ }).check();
  await page.getByLabel(/pirkimo taisyklėmis/).check();
  await page.getByLabel(/privatumo politiką/).check();
  await beforeSaving?.();
  await page.getByRole('button', { name: /^Išsaugoti užsakymą/ }).click();
}

/** Placed orders of the shop, oldest first. */
export const placedOrders = (shop: RunningShop) =>
  shop.query(`select token, number, total from "order" where state <> 'cart' order by id`);

/** The card of an order that has not left the device. */
export const savedOrder = (page: Page) =>
  page.getByRole('article', { name: 'Išsaugota šiame įrenginyje, dar neišsiųsta' });

/** How many changes lie on this device that the shop has not answered. */
export const unanswered = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('arimas-outbox');
        opening.addEventListener('error', () => reject(new Error('no outbox')));
        opening.addEventListener('success', () => {
          const counting = opening.result.transaction('entries').objectStore('entries').count();
          counting.addEventListener('success', () => {
            opening.result.close();
            resolve(counting.result);
          });
        });
      }),
  );

/** Waits until a change with these words in it lies on the device: the page shows it a moment earlier. */
export const keptOnDevice = (page: Page, words: string) =>
  expect
    .poll(() =>
      page.evaluate(
        () =>
          new Promise<string>((resolve, reject) => {
            const opening = indexedDB.open('arimas-outbox');
            opening.addEventListener('error', () => reject(new Error('no outbox')));
            opening.addEventListener('success', () => {
              const reading = opening.result.transaction('entries').objectStore('entries').getAll();
              reading.addEventListener('success', () => {
                opening.result.close();
                resolve(JSON.stringify(reading.result));
              });
            });
          }),
      ),
    )
    .toContain(words);

export interface CategoryGoods {
  /** Another category. */
  other: { path: string; name: string };
  taxon: { path: string; name: string };
  products: { path: string; name: string }[];
}

/** A category with goods, read from the shop. */
export async function categoryGoods(page: Page): Promise<CategoryGoods> {
  const read = async (path: string) =>
    (await (await page.request.get(path)).json()) as { data: { id: number; slug: string; name: string }[] };
  const [taxon, other] = (await read('/api/v2/shop/taxons-tree?depth=1')).data;
  if (!taxon || !other) throw new Error('no categories');
  const list = await read(`/api/v2/shop/search/products?taxonId=${taxon.id}&itemsPerPage=5&facets=0`);
  return {
    other: { path: `/c/${other.slug}-${other.id}`, name: other.name },
    taxon: { path: `/c/${taxon.slug}-${taxon.id}`, name: taxon.name },
    products: list.data.map((one) => ({ path: `/p/${one.slug}-${one.id}`, name: one.name })),
  };
}

/** Cuts the network as it is later on: what the browser's own cache holds for a minute has gone. */
export async function cutForLong(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.detach();
  await page.context().setOffline(true);
}

/** Answers that the worker keeps for addresses with this word, as text. */
export const keptByWorker = (page: Page, word: string): Promise<string> =>
  page.evaluate(async (wanted) => {
    const cache = await caches.open('arimas-data');
    const addresses = (await cache.keys()).filter(({ url }) => url.includes(wanted));
    const read = async (address: Request) => (await cache.match(address))?.text() ?? '';
    return (await Promise.all(addresses.map(async (address) => read(address)))).join('\n');
  }, word);

/** The worker is on the device and answers the page: what a second visit is. */
export async function secondVisit(page: Page, path = '/'): Promise<void> {
  await installWorker(page);
  await page.goto(path);
  await expect(page.locator('main h1').first()).toBeAttached();
}

/** The records of all databases of the device, each as text. */
export const keptRecords = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const records: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error(name)));
      });
      for (const store of db.objectStoreNames) {
        const all = await new Promise<unknown[]>((resolve, reject) => {
          const request = db.transaction(store).objectStore(store).getAll();
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(request.error ?? new Error(store)));
        });
        records.push(...all.map((one) => JSON.stringify(one) ?? ''));
      }
      db.close();
    }
    return records;
  });
