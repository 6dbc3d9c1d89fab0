import type { BrowserContext, Page } from '@playwright/test';
import { openDoor, type Door } from './door.ts';
import { oneVisit, putIntoCart } from './offline-steps.ts';
import { picture } from './picture.ts';
import { findProduct, isOrdinary, pathOf, walkTo } from './purchase-steps.ts';
import { expect, installWorker, test } from './shop-fixture.ts';

let door: Door;
let context: BrowserContext;
let page: Page;
test.beforeEach(async ({ newContext, shop }) => {
  door = await openDoor(shop.url);
  context = await newContext({ baseURL: door.url });
  page = await context.newPage();
});
test.afterEach(async () => {
  await context.close();
  await door.close();
});

const strip = (words: string | RegExp) => page.getByRole('status').filter({ hasText: words });
/** A category of this shop, opened with the worker in control. */
async function openCategory(): Promise<{ path: string; other: string }> {
  const tree = (await (await page.request.get('/api/v2/shop/taxons-tree?depth=1')).json()) as {
    data: { id: number; slug: string }[];
  };
  const [first, second] = tree.data.map((one) => `/c/${one.slug}-${String(one.id)}`);
  await installWorker(page);
  await page.goto(first ?? '');
  await expect(page.locator('main article').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  return { path: first ?? '', other: second ?? '' };
}
const search = (word: string) => page.goto(`/p/paieska?query=${word}`);

/** The rule is five seconds (link-watch.test.ts, by a clock); a page on a loaded machine is given twice that. */
const soon = { timeout: 10_000 };

test('a link that is cut, behind a gateway, behind a sign-in page or silent shows in words soon though the device says it is online, and goes when it is over; one that answers late shows as slow, with what is saved on the screen at once', async () => {
  test.setTimeout(180_000);
  const { path } = await openCategory();
  for (const [state, words, word] of [
    ['cut', 'Parduotuvė nepasiekiama', 'morkos'],
    ['gate', 'Parduotuvė nepasiekiama', 'pomidorai'],
    ['portal', 'Šis tinklas prašo pirmiausia prisijungti', 'agurkai'],
  ] as const) {
    door.state = state;
    await search(word);
    await expect(strip(words), state).toBeVisible(soon);
    expect(await page.evaluate(() => navigator.onLine)).toBe(true);
    await expect(strip(words).locator('svg')).toBeVisible();
    if (state === 'portal') await neverKept();
    door.state = 'open';
    await expect(strip(words), state).toHaveCount(0, soon);
    // What failed meanwhile asks again by itself (R0.43).
    await expect(page.locator('main article').first()).toBeVisible();
  }
  await test.step('late answers', async () => {
    door.state = 4_000;
    await page.goto(path);
    await expect(page.locator('main article').first()).toBeVisible({ timeout: 3_500 });
    await search('kukurūzai');
    await expect(strip('Ryšys lėtas')).toBeVisible(soon);
    // The frame stands while the list is on its way, never a blank page (R0.45).
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.locator('main [data-waiting]').first()).toBeVisible();
    await expect(page.locator('main article').first()).toBeVisible({ timeout: 15_000 });
  });
  // No answer at all, to whatever is asked.
  door.state = 'stall';
  await search('trąšos');
  await expect(strip('Parduotuvė nepasiekiama')).toBeVisible(soon);
});

/** The network's sign-in page can be opened, and is kept nowhere as an answer. */
async function neverKept(): Promise<void> {
  await expect(strip('prisijungti').getByRole('link', { name: /prisijungimo puslapį/ })).toHaveAttribute(
    'href',
    '/healthz',
  );
  await picture(page, 'network-asks-sign-in');
  const kept = await page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const key of await cache.keys()) {
        const text = await (await cache.match(key))?.clone().text();
        if (text?.includes('Sign in to the network')) found.push(key.url);
      }
    }
    return found;
  });
  expect(kept).toEqual([]);
}

