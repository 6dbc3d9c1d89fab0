/** The whole catalogue on the device: switched on, kept, and used where no page was ever seen. */
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { offlineCatalogueDatabase } from '#offline/catalogue/catalogue-store.ts';
import { openDoor, type Door } from './door.ts';
import { findProduct, isOrdinary, pathOf, whenHydrated } from './purchase-steps.ts';
import { expect, installWorker, test, testWithPictures } from './shop-fixture.ts';

/**
 * The shop behind a door that has each picture and paper ready: drawing hundreds of them is the matter of `server/images`, writing
 * them that of `server/documents`.
 */
async function withReadyFiles(shopUrl: string): Promise<Door> {
  const drawn = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#c8d8b0' } })
      .webp()
      .toBuffer();
  const paper = `%PDF-1.7\n${'%'.repeat(20_000)}\n`;
  const [small, large] = await Promise.all([drawn(144, 165), drawn(280, 320)]);
  const door = await openDoor(shopUrl);
  door.instead = (incoming, outgoing) => {
    if (/^\/media\/sample\/.+\.pdf$/.test(incoming.url ?? '')) {
      outgoing.writeHead(200, { 'Content-Type': 'application/pdf' }).end(paper);
      return true;
    }
    const size = /^\/images\/(\d+)x/.exec(incoming.url ?? '')?.[1];
    if (size === undefined) return false;
    const bytes = size === '144' ? small : large;
    outgoing
      .writeHead(200, { 'Content-Type': 'image/webp', 'Content-Length': String(bytes?.length ?? 0) })
      .end(bytes);
    return true;
  };
  return door;
}

async function switchOn(page: Page): Promise<void> {
  await installWorker(page);
  await page.goto('/sis-irenginys');
  const box = page.getByRole('checkbox', { name: 'Laikyti katalogą šiame įrenginyje' });
  await whenHydrated(page, box);
  await expect(page.getByText(/Reikės atsisiųsti apie/)).toBeVisible();
  await box.check();
  await expect(page.getByText(/Laikoma prekių: \d+/)).toBeVisible();
}

