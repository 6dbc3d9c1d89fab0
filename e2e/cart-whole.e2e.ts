/** What is done to the cart as a whole, and a change of a line that the shop refuses. */
import type { Page } from '@playwright/test';
import { cartOf, findProduct, isOrdinary, openPayment, walkTo, whenHydrated } from './purchase-steps.ts';
import type { RunningShop } from '#tests/running-shop.ts';
import { expect, installWorker, test } from './shop-fixture.ts';

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('CART_TOKEN'));
/** Lines and wrap of the open cart as the shop has them. */
const cartAtShop = async (shop: RunningShop, token: string | null) =>
  shop.query(
    `select v.code, i.quantity, o.gift_wrap, o.total from "order" o left join order_item i on i.order_id = o.id and i.deleted_at is null
     left join product_variant v on v.id = i.variant_id where o.token = $1 order by i.id`,
    [token],
  );

/** The page of a cart with one line, which the shop has; hydrated. */
async function openCart(page: Page, fits = isOrdinary) {
  const product = await findProduct(page, fits);
  const { tokenValue: token } = await cartOf(page, product);
  await page.goto('/krepselis');
  await expect(page.getByRole('button', { name: 'Ištuštinti krepšelį' })).toBeVisible();
  await whenHydrated(page);
  return { product, token };
}
const bringBack = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: /^Grąžinti, kas jame buvo/ });

const codeField = (page: Page) => page.getByRole('main').getByLabel('Nuolaidos kodas', { exact: true });
const openCode = (page: Page) => page.getByRole('main').getByText('Turiu nuolaidos kodą').click();
const couponAtShop = async (shop: RunningShop, token: string | null) =>
  shop.query(`select coupon_code, total from "order" where token = $1`, [token]);
/** A valid code of this test alone: 10 % of goods. */
async function aCode(shop: RunningShop): Promise<string> {
  const code = `T${Date.now().toString(36).toUpperCase()}`;
  await shop.query(
    `insert into coupon (code, promotion_id) select $1, promotion_id from coupon where code = 'PAVASARIS10'`,
    [code],
  );
  return code;
}

test('R1.13 R9.07 R1.15 R4.11 R0.44 a cart at the shop: the wrap at its price, a promo code put in and taken off, a refused removal at its line, emptied and brought back as another', async ({
  page,
  context,
  shop,
}) => {
  const { product, token } = await openCart(
    page,
    (one) => isOrdinary(one) && one.variants[0]!.prices.price > 3_000,
  );
  const main = page.getByRole('main');
  const [before] = await cartAtShop(shop, token);

  await test.step('R1.13 R9.07 the wrap stands with its price before it is chosen, and the total grows by exactly that', async () => {
    const card = page.getByRole('checkbox', { name: /^Supakuoti dovanai/ });
    const label = page.locator('label').filter({ has: card });
    const price = /(\d+),(\d\d)\s€/.exec((await label.textContent()) ?? '');
    const cents = Number(price?.[1]) * 100 + Number(price?.[2]);
    expect(cents).toBeGreaterThan(0);
    await card.check();
    const sum = Number(before?.['total']) + cents;
    await expect.poll(() => cartAtShop(shop, token)).toMatchObject([{ gift_wrap: true, total: sum }]);
    await expect(main.locator('[data-line=total]')).toContainText(
      `${String(Math.floor(sum / 100))},${String(sum % 100).padStart(2, '0')}`,
    );
    await card.uncheck();
    await expect
      .poll(() => cartAtShop(shop, token))
      .toMatchObject([{ gift_wrap: false, total: before?.['total'] }]);
  });

  await test.step('R1.15 a promo code takes off what the shop says, also in small letters, and taken off the total is what it was', async () => {
    const code = await aCode(shop);
    await openCode(page);
    await codeField(page).fill(` ${code.toLowerCase()} `);
    await codeField(page).press('Enter');
    const remove = page.getByRole('button', { name: new RegExp(`Pašalinti: nuolaidos kodas ${code}`) });
    await expect(remove).toBeFocused();
    await expect(main.getByText(`(${code})`)).toBeVisible();
    const [applied] = await couponAtShop(shop, token);
    expect(applied?.['coupon_code']).toBe(code);
    expect(Number(applied?.['total'])).toBeLessThan(Number(before?.['total']));
    await remove.click();
    await expect(page.getByText('Turiu nuolaidos kodą')).toBeFocused();
    await expect
      .poll(() => couponAtShop(shop, token))
      .toMatchObject([{ coupon_code: null, total: before?.['total'] }]);
  });

  await test.step('R4.11 a removal that the shop refuses keeps the line and shows its own error beside it', async () => {
    const items = '**/shop/orders/*/items/*';
    await context.route(items, async (route) => {
      const key = route.request().headers()['idempotency-key'] ?? '';
      const body = { code: 422, errorCode: 'cart.locked', message: '', violations: [] };
      if (route.request().method() === 'DELETE')
        await route.fulfill({
          status: 422,
          headers: { 'X-Shop-Api': '2', 'Idempotency-Key': key, 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        });
      else await route.continue();
    });
    await page.getByRole('button', { name: `Pašalinti: ${product.name}` }).click();
    const line = main
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: product.name }) })
      .first();
    await expect(line.getByRole('alert')).toContainText('Nepavyko pašalinti prekės');
    await line.getByRole('button', { name: 'Palikti krepšelyje' }).click();
    await expect(line.getByRole('alert')).toHaveCount(0);
    await expect(line).toBeVisible();
    await context.unroute(items);
  });

  await test.step('R0.44 a cart that the shop has emptied already is brought back as another with the same goods', async () => {
    await page.getByRole('button', { name: 'Ištuštinti krepšelį' }).click();
    await expect.poll(() => cartAtShop(shop, token)).toEqual([]);
    await page.reload();
    await expect(bringBack(page)).toBeVisible();
    // Nothing that had the focus went.
    await expect(bringBack(page)).not.toBeFocused();
    await bringBack(page).click();
    await expect(main.getByRole('link', { name: product.name }).first()).toBeVisible();
    await expect
      .poll(async () => cartAtShop(shop, await tokenOf(page)))
      .toMatchObject([{ code: product.variants[0]?.code, quantity: 1 }]);
    expect(await tokenOf(page)).not.toBe(token);
  });
});

