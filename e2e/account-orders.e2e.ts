/** The orders of a customer: listed, opened, kept for the field, bought again. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import type { RunningShop } from '#tests/running-shop.ts';
import { commandOf, newCustomer, orderOf, somebodyNew } from './account-steps.ts';
import { hasNoFinding } from './axe.ts';
import { keptRecords } from './offline-steps.ts';
import { findProduct, isOrdinary, walkTo, whenHydrated } from './purchase-steps.ts';
import { expect, installWorker, test } from './shop-fixture.ts';

/** Two kinds of goods that nobody else of these tests buys up. */
async function twoGoods(page: Page) {
  const one = await findProduct(page, isOrdinary);
  const two = await findProduct(page, (product) => isOrdinary(product) && product.code !== one.code);
  return [one, two].map(({ name, variants }) => ({ name, code: variants[0]!.code })) as [
    { name: string; code: string },
    { name: string; code: string },
  ];
}
const cards = (page: Page) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: 'Užsakyti dar kartą' });
const setStock = (shop: RunningShop, code: string, pieces: number) =>
  shop.query(
    `update stock set on_hand = on_hold + case when warehouse_id = (select min(warehouse_id) from stock s where s.variant_id = stock.variant_id) then $2::int else 0 end
     where variant_id = (select id from product_variant where code = $1)`,
    [code, pieces],
  );
/** px that the page asks for on a phone of 360 px in letters of twice the size. */
async function widthInLargeLetters(page: Page): Promise<number> {
  const before = page.viewportSize();
  const inLetters = (size: string) =>
    page.evaluate((given) => {
      document.documentElement.style.fontSize = given;
      return document.documentElement.scrollWidth;
    }, size);
  await page.setViewportSize({ width: 360, height: 800 });
  const width = await inLetters('200%');
  await inLetters('');
  if (before) await page.setViewportSize(before);
  return width;
}
/** The order-again calls of the page: what they carried. */
function againCalls(page: Page) {
  const calls: { body: unknown; authorization: string | undefined }[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/v2/shop/orders/order-again')
      calls.push({
        body: request.postDataJSON() as unknown,
        authorization: request.headers()['authorization'],
      });
  });
  return calls;
}
/** The lines of the cart in front as the shop tells its owner. */
async function cartLines(page: Page, bearer: Record<string, string>): Promise<Record<string, number>> {
  const token = await page.evaluate(() => localStorage.getItem('CART_TOKEN') ?? '');
  const answer = await page.request.get(`/api/v2/shop/orders/${token}`, { headers: bearer });
  const { items } = (await answer.json()) as { items: { quantity: number; variant: { code: string } }[] };
  return Object.fromEntries(items.map(({ quantity, variant }) => [variant.code, quantity]));
}

