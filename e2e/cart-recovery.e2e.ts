/** A cart that is opened by its link, on another device. */
import { cartOf, findProduct, isOrdinary, whenHydrated } from './purchase-steps.ts';
import type { Page } from '@playwright/test';
import { expect, installWorker, test } from './shop-fixture.ts';

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('CART_TOKEN'));

test('R2.15 R3.80 opened in a clean browser the link shows the cart and its address gives way; a device with goods of its own is asked first', async ({
  page,
  newContext,
}) => {
  const product = await findProduct(page, isOrdinary);
  const other = await findProduct(page, (one) => isOrdinary(one) && one.code !== product.code);
  await installWorker(page);
  const { tokenValue: token } = await cartOf(page, product);

  const clean = await (await newContext()).newPage();
  await clean.goto(`/cart/recover/${token}`);
  await expect(clean).toHaveURL(/\/krepselis$/);
  await expect(clean.getByRole('main').getByRole('link', { name: product.name }).first()).toBeVisible();
  // A cart of its own with what lies in it: whoever made the link knows the token of the other, and reads nothing by it.
  const taken = await tokenOf(clean);
  expect(taken).toMatch(/^[\w-]{22,64}$/);
  expect(taken).not.toBe(token);
  // The link is a secret: it stands in no way back.
  await clean.goBack().catch(() => null);
  expect(clean.url()).not.toContain(token);

  // Nor is its checkout another way in.
  const paying = await (await newContext()).newPage();
  await paying.goto(`/apmokejimas/${token}`);
  await expect(paying).toHaveURL(/\/krepselis$/);
  await expect(paying.getByRole('main').getByRole('link', { name: product.name }).first()).toBeVisible();
  expect(await tokenOf(paying)).not.toBe(token);

  const busy = await (await newContext()).newPage();
  const { tokenValue: own } = await cartOf(busy, other);
  await busy.goto(`/krepselis/recover/${token}`);
  await whenHydrated(busy);
  const open = busy.getByRole('button', { name: 'Atidaryti nuorodos krepšelį' });
  await expect(open).toBeVisible();
  expect(await tokenOf(busy)).toBe(own);
  await open.click();
  await expect(busy).toHaveURL(/\/krepselis$/);
  await expect(busy.getByRole('main').getByRole('link', { name: product.name }).first()).toBeVisible();
  expect(await tokenOf(busy)).not.toBe(own);
  expect(await tokenOf(busy)).not.toBe(token);

  await page.goto(`/cart/recover/${token}`);
  await expect(page).toHaveURL(/\/krepselis$/);
  await expect(page.getByRole('main').getByRole('link', { name: product.name }).first()).toBeVisible();
  expect(await tokenOf(page)).toBe(token);
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