test('R0.44 a device that wrongly says it has no network is proved wrong, and what waits is sent', async ({
  shop,
}) => {
  // Some devices say so for hours, and never that the network came.
  await context.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false });
  });
  await oneVisit(page);
  await expect(strip('Nėra ryšio')).toHaveCount(0);
  await putIntoCart(page);
  await page.evaluate(() => dispatchEvent(new Event('offline')));
  await page.goto('/krepselis');
  await expect(page.getByText('laukia ryšio')).toHaveCount(0);
  await expect
    .poll(async () =>
      shop.query(
        `select 1 from order_item join "order" on "order".id = order_item.order_id where "order".token = $1`,
        [await page.evaluate(() => localStorage.getItem('CART_TOKEN'))],
      ),
    )
    .toHaveLength(1);
  expect(await page.evaluate(() => navigator.onLine)).toBe(false);
});

/** Of a phone and of a desk. */
const sizes = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
];

test('prices and stock that cannot be asked about say from when they are, and nothing is greyed out; whoever is far down a page sees that the connection is gone, and nothing lies under that word, on a phone and at a desk; a link to a page never seen says so then and does not hang', async () => {
  const { other } = await openCategory();
  await test.step('prices and stock that cannot be asked about say from when they are, and nothing is greyed out', async () => {
    const address = await page.locator('main article a').first().getAttribute('href');
    await page.goto(address ?? '');
    await expect(page.getByRole('main').getByRole('button', { name: 'Į krepšelį' }).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    const disabled = page.locator('main :disabled, main [aria-disabled="true"]');
    const before = await disabled.count();
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText(/Kaina ir likutis, kokie buvo \d\d:\d\d/)).toBeVisible();
    await expect(disabled).toHaveCount(before);
    await page.goBack();
    await expect(page.getByText(/Kaina ir likutis, kokie buvo \d\d:\d\d/)).toBeVisible();
    await context.setOffline(false);
    await expect(strip('Nėra ryšio')).toHaveCount(0);
    await page.waitForLoadState('networkidle');
  });
  for (const size of sizes)
    await test.step(`${String(size.width)} px`, async () => {
      await page.setViewportSize(size);
      await page.locator('main article').last().scrollIntoViewIfNeeded();
      await page.mouse.wheel(0, 400);
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500);
      await context.setOffline(true);
      await expect(strip('Nėra ryšio')).toBeInViewport({ ratio: 1 });
      const isUppermost = () =>
        strip('Nėra ryšio').evaluate((element) => {
          const { left, top, width: wide, height: high } = element.getBoundingClientRect();
          return element.contains(document.elementFromPoint(left + wide / 2, top + high / 2));
        });
      expect(await isUppermost()).toBe(true);
      // What the keyboard comes to while it lies behind that word is brought out from there.
      const link = page.locator('main article').last().getByRole('link').first();
      await link.evaluate((element) => scrollBy({ top: element.getBoundingClientRect().top - 4 }));
      await link.blur();
      await link.focus();
      const below = await strip('Nėra ryšio').evaluate((element) => element.getBoundingClientRect().bottom);
      expect((await link.boundingBox())?.y).toBeGreaterThanOrEqual(below);
      if (size === sizes.at(-1)) return;
      await context.setOffline(false);
      await expect(strip('Nėra ryšio')).toHaveCount(0);
    });
  const target = page.locator(`a[href="${other}"]`).locator('visible=true').first();
  await expect(target).toBeVisible();
  await target.click();
  await expect(page.getByRole('main')).toContainText('įrenginyje', soon);
});

