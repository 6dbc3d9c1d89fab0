/** Ordering with a connection: the press is saved first, and whatever the network does, it ends as one order that is shown. */
import type { BrowserContext, Page } from '@playwright/test';
import { placedOrders, savedOrder, unanswered } from './offline-steps.ts';
import { picture } from './picture.ts';
import { openPayment, placeOrder, upToPayment, walkTo } from './purchase-steps.ts';
import { expect, installWorker, test } from './shop-fixture.ts';

const thanks = (page: Page) => page.getByRole('heading', { level: 1, name: 'Ačiū! Jūsų užsakymas priimtas' });

// The worker's background errand has a way to the shop that these tests cannot cut: here the page is the only sender.
test.beforeEach(({ context }) =>
  context.addInitScript(() => {
    // A page that is blank has none at all.
    if (isSecureContext)
      Object.defineProperty(ServiceWorkerRegistration.prototype, 'sync', { value: undefined });
  }),
);

/** The shop does each press, and while `isLost` its answer never arrives. Keys of the presses that the shop was asked about. */
async function loseAnswers(context: BrowserContext, isLost: () => boolean): Promise<(string | undefined)[]> {
  const keys: (string | undefined)[] = [];
  await context.route('**/complete', async (route) => {
    const key = route.request().headers()['idempotency-key'];
    if (!isLost()) {
      keys.push(key);
      return route.continue();
    }
    await route.fetch();
    keys.push(key);
    return route.abort('connectionreset');
  });
  return keys;
}

test('a shop that is gone in the middle of ordering: the page says that it is being sent, also when its cart is asked for again and is none; asks with the same key, and thanks for one order', async ({
  page,
  context,
  shop,
}) => {
  const before = (await placedOrders(shop)).length;
  await openPayment(page);
  let isGone = true;
  const keys = await loseAnswers(context, () => isGone);
  await placeOrder(page, 'Banko pavedimas');
  const sending = page.getByRole('main').getByRole('article', { name: 'Siunčiamas' });
  await expect(sending).toBeVisible();
  await expect(sending).toContainText('du kartus');
  await expect(thanks(page)).toHaveCount(0);
  // Everything is asked for again when the link is back.
  await context.setOffline(true);
  await expect(page.getByRole('status').filter({ hasText: 'Nėra ryšio' })).toBeVisible();
  // Another order of the same cart would be refused, or bought in its place.
  await expect(page.getByRole('button', { name: 'Tęsti be ryšio' })).toHaveCount(0);
  await context.setOffline(false);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('CART_TOKEN'))).toBeNull();
  await expect(sending).toBeVisible();
  isGone = false;
  await sending.getByRole('button', { name: 'Siųsti dabar' }).click();
  await expect(thanks(page)).toBeVisible();
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(1);
  expect(await placedOrders(shop)).toHaveLength(before + 1);
  // Seen is seen: nothing waits any more.
  await expect.poll(() => unanswered(page)).toBe(0);
  await walkTo(page, '/laukia');
  await expect(page.getByText('Šiame įrenginyje niekas nelaukia')).toBeVisible();
});

test('a tab that is closed while its order is on its way: the next start asks with the same key and shows the number', async ({
  page,
  context,
  shop,
}) => {
  const before = (await placedOrders(shop)).length;
  await openPayment(page);
  // Until the tab is gone: it asks again by itself within a second, and would show the number.
  let isOpen = true;
  const keys = await loseAnswers(context, () => isOpen);
  await placeOrder(page, 'Banko pavedimas');
  await expect.poll(() => keys.length).toBeGreaterThan(0);
  await page.close();
  isOpen = false;
  const again = await context.newPage();
  await again.goto('/');
  await again.mouse.move(40, 40);
  const strip = again.getByRole('link', { name: /Laukęs užsakymas pateiktas: numeris \d+/ });
  await expect(strip).toBeVisible();
  expect(new Set(keys).size).toBe(1);
  const all = await placedOrders(shop);
  expect(all).toHaveLength(before + 1);
  await expect(strip).toContainText(String(all.at(-1)?.['number']));
  // Who comes back to the checkout is thanked, not asked to order again.
  await again.goto('/apmokejimas');
  await expect(thanks(again)).toBeVisible();
});