test('R1.24 R2.35 R2.36 R3.51 R1.22 R1.23 the customer’s orders and nobody else’s are listed, each opens with all that it is about, and gives the paper that its state has', async ({
  page,
  shop,
}) => {
  const [goods] = await twoGoods(page);
  const other = await somebodyNew(page, shop);
  const theirs = await orderOf(page, other, { [goods.code]: 1 });
  const person = await newCustomer(page, shop);
  const main = page.getByRole('main');

  await test.step('who has ordered nothing is told so and led to the goods', async () => {
    await page.goto('/paskyra/uzsakymas');
    await expect(page.getByText('Dar nieko neužsakėte.')).toBeVisible();
    await expect(main.getByRole('link', { name: 'Rinktis prekes' })).toBeVisible();
    await hasNoFinding(page);
  });

  const first = await orderOf(page, person, { [goods.code]: 2 });
  const second = await orderOf(page, person, { [goods.code]: 1 });
  const price = `${String(Math.floor(first.total / 100))},${String(first.total % 100).padStart(2, '0')}`;
  await shop.query(
    `update shipment set tracking = 'LT123456785', tracking_url = 'https://track.example/LT123456785' where order_id = $1`,
    [first.id],
  );
  // Eleven in all are two pages.
  for (let count = 1; count <= 9; count += 1)
    await shop.query(
      `insert into "order" (token, number, channel_id, locale, currency_code, state, email, first_name, checkout_completed_at, customer_id)
       values ($1, $2, (select id from channel where code = 'retail'), 'lt', 'EUR', 'fulfilled', $3, 'Ona', now() - make_interval(days => $4), $5)`,
      [
        randomBytes(24).toString('base64url'),
        `P${String(person.id)}-${String(count)}`,
        person.email,
        count,
        person.id,
      ],
    );

  await test.step('R1.24 R2.35 with state, day and price, newest first', async () => {
    await page.goto('/paskyra/uzsakymas');
    await expect(cards(page)).toHaveCount(10);
    await expect(cards(page).nth(0)).toContainText(second.number);
    await expect(cards(page).nth(1)).toContainText(first.number);
    await expect(cards(page).nth(1)).toContainText('Neapmokėtas');
    await expect(cards(page).nth(1)).toContainText(price);
    await expect(cards(page).nth(1)).toContainText(/\d{4}-\d{2}-\d{2}/);
    await expect(page.getByText(theirs.number)).toHaveCount(0);
    await hasNoFinding(page);
    expect(await widthInLargeLetters(page)).toBe(360);
  });

  await test.step('eleven orders are two pages, and the second one has an address', async () => {
    await whenHydrated(page);
    await page
      .getByRole('navigation', { name: 'Puslapiai' })
      .getByRole('link', { name: '2 puslapis' })
      .click();
    await expect(page).toHaveURL(/\?page=2$/);
    await expect(cards(page)).toHaveCount(1);
    await expect(cards(page)).toContainText(`P${String(person.id)}-9`);
    await page.goBack();
  });

  await test.step('R2.36 R3.51 number, day, state, price, goods, parcel with a tracking link, address and payment', async () => {
    await cards(page)
      .getByRole('link', { name: `Užsakymas ${first.number}` })
      .click();
    await expect(page).toHaveURL(new RegExp(`/paskyra/uzsakymas/${first.tokenValue}$`));
    await expect(main.getByRole('heading', { level: 1, name: `Užsakymas ${first.number}` })).toBeVisible();
    await expect(main.getByText('Neapmokėtas')).toBeVisible();
    await expect(main.getByText(/Užsakyta: \d{4}-\d{2}-\d{2}/)).toBeVisible();
    await expect(main.getByRole('complementary')).toContainText(price);
    const listed = main.getByRole('region', { name: 'Prekės' });
    await expect(listed).toContainText(goods.name);
    await expect(listed).toContainText('× 2');
    const delivery = main.getByRole('region', { name: 'Pristatymas' });
    await expect(delivery.getByRole('link', { name: 'LT123456785' })).toHaveAttribute(
      'href',
      'https://track.example/LT123456785',
    );
    await expect(delivery).toContainText('Laukų g. 5');
    await expect(main.getByRole('complementary').getByText('Mokėjimas:')).toBeVisible();
    await expect(main.getByRole('complementary')).toContainText('Dar neapmokėta');
    await expect(main.getByRole('link', { name: 'Mano užsakymai' }).first()).toBeVisible();
    await hasNoFinding(page);
    expect(await widthInLargeLetters(page)).toBe(360);
  });

  await test.step('R1.22 R1.23 not paid: a pre-invoice and no invoice; paid: an invoice with its number', async () => {
    const preInvoice = main.getByRole('button', { name: 'Atsisiųsti išankstinę sąskaitą' });
    const invoice = main.getByRole('button', { name: /^Sąskaita AR-/ });
    /** Name and first bytes of the file that a press saves. */
    const fileOf = async (button: Locator) => {
      const coming = page.waitForEvent('download');
      await whenHydrated(page, button);
      await button.click();
      const file = await coming;
      return [file.suggestedFilename(), readFileSync(await file.path(), 'latin1').slice(0, 4)];
    };
    await expect(preInvoice).toBeVisible();
    await expect(invoice).toHaveCount(0);
    expect(await fileOf(preInvoice)).toEqual([expect.stringContaining(first.number), '%PDF']);
    await commandOf(shop, 'order', first.number, 'mark-paid');
    await page.reload();
    await expect(invoice).toBeVisible();
    await expect(preInvoice).toHaveCount(0);
    expect(await fileOf(invoice)).toEqual([expect.stringContaining(first.number), '%PDF']);
  });
});