test('CAT-14 R0.14 switched on, the catalogue answers without a connection: a category never seen, a filter, a search, a product, the cart; a page that is not on the device offers it and what was looked at; switched off, it leaves the device, and a search without the shop finds what this device has seen, which goes into the cart', async ({
  page,
  context,
}) => {
  const product = await findProduct(page, (one) => isOrdinary(one) && one.variants.length === 1);
  const taxons = (await (await page.request.get('/api/v2/shop/taxons')).json()) as {
    data: { id: number; slug: string; name: string; productCount: number }[];
  };
  const taxon = taxons.data.find(({ productCount }) => productCount > 24);
  if (!taxon) throw new Error('No such category');
  const seen = await findProduct(
    page,
    (one) => isOrdinary(one) && one.variants.length === 1 && one.id !== product.id,
  );
  await page.goto(pathOf(seen));
  await page.getByRole('heading', { level: 1, name: seen.name }).click();
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('PRODUCTS_RECENTLY_VIEWED')))
    .toContain(seen.code);
  await switchOn(page);
  await context.setOffline(true);

  await page.goto(`/c/${taxon.slug}-${taxon.id}`);
  await expect(page.getByRole('heading', { level: 1, name: taxon.name })).toBeVisible();
  await expect(page.locator('main article')).toHaveCount(24);
  // From when it is, is said.
  await expect(page.getByText(/išsaugota kopija/).first()).toBeVisible();
  // A filter by its address: another list that was never asked for.
  await page.goto(`/c/${taxon.slug}-${taxon.id}?inStock=1&order[price]=asc`);
  await expect(page.locator('main article').first()).toBeVisible();

  // Suggestions while somebody types.
  const box = page.getByRole('search').first().getByRole('combobox', { name: 'Ieškoti prekių' });
  await whenHydrated(page, box);
  await box.fill(product.name);
  await expect(page.getByRole('option').filter({ hasText: product.name }).first()).toBeVisible();

  // A product never visited: name, price, and into the cart.
  await page.goto(pathOf(product));
  await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible();
  const add = page.getByRole('main').getByRole('button', { name: 'Į krepšelį', exact: true }).first();
  await whenHydrated(page, add);
  await add.click();
  await expect(page.getByText(/Krepšelyje: \d/)).toBeVisible();

  await test.step('R0.14 a page that is not on the device offers what is', async () => {
    await page.goto('/nematytas-puslapis');
    await expect(page.getByText(/puslapio .*dar nėra/)).toBeVisible();
    await expect(page.getByRole('main').getByRole('heading', { name: seen.name })).toBeVisible();
    const tile = page
      .getByRole('main')
      .getByRole('listitem')
      .getByRole('link', { name: /^Trąšos/ });
    await tile.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Trąšos' })).toBeVisible();
    await expect(page.locator('main article').first()).toBeVisible();
  });
  await test.step('switched off', async () => {
    await context.setOffline(false);
    await page.goto('/sis-irenginys');
    const choice = page.getByRole('checkbox', { name: 'Laikyti katalogą šiame įrenginyje' });
    await whenHydrated(page, choice);
    await choice.uncheck();
    await expect(page.getByText(/Laikoma prekių/)).toHaveCount(0);
    const records = await page.evaluate(async (name) => {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open(name);
        request.addEventListener('success', () => resolve(request.result));
      });
      const count = await new Promise<number>((resolve) => {
        const request = db.transaction('values').objectStore('values').count();
        request.addEventListener('success', () => resolve(request.result));
      });
      db.close();
      return count;
    }, offlineCatalogueDatabase);
    expect(records).toBe(0);
    await context.setOffline(true);
    await page.goto('/akcijos?page=2');
    await expect(page.getByText(/puslapio .*dar nėra/)).toBeVisible();
  });
  await test.step('a search without a kept catalogue', async () => {
    await page.goto(`/p/paieska?query=${encodeURIComponent(seen.name)}`);
    await expect(page.getByRole('heading', { level: 1, name: /^Paieška/ })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(/Ieškota tarp \d+ prek/);
    const found = page.getByRole('main').getByRole('article').filter({ hasText: seen.name }).first();
    const add = found.getByRole('button', { name: /Į krepšelį/ });
    await whenHydrated(page, add);
    await add.click();
    await expect(
      page.getByRole('banner').getByRole('button', { name: 'Krepšelis, prekių: 2' }),
    ).toBeVisible();
    // Words that nothing seen has are no dead end either: the page says so and offers what is there.
    await page.goto('/p/paieska?query=traktorius');
    await expect(page.getByText(/puslapio .*dar nėra/)).toBeVisible();
  });
});

testWithPictures(
  'CAT-15 small pictures beside the catalogue show goods in a list never seen, without a connection, and leave with the choice; prepared for the field, a product never visited opens whole without a connection, and leaves at a press',
  async ({ shop, newContext }) => {
    const door = await withReadyFiles(shop.url);
    const context = await newContext({ baseURL: door.url });
    const page = await context.newPage();
    const taxons = (await (await page.request.get('/api/v2/shop/taxons')).json()) as {
      data: { id: number; slug: string; productCount: number; level: number }[];
    };
    const taxon = taxons.data.filter(({ productCount }) => productCount > 3).at(-1);
    if (!taxon) throw new Error('No such category');
    await switchOn(page);
    const choice = page.getByRole('checkbox', { name: 'Ir mažos nuotraukos' });
    // The size is said before the choice.
    await expect(page.getByText(/Reikės atsisiųsti apie/)).toBeVisible();
    await choice.check();
    // What is done is told without what is left.
    await expect(page.getByText(/^Mažos nuotraukos: \d+, [\d,]+\s(KB|MB)\.$/)).toBeVisible({
      timeout: 60_000,
    });
    const pictures = () =>
      page.evaluate(async () =>
        (await caches.has('arimas-thumbnails'))
          ? (await (await caches.open('arimas-thumbnails')).keys()).length
          : 0,
      );
    expect(await pictures()).toBeGreaterThan(200);

    await context.setOffline(true);
    await page.goto(`/c/${taxon.slug}-${taxon.id}`);
    const picture = page.locator('main article img').first();
    await expect(picture).toBeVisible();
    // The small one is 144 wide; the drawing of a missing picture is 280. A copy without densities tells its own size.
    const width = await picture.evaluate(async (image: HTMLImageElement) => {
      const copy = new Image();
      copy.src = image.currentSrc === '' ? image.src : image.currentSrc;
      await copy.decode();
      return copy.naturalWidth;
    });
    expect(width).toBe(144);

    await context.setOffline(false);
    await page.goto('/sis-irenginys');
    await whenHydrated(page, choice);
    await choice.uncheck();
    await expect(page.getByText(/^Mažos nuotraukos:/)).toHaveCount(0);
    expect(await pictures()).toBe(0);
    await expect(page.getByText(/Laikoma prekių: \d+/)).toBeVisible();
    await test.step('CAT-15 prepared for the field', () => isPrepared(page));
    await context.close();
    await door.close();
  },
);