test('a press with the network just gone is saved; with the network back it becomes the order', async ({
  page,
  context,
  shop,
}) => {
  const before = (await placedOrders(shop)).length;
  await openPayment(page);
  await context.route('**/complete', (route) => route.abort('connectionrefused'));
  await placeOrder(page, 'Banko pavedimas');
  const sending = page.getByRole('main').getByRole('article', { name: 'Siunčiamas' });
  await expect(sending).toBeVisible();
  await picture(page, 'order-sending');
  await installWorker(page);
  await context.setOffline(true);
  await page.reload();
  // The saved shell, or the page as it was: the order is still known.
  await expect(page.getByRole('main').getByRole('article', { name: 'Siunčiamas' })).toBeVisible();
  await context.unroute('**/complete');
  await context.setOffline(false);
  await expect(thanks(page)).toBeVisible();
  expect(await placedOrders(shop)).toHaveLength(before + 1);
});

test('CHK-21 a shop that answers with 503 in the middle of the checkout: the order is made on the device with all that was typed, can be stopped, and is ordered after all', async ({
  page,
  context,
  shop,
}) => {
  const before = (await placedOrders(shop)).length;
  await upToPayment(page);
  const other = await context.newPage();
  await other.goto('/apmokejimas');
  await expect(other.getByRole('button', { name: /^Užsakyti su pareiga/ })).toBeVisible();
  await page.getByLabel('Pastaba užsakymui').fill('Palikite prie vartų');
  let isBroken = true;
  await context.route(/\/api\/v2\/shop\/(?!checkout-options)/, (route) =>
    isBroken ? route.fulfill({ status: 503, body: 'busy' }) : route.continue(),
  );
  await placeOrder(page, 'Banko pavedimas');
  const offer = page.getByRole('alert').filter({ hasText: /vis tiek galite/i });
  await expect(offer).toBeVisible();
  await offer.getByRole('button').click();
  await expect(page.getByRole('heading', { name: 'Užsakymas be ryšio' })).toBeVisible();
  await expect(page.getByRole('radio', { name: /^Banko pavedimas/ })).toBeChecked();
  await expect(page.getByLabel('Pastaba užsakymui')).toHaveValue('Palikite prie vartų');
  await page.getByLabel(/pirkimo taisyklėmis/).check();
  await page.getByLabel(/privatumo politiką/).check();
  await page.getByRole('button', { name: /^Išsaugoti užsakymą/ }).click();
  await expect(savedOrder(page).or(page.getByRole('article', { name: 'Siunčiamas' }))).toBeVisible();
  expect(await placedOrders(shop)).toHaveLength(before);
  await test.step('of the steps of another window is said why they are gone', async () => {
    await expect(other.getByText('Šis krepšelis užsakytas kitame lange.').last()).toBeVisible();
    await other.close();
  });
  await test.step('CHK-21 what may have reached the shop is stopped, once the shop answers', async () => {
    await page.getByRole('button', { name: 'Siųsti dabar' }).click();
    const sending = page.getByRole('article', { name: 'Siunčiamas' });
    await sending.getByRole('button', { name: 'Sustabdyti užsakymą' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sustabdyti užsakymą' }).click();
    await expect(page.getByRole('article', { name: 'Stabdomas' })).toBeVisible();
    isBroken = false;
    const stopped = page.getByRole('article', { name: 'Reikia jūsų sprendimo' });
    await expect(stopped).toContainText('Niekas neužsakyta.');
    expect(await placedOrders(shop)).toHaveLength(before);
    await stopped.getByRole('button', { name: 'Vis dėlto užsakyti' }).click();
  });
  await expect(page.getByRole('article', { name: /^Užsakyta, numeris / })).toBeVisible();
  const all = await placedOrders(shop);
  expect(all).toHaveLength(before + 1);
  expect(
    await shop.query(`select notes, shipping_address->>'city' as city from "order" where token = $1`, [
      all.at(-1)?.['token'],
    ]),
  ).toMatchObject([{ notes: 'Palikite prie vartų', city: 'Kėdainiai' }]);
});