test('R0.21 R0.28 orders seen before open without a connection, lie in no cache of the worker, and leave the device with the sign-in', async ({
  page,
  context,
  shop,
}) => {
  const [goods] = await twoGoods(page);
  const person = await newCustomer(page, shop);
  const order = await orderOf(page, person, { [goods.code]: 1 });
  await installWorker(page);
  await page.goto('/paskyra/uzsakymas');
  await whenHydrated(page);
  await cards(page)
    .getByRole('link', { name: `Užsakymas ${order.number}` })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: order.number })).toBeVisible();
  const stored = async () => (await keptRecords(page)).join('\n');
  await expect.poll(stored).toContain(person.email);
  await context.setOffline(true);
  await page.goto('/paskyra/uzsakymas');
  await expect(cards(page)).toContainText(order.number);
  // The strip says from when the copy is.
  await expect(page.getByRole('status').filter({ hasText: /\d{1,2}:\d{2}/ })).toBeVisible();
  await cards(page)
    .getByRole('link', { name: `Užsakymas ${order.number}` })
    .click();
  await expect(page.getByRole('main').getByRole('region', { name: 'Prekės' })).toContainText(goods.name);
  await context.setOffline(false);
  const keys = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => url);
  });
  expect(keys.filter((url) => /\/customers\/me|\/addresses|\/orders|\/wishlists/.test(url))).toEqual([]);
  await page.getByRole('main').getByRole('button', { name: 'Atsijungti' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(stored).not.toContain(person.email);
});

test('R7.20 R1.17 R6.10 ordering again: goods that are missing are named first, a yes asks again without the check, and the rest is in the cart; where nothing is missing one call fills the cart with the goods and pieces of the order', async ({
  page,
  shop,
}) => {
  const [one, two] = await twoGoods(page);
  const person = await newCustomer(page, shop);
  const order = await orderOf(page, person, { [one.code]: 1, [two.code]: 1 });
  await setStock(shop, two.code, 0);
  try {
    const calls = againCalls(page);
    await page.goto(`/paskyra/uzsakymas/${order.tokenValue}`);
    await whenHydrated(page);
    await page.getByRole('button', { name: 'Užsakyti dar kartą' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ne viską dabar galima įsigyti' });
    await expect(dialog.getByRole('listitem')).toHaveCount(1);
    await expect(dialog.getByRole('listitem')).toContainText(two.name);
    await expect(dialog.getByRole('listitem')).toContainText('išparduota');
    await hasNoFinding(page);
    expect(calls.map(({ body }) => body)).toEqual([{ orderId: order.id, skipCheck: false }]);
    // A no changes nothing.
    await dialog.getByRole('button', { name: 'Krepšelio nekeisti' }).click();
    await expect(dialog).toBeHidden();
    expect(await page.evaluate(() => localStorage.getItem('CART_TOKEN'))).toBeNull();
    await page.getByRole('button', { name: 'Užsakyti dar kartą' }).click();
    await dialog.getByRole('button', { name: 'Įdėti likusias' }).click();
    await expect(page).toHaveURL(/\/krepselis$/);
    expect(calls.at(-1)?.body).toEqual({ orderId: order.id, skipCheck: true });
    expect(await cartLines(page, person.bearer)).toEqual({ [one.code]: 1 });
  } finally {
    await setStock(shop, two.code, 100);
  }
  await test.step('R1.17 R6.10 R7.20 with the goods and pieces of the order: one call, unchecked, with the bearer', async () => {
    const cart = await page.evaluate(() => localStorage.getItem('CART_TOKEN'));
    const order = await orderOf(page, person, { [one.code]: 2, [two.code]: 1 });
    const calls = againCalls(page);
    await walkTo(page, '/paskyra/uzsakymas');
    await page.getByRole('button', { name: `Užsakyti dar kartą: ${order.number}` }).click();
    await expect(page).toHaveURL(/\/krepselis$/);
    await expect(page.getByRole('main').getByRole('link', { name: one.name }).first()).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: two.name }).first()).toBeVisible();
    expect(calls).toEqual([
      {
        body: { orderId: order.id, orderToken: cart, skipCheck: false },
        authorization: person.bearer.Authorization,
      },
    ]);
    expect(await cartLines(page, person.bearer)).toEqual({ [one.code]: 3, [two.code]: 1 });
    // Into the same cart, from the order's own page.
    await walkTo(page, `/paskyra/uzsakymas/${order.tokenValue}`);
    await page.getByRole('button', { name: 'Užsakyti dar kartą' }).click();
    await expect(page).toHaveURL(/\/krepselis$/);
    await expect.poll(() => cartLines(page, person.bearer)).toEqual({ [one.code]: 5, [two.code]: 2 });
  });
});