test('R0.44 what a finger is on its way to stays in its place as the connection goes and as a change begins to wait, on a phone and at a desk; a connection that goes while somebody is at a step of the checkout leaves them there, with the offer to go on; a checkout opened where only the device believes in it begins on the device; an order whose page gets no answer offers what is on the device, and is asked for again by a press', async ({
  shop,
}) => {
  const { name } = await oneVisit(page);
  const other = await findProduct(page, (product) => isOrdinary(product) && product.name !== name);
  const button = page.getByRole('main').getByRole('button', { name: 'Į krepšelį', exact: true });
  /** As it is painted: between a change of the page and its next frame nothing is held in its place yet. */
  const placeOf = async () => {
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    return Math.round((await button.boundingBox())?.y ?? Number.NaN);
  };
  for (const size of sizes)
    await test.step(`${String(size.width)} px`, async () => {
      await page.setViewportSize(size);
      // Goods that are not in the cart yet.
      if (size !== sizes[0]) await page.goto(pathOf(other));
      // Words take other room in the font that comes when the page is at rest.
      await expect
        .poll(() => page.evaluate(() => document.fonts.size > 0 && document.fonts.status === 'loaded'))
        .toBe(true);
      // What is in the page by its width alone is drawn after the change of it: until then the button may stand elsewhere.
      await expect(
        page.getByRole('banner').getByRole('button', { name: 'Meniu' }).filter({ visible: true }),
      ).toHaveCount(size.width === 360 ? 1 : 0);
      await expect(async () => {
        await button.scrollIntoViewIfNeeded();
        expect(await placeOf()).toBeLessThan(size.height);
      }).toPass();
      const place = await placeOf();
      await context.setOffline(true);
      await expect(strip('Nėra ryšio')).toHaveCount(1);
      await expect(page.getByText('Kaina ir likutis')).toBeVisible();
      expect(await placeOf()).toBe(place);
      await putIntoCart(page);
      await expect(strip('laukia išsiuntimo')).toHaveCount(1);
      expect(await placeOf()).toBe(place);
      await context.setOffline(false);
      await expect(strip('Nėra ryšio')).toHaveCount(0);
      await expect(strip('laukia išsiuntimo')).toHaveCount(0);
      expect(await placeOf()).toBe(place);
    });
  await walkTo(page, '/krepselis');
  const toCheckout = page.getByRole('main').getByRole('link', { name: 'Pirkti' });
  await toCheckout.click();
  // The steps at the shop stand: the cart has arrived there.
  const courier = page.getByRole('radio', { name: /^Kurjeris į namus/ });
  await expect(courier).toBeVisible();
  const checkout = page.url();
  expect(
    await shop.query(`select 1 from "order" where state = 'cart' and token = $1`, [
      await page.evaluate(() => localStorage.getItem('CART_TOKEN')),
    ]),
  ).toHaveLength(1);
  await test.step('at a step', async () => {
    door.state = 'cut';
    await courier.check();
    await page.getByRole('button', { name: /^Toliau/ }).click();
    await expect(page.getByRole('button', { name: 'Tęsti be ryšio' })).toBeVisible({ timeout: 8_000 });
    // The device has a network: that there is none would be untrue, and another word than the strip's.
    await expect(page.getByRole('alert').filter({ hasText: 'vis tiek galite' })).toContainText(
      'Parduotuvė nepasiekiama.',
    );
    await expect(courier).toBeChecked();
    // Where the press was, however far down.
    await page.getByRole('button', { name: /^Toliau/ }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('button', { name: 'Tęsti be ryšio' })).toBeInViewport();
    await picture(page, 'link-lost');
    door.state = 'open';
    await expect(page.getByRole('button', { name: /^Tęsti/ })).toHaveCount(0, { timeout: 20_000 });
  });
  door.state = 'cut';
  await page.goto(checkout);
  await expect(page.getByRole('heading', { name: 'Užsakymas be ryšio' })).toBeVisible(soon);
  await expect(courier).toBeVisible();
  await expect(page.getByText('Pristatymo būdų gauti nepavyko')).toHaveCount(0);
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  door.state = 'open';
  await test.step('the shop is back: nobody is taken there unasked, and who goes finds the steps at the shop', async () => {
    const goOn = page.getByRole('button', { name: 'Tęsti parduotuvėje' });
    await expect(goOn).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Užsakymas be ryšio' })).toBeVisible();
    await picture(page, 'shop-is-back');
    await goOn.click();
    await expect(page.getByRole('heading', { name: 'Užsakymas be ryšio' })).toHaveCount(0);
    await expect(courier).toBeVisible();
  });
  await test.step('an order whose page gets no answer', async () => {
    let asked = 0;
    // The shop itself can be reached all the time: nothing tells the page that it is back.
    await context.route(/\/api\/v2\/shop\/orders\/x+$/, (route) => {
      asked += 1;
      return route.abort();
    });
    await page.goto(`/orders/${'x'.repeat(32)}`);
    const again = page.getByRole('button', { name: 'Bandyti dar kartą' });
    await expect(again).toBeVisible({ timeout: 15_000 });
    await expect(page.getByRole('heading', { name: 'Neseniai žiūrėta' })).toBeVisible();
    expect(asked).toBeGreaterThan(0);
    await context.unroute(/\/api\/v2\/shop\/orders\/x+$/);
    await again.click();
    // No such order, or one that only its signed-in buyer sees: the shop does not tell which.
    await expect(page.getByText('Prisijunkite, kad matytumėte šį užsakymą')).toBeVisible();
  });
});