test('R8.45 R0.44 a cart without a connection: wrap and promo code wait, and what the shop then refuses is said beside them; emptied and brought back nothing is sent, emptied and left so the shop has no cart', async ({
  page,
  context,
  shop,
}) => {
  await installWorker(page);
  const { product, token } = await openCart(page);
  const main = page.getByRole('main');

  await test.step('gift wrap that the shop refuses: its sentence stands at the choice, with the way back', async () => {
    await context.setOffline(true);
    await page.getByRole('checkbox', { name: /^Supakuoti dovanai/ }).check();
    await expect(page.getByText(/dar neišsiųsta/)).toBeVisible();
    await shop.query(`update channel set gift_wrap_enabled = false where code = 'retail'`);
    try {
      await context.setOffline(false);
      const refusal = page.getByRole('alert').filter({ hasText: 'Šių prekių dovanai supakuoti negalime.' });
      await expect(refusal).toBeVisible();
      await refusal.getByRole('button', { name: 'Palikti, kaip buvo' }).click();
      await expect(refusal).toHaveCount(0);
      expect(await cartAtShop(shop, token)).toMatchObject([{ gift_wrap: false }]);
    } finally {
      await shop.query(`update channel set gift_wrap_enabled = true where code = 'retail'`);
    }
  });

  await test.step('R8.45 a promo code that is none stands with its sentence at the field, the totals stay', async () => {
    const [before] = await couponAtShop(shop, token);
    await context.setOffline(true);
    await openCode(page);
    await codeField(page).fill('NERA-TOKIO');
    await page.getByRole('button', { name: 'Taikyti' }).click();
    await expect(page.getByText(/dar neišsiųsta/)).toBeVisible();
    await context.setOffline(false);
    await expect(codeField(page)).toHaveAccessibleDescription('Nuolaidos kodas negalioja.');
    await expect(codeField(page)).toHaveValue('NERA-TOKIO');
    expect(await couponAtShop(shop, token)).toEqual([before]);
    // Another one takes its place.
    await codeField(page).fill(await aCode(shop));
    await expect(codeField(page)).toHaveAccessibleDescription('');
  });

  await test.step('R0.44 emptied and brought back: nothing is sent; emptied and left so: the shop has no cart', async () => {
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Ištuštinti krepšelį' }).click();
    await expect(main.getByText(/krepšelis tuščias/i)).toBeVisible();
    await expect(bringBack(page)).toBeFocused();
    await bringBack(page).click();
    await expect(main.getByRole('link', { name: product.name }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Ištuštinti krepšelį' }).click();
    await expect(bringBack(page)).toBeVisible();
    expect(await cartAtShop(shop, token)).toMatchObject([{ quantity: 1 }]);
    await context.setOffline(false);
    await expect.poll(() => cartAtShop(shop, token)).toEqual([]);
    await expect.poll(() => tokenOf(page)).toBeNull();
  });
});

test('R1.14 R4.18 a gift card that covers the cart: its line takes off all, no payment is asked for, and the order is placed', async ({
  page,
  shop,
}) => {
  await shop.query(
    "insert into gift_card (code, currency_code, channels, initial_amount, balance, enabled) values ('KORTELE-7788', 'EUR', '{retail}', 100000, 100000, true)",
  );
  await openPayment(page);
  await whenHydrated(page, page.getByRole('main').getByRole('radio').first());
  await walkTo(page, '/krepselis');
  const main = page.getByRole('main');
  await main.getByText('Turiu dovanų kortelę').click();
  await main.getByLabel('Dovanų kortelės kodas').fill('kortele-7788');
  await main.getByRole('button', { name: 'Panaudoti kortelę' }).click();
  await expect(main.getByText(/^Dovanų kortelė ••••7788/)).toBeVisible();
  const sumOf = (label: string) =>
    main.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd[1]');
  await expect(sumOf('Mokėti')).toHaveText(/^0,00/);
  await walkTo(page, '/apmokejimas');
  await expect(main.getByText('Mokėti nebereikia.')).toBeVisible();
  await expect(main.getByRole('radio')).toHaveCount(0);
  await main.getByLabel(/pirkimo taisykl/).check();
  await main.getByLabel(/privatumo politik/).check();
  await main.getByRole('button', { name: /Užsakyti/ }).click();
  await expect(page).toHaveURL(/\/thank-you/);
  const [card] = await shop.query("select balance from gift_card where code = 'KORTELE-7788'");
  expect(card?.['balance']).toBeLessThan(100_000);
});
