import type { Page } from '@playwright/test';
import type { RunningShop } from '#tests/running-shop.ts';
import {
  keptOnDevice,
  oneVisit,
  orderInTheField,
  orderTheCart,
  placedOrders,
  putIntoCart,
  savedOrder,
  type Goods,
} from './offline-steps.ts';
import { picture } from './picture.ts';
import { fillContacts, oneMore, toAddress, toPayment, walkTo } from './purchase-steps.ts';
import { expect, phone, test } from './shop-fixture.ts';

test('R0.44 visited once, then without a connection: a whole purchase, kept over closing, sent once though the first answer is lost, seen on another device', async ({
  page,
  context,
  newContext,
  shop,
}) => {
  const before = (await placedOrders(shop)).length;
  await oneVisit(page);
  await context.setOffline(true);
  await orderInTheField(page);
  await expect(savedOrder(page)).toBeVisible();
  expect(await placedOrders(shop)).toHaveLength(before);
  await expect(page.getByText('Dar nieko neužsakyta.')).toBeVisible();
  await picture(page, 'order-saved');
  await page.close();
  const again = await context.newPage();
  await again.goto('/laukia');
  await expect(savedOrder(again)).toBeVisible();
  // The shop has ordered, and nobody hears of it: asked again with the same key.
  let lost = 0;
  const keys: (string | undefined)[] = [];
  await context.route('**/shop/order-intents', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    const answer = await route.fetch();
    if (lost > 0) {
      await route.fulfill({ response: answer });
      return;
    }
    lost += 1;
    await route.abort('connectionreset');
  });
  await context.setOffline(false);
  const placed = again.getByRole('article', { name: /^Užsakyta, numeris / });
  await expect(placed).toBeVisible();
  expect(lost).toBe(1);
  expect(new Set(keys).size).toBe(1);
  const all = await placedOrders(shop);
  expect(all).toHaveLength(before + 1);
  const { token, number } = all.at(-1) as { token: string; number: string };
  await expect(placed).toContainText(number);
  const other = await (await newContext()).newPage();
  await other.goto(`${shop.url}/orders/${token}`);
  await expect(other.getByRole('heading', { name: new RegExp(number) })).toBeVisible();
});

/** The goods cost 20.00 more meanwhile: more than what a first purchase is given off, so dearer for whoever buys. */
async function whileDearer(shop: RunningShop, code: string, work: () => Promise<void>): Promise<void> {
  const ofVariant = 'variant_id = (select id from product_variant where code = $1)';
  await shop.query(`update channel_price set price = price + 2000 where ${ofVariant}`, [code]);
  try {
    await work();
  } finally {
    await shop.query(`update channel_price set price = price - 2000 where ${ofVariant}`, [code]);
  }
}

test.describe('on a phone', () => {
  test.use(phone);

  test('R0.44 a whole purchase without a connection, nothing sideways; dearer than agreed nothing is ordered, old and new stand side by side, and the shopper decides; dearer by the time it is sent, but not above the sum that the shopper named, it is ordered without asking, once', async ({
    page,
    context,
    shop,
  }) => {
    const before = (await placedOrders(shop)).length;
    const { code, path } = await oneVisit(page);
    await context.setOffline(true);
    await orderInTheField(page);
    await expect(savedOrder(page)).toBeVisible();
    // Nothing goes sideways, nor on a narrow phone in letters of twice the size.
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    const size = page.viewportSize();
    await page.setViewportSize({ width: 360, height: 800 });
    const wide = await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
      return document.documentElement.scrollWidth;
    });
    expect(wide).toBe(360);
    if (size) await page.setViewportSize(size);
    await page.reload();
    await expect(savedOrder(page)).toBeVisible();
    await whileDearer(shop, code, async () => {
      await context.setOffline(false);
      const card = page.getByRole('article', { name: 'Reikia jūsų sprendimo' });
      await expect(card).toBeVisible();
      await expect(card.getByRole('columnheader', { name: 'Sutarėte dėl' })).toBeVisible();
      await picture(page, 'order-differs');
      expect(await placedOrders(shop)).toHaveLength(before);
      await card.getByRole('button', { name: /^Užsakyti už/ }).click();
      await expect(page.getByRole('article', { name: /^Užsakyta, numeris / })).toBeVisible();
      const all = await placedOrders(shop);
      expect(all).toHaveLength(before + 1);
    });
    await test.step('not above the sum that the shopper named', async () => {
      const before = (await placedOrders(shop)).length;
      const [priced] = await shop.query(
        `select price from channel_price where variant_id = (select id from product_variant where code = $1)`,
        [code],
      );
      const price = Number(priced?.['price']);
      await walkTo(page, path);
      await context.setOffline(true);
      await putIntoCart(page);
      await orderTheCart(page, async () => {
        await page.getByRole('radio', { name: /^Siųsti iki mano nurodytos sumos/ }).check();
        const most = page.getByLabel('Ne daugiau kaip, €');
        const save = page.getByRole('button', { name: /^Išsaugoti užsakymą/ });
        // Less than what is seen could never be sent: it is said, and cannot be saved.
        await most.fill('0,5');
        await expect(page.getByText(/^Nurodykite ne mažiau kaip/)).toBeVisible();
        await expect(save).toBeDisabled();
        await most.fill(String(Math.ceil(price / 100) + 45));
        await expect(page.getByText(/^Nurodykite ne mažiau kaip/)).toHaveCount(0);
        await page.getByText('Jei gavus užsakymą ko nors trūktų').click();
        await picture(page, 'send-if-rules');
      });
      await expect(savedOrder(page)).toContainText('siunčiama neklausus');
      await whileDearer(shop, code, async () => {
        await context.setOffline(false);
        await expect.poll(() => placedOrders(shop)).toHaveLength(before + 1);
        await expect(page.getByRole('article', { name: /^Užsakyta, numeris / }).first()).toBeVisible();
        await expect(savedOrder(page)).toHaveCount(0);
      });
    });
  });
});