interface Labelled {
  id: number;
  slug: string;
  code: string;
  name: string;
  description: string;
  safety: { label: string };
  productTaxons: { taxon: { code: string; ancestors?: { code: string }[] } }[];
}

async function isPrepared(page: Page): Promise<void> {
  const context = page.context();
  const product = (await (await page.request.get('/api/v2/shop/products/PP1001')).json()) as Labelled;
  const { data: tree } = (await (await page.request.get('/api/v2/shop/taxons-tree?depth=1')).json()) as {
    data: { code: string; name: string; productCount: number }[];
  };
  const own = product.productTaxons[0]?.taxon;
  const taxon = tree.find(({ code }) => code === (own?.ancestors?.[0]?.code ?? own?.code));
  if (!taxon) throw new Error('No such category');
  const { description } = product;
  const panel = page.getByRole('region', { name: 'Pasiruošti laukui' });
  const choice = panel.getByRole('checkbox', { name: taxon.name });
  await whenHydrated(page, choice);
  await choice.check();
  // Size before the press.
  await expect(panel.getByText(`Pasirinkta prekių: ${taxon.productCount}, apie`)).toBeVisible();
  await panel.getByRole('button', { name: 'Paruošti' }).click();
  await expect(panel.getByText(/^Paruošta prekių: \d+, .*Atnaujinta/)).toBeVisible({ timeout: 60_000 });
  // An hour later, in the field: what was prepared is old, and the catalogue on the device may be newer.
  await page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('arimas-field');
      request.addEventListener('success', () => resolve(request.result));
    });
    const transaction = db.transaction('values', 'readwrite');
    const walk = transaction.objectStore('values').openCursor();
    walk.addEventListener('success', () => {
      const at = walk.result;
      const value = at?.value as { state?: { dataUpdatedAt: number } } | undefined;
      if (value?.state)
        at?.update({
          ...value,
          state: { ...value.state, dataUpdatedAt: value.state.dataUpdatedAt - 3_600_000 },
        });
      at?.continue();
    });
    await new Promise((resolve) => transaction.addEventListener('complete', resolve));
    db.close();
  });

  await context.setOffline(true);
  await page.goto(pathOf(product));
  await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible();
  // The long text is no part of the catalogue on the device, which does not take the place of what says more.
  const long = description.replace(/<[^>]+>/g, '').slice(0, 40);
  await expect(page.getByRole('main')).toContainText(long);
  expect(
    await page.evaluate(async () => (await (await caches.open('arimas-field')).keys()).length),
  ).toBeGreaterThanOrEqual(taxon.productCount);
  await expect(page.getByRole('link', { name: 'Etiketė (PDF)' })).toHaveAttribute(
    'href',
    product.safety.label,
  );
  const paper = await page.evaluate(async (address) => {
    const answer = await fetch(address);
    return [answer.status, answer.headers.get('content-type'), (await answer.text()).slice(0, 5)];
  }, product.safety.label);
  expect(paper).toEqual([200, 'application/pdf', '%PDF-']);
  await expect(page.getByRole('main')).toContainText(long);

  await context.setOffline(false);
  await page.goto('/sis-irenginys');
  await whenHydrated(page, choice);
  await expect(choice).toBeChecked();
  await panel.getByRole('button', { name: 'Pašalinti iš įrenginio' }).click();
  await expect(choice).not.toBeChecked();
  expect(await page.evaluate(() => caches.has('arimas-field'))).toBe(false);
}
