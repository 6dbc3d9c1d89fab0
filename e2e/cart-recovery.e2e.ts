/** A cart that is opened by its link, on another device. */
import { cartOf, findProduct, isOrdinary, whenHydrated } from './purchase-steps.ts';
import type { Page } from '@playwright/test';
import { cartLink } from '#server/newsletter/cart-link.ts';
import type { RunningShop } from '#tests/running-shop.ts';
import { expect, installWorker, test } from './shop-fixture.ts';

/** What a letter about the cart says in the place of its token. */
async function letterLinkOf(shop: RunningShop, token: string): Promise<string> {
  const [cart] = await shop.query(
    `select o.id, s.value from "order" o, shop_secret s where o.token = $1 and s.name = 'newsletter'`,
    [token],
  );
  return cartLink(cart?.['value'] as Buffer, { id: Number(cart?.['id']), token });
}

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('CART_TOKEN'));

test('R2.15 R3.80 opened in a clean browser the link shows the cart and its address gives way; a device with goods of its own is asked first', async ({
  page,
  newContext,
  shop,
}) => {
  const product = await findProduct(page, isOrdinary);
  const maker = await (await newContext()).newPage();
  const { tokenValue: token } = await cartOf(maker, product);
  const shows = async (there: Page) => {
    await expect(there).toHaveURL(/\/krepselis$/);
    await expect(there.getByRole('main').getByRole('link', { name: product.name }).first()).toBeVisible();
  };

  await page.goto(`/cart/recover/${token}`);
  await shows(page);
  // A cart of its own with what lies in it: whoever made the link knows the token of the other, and reads nothing by it.
  const taken = await tokenOf(page);
  expect(taken).toMatch(/^[\w-]{22,64}$/);
  expect(taken).not.toBe(token);
  // The link is a secret: it stands in no way back.
  await page.goBack().catch(() => null);
  expect(page.url()).not.toContain(token);

  await test.step('nor is its checkout another way in', async () => {
    // Another clean browser.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Storage.clearDataForOrigin', { origin: shop.url, storageTypes: 'all' });
    await page.goto(`/apmokejimas/${token}`);
    await shows(page);
    expect(await tokenOf(page)).not.toBe(token);
  });

  await test.step('with goods of its own the device is asked first', async () => {
    const own = await tokenOf(page);
    await page.goto(`/krepselis/recover/${token}`);
    await whenHydrated(page);
    const open = page.getByRole('button', { name: 'Atidaryti nuorodos krepšelį' });
    await expect(open).toBeVisible();
    expect(await tokenOf(page)).toBe(own);
    await open.click();
    await shows(page);
    expect(await tokenOf(page)).not.toBe(own);
    expect(await tokenOf(page)).not.toBe(token);
  });

  const link = await letterLinkOf(shop, token);
  await test.step('whose cart it is keeps it, also by what its letter says, without a question', async () => {
    await installWorker(maker);
    for (const name of [token, link]) {
      await maker.goto(`/cart/recover/${name}`);
      await shows(maker);
      expect(await tokenOf(maker)).toBe(token);
    }
  });

  await test.step('the letter opens a copy to everybody else', async () => {
    const stranger = await (await newContext()).newPage();
    await stranger.goto(`/cart/recover/${link}`);
    await shows(stranger);
    expect(await tokenOf(stranger)).not.toBe(token);
  });
});

test('R2.15 a link of a cart that is gone says so and shows an empty cart; without a connection it can be tried again', async ({
  page,
  context,
}) => {
  await page.goto('/cart/recover/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa');
  await expect(page.getByRole('alert').filter({ hasText: 'Šio krepšelio nebėra.' })).toBeVisible();
  await expect(page.getByRole('main').getByText(/krepšelis tuščias/i)).toBeVisible();
  expect(await tokenOf(page)).toBeNull();
  await context.route('**/recover', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('button', { name: 'Bandyti dar kartą' })).toBeVisible();
});