test('R0.44 a waiting order is taken back, changed, and stands as text that the shop reads; fewer there than were ordered: the shopper sees how many, takes those, and the order says what it became; collected where the goods do not lie: the places that have them are named, and one press orders at one of them', async ({
  page,
  context,
  shop,
}) => {
  const before = (await placedOrders(shop)).length;
  const goods = await oneVisit(page);
  await context.setOffline(true);
  await orderInTheField(page);
  await expect(savedOrder(page)).toBeVisible();
  await page.getByText('Perduoti užsakymą tekstu').click();
  await expect(page.getByText(/^ARIMAS1:/)).toBeVisible();
  await expect(page.getByRole('img', { name: 'Užsakymas kaip QR kodas' })).toBeVisible();
  await picture(page, 'order-as-text');
  await page.getByRole('button', { name: 'Siųsti dabar' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'bus išsiųsta savaime' })).toBeVisible();
  await page.getByRole('button', { name: 'Keisti užsakymą' }).click();
  // Nothing is taken back without a word.
  const question = page.getByRole('dialog', { name: 'Keisti užsakymą?' });
  await picture(page, 'order-change');
  await question.getByRole('button', { name: 'Palikti kaip yra' }).click();
  await expect(savedOrder(page)).toBeVisible();
  await page.getByRole('button', { name: 'Keisti užsakymą' }).click();
  await question.getByRole('button', { name: 'Grąžinti į krepšelį ir keisti' }).click();
  await expect(page.getByRole('heading', { name: 'Užsakymas be ryšio' })).toBeVisible();
  await expect(page.getByRole('radio', { name: /^Kurjeris į namus/ })).toBeChecked();
  await walkTo(page, '/laukia');
  await expect(page.getByRole('article')).toHaveCount(0);
  await context.setOffline(false);
  await expect
    .poll(
      async () =>
        (
          await shop.query(`select count(*)::int as n from "order" where state = 'cart' and token = $1`, [
            await page.evaluate(() => localStorage.getItem('CART_TOKEN')),
          ])
        )[0]?.['n'],
    )
    .toBe(1);
  expect(await placedOrders(shop)).toHaveLength(before);
  await test.step('fewer there than were ordered', () => takeWhatIsThere(page, shop, goods.code));
  await test.step('R0.44 collected where the goods do not lie', () => collectElsewhere(page, shop, goods));
});

async function takeWhatIsThere(page: Page, shop: RunningShop, code: string): Promise<void> {
  const before = (await placedOrders(shop)).length;
  const context = page.context();
  await context.setOffline(true);
  await walkTo(page, '/krepselis');
  await oneMore(page).click();
  await keptOnDevice(page, '"quantity":2');
  await orderTheCart(page);
  await expect(savedOrder(page)).toContainText('× 2');
  const ofVariant = 'variant_id = (select id from product_variant where code = $1)';
  const stock = await shop.query(`select warehouse_id, on_hand, on_hold from stock where ${ofVariant}`, [
    code,
  ]);
  try {
    await shop.query(`update stock set on_hand = 0, on_hold = 0 where ${ofVariant}`, [code]);
    await context.setOffline(false);
    const card = page.getByRole('article', { name: 'Reikia jūsų sprendimo' });
    await expect(card.getByRole('row', { name: /2 vnt\. nėra/ })).toBeVisible();
    // Nothing is left of it: only what can help is offered.
    await expect(card.getByRole('button', { name: 'Imti tiek, kiek yra' })).toHaveCount(0);
    await expect(card.getByRole('button', { name: 'Praleisti, ko trūksta' })).toHaveCount(0);
    await picture(page, 'order-sold-out');
    await shop.query(
      `update stock set on_hand = 1 where ${ofVariant} and warehouse_id = (select id from warehouse where ships order by id limit 1)`,
      [code],
    );
    await card.getByRole('button', { name: 'Paklausti dar kartą' }).click();
    await expect(card.getByRole('row', { name: /2 vnt\. 1 vnt\./ })).toBeVisible();
    await picture(page, 'order-short');
    expect(await placedOrders(shop)).toHaveLength(before);
    await card.getByRole('button', { name: 'Imti tiek, kiek yra' }).click();
    const placed = page.getByRole('article', { name: /^Užsakyta, numeris / });
    await expect(placed).toContainText('× 1');
    await expect(placed).toContainText('prašėte 2 vnt.');
    await picture(page, 'order-reduced');
    expect(await placedOrders(shop)).toHaveLength(before + 1);
  } finally {
    for (const { warehouse_id: place, on_hand: hand, on_hold: hold } of stock)
      await shop.query(
        `update stock set on_hand = $3, on_hold = $4 where ${ofVariant} and warehouse_id = $2`,
        [code, place, hand, hold],
      );
  }
}

async function collectElsewhere(page: Page, shop: RunningShop, { code, path }: Goods): Promise<void> {
  const context = page.context();
  const before = (await placedOrders(shop)).length;
  await walkTo(page, path);
  await context.setOffline(true);
  await putIntoCart(page);
  await walkTo(page, '/apmokejimas');
  await page.getByRole('radio', { name: /^Atsiimti sandėlyje/ }).check();
  // Where somebody drives to is theirs to say.
  await page.getByRole('button', { name: 'Toliau: adresas' }).click();
  await expect(page.getByRole('alert')).toContainText('Pasirinkite sandėlį');
  await picture(page, 'collect-where');
  await page.getByRole('radio', { name: /^Sandėlis Kėdainiai/ }).check();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await toAddress(page);
  await fillContacts(page);
  await toPayment(page);
  await page.getByRole('radio', { name: /^Banko pavedimas/ }).check();
  await page.getByLabel(/pirkimo taisyklėmis/).check();
  await page.getByLabel(/privatumo politiką/).check();
  await page.getByRole('button', { name: /^Išsaugoti užsakymą/ }).click();
  await expect(savedOrder(page)).toContainText('Sandėlis Kėdainiai');
  const ofVariant = 'variant_id = (select id from product_variant where code = $1)';
  const stock = await shop.query(`select warehouse_id, on_hand, on_hold from stock where ${ofVariant}`, [
    code,
  ]);
  try {
    await shop.query(`update stock set on_hand = 0, on_hold = 0 where ${ofVariant}`, [code]);
    await shop.query(
      `insert into stock (variant_id, warehouse_id, on_hand, on_hold)
       select v.id, w.id, 3, 0 from product_variant v, warehouse w where v.code = $1 and w.code in ('SIAULIAI', 'PASVALYS')
       on conflict (variant_id, warehouse_id) do update set on_hand = 3, on_hold = 0`,
      [code],
    );
    await context.setOffline(false);
    const card = page.getByRole('article', { name: 'Reikia jūsų sprendimo' });
    await expect(card).toContainText('jų turime kitur');
    await expect(card).toContainText('Kitur: Sandėlis Šiauliai, Sandėlis Pasvalys; galima pristatyti');
    await expect(card.getByRole('button', { name: 'Užsisakyti pristatymą' })).toBeVisible();
    await picture(page, 'order-elsewhere');
    expect(await placedOrders(shop)).toHaveLength(before);
    await card.getByRole('button', { name: 'Atsiimti: Sandėlis Pasvalys' }).click();
    const placed = page.getByRole('article', { name: /^Užsakyta, numeris / });
    await expect(placed.filter({ hasText: 'Sandėlis Pasvalys' })).toBeVisible();
    expect(await placedOrders(shop)).toHaveLength(before + 1);
  } finally {
    await shop.query(`delete from stock where ${ofVariant} and warehouse_id <> all($2::int[])`, [
      code,
      stock.map((row) => row['warehouse_id']),
    ]);
    for (const { warehouse_id: place, on_hand: hand, on_hold: hold } of stock)
      await shop.query(
        `update stock set on_hand = $3, on_hold = $4 where ${ofVariant} and warehouse_id = $2`,
        [code, place, hand, hold],
      );
  }
}
