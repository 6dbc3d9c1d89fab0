import type { Page } from '@playwright/test';
import { newCustomer } from './account-steps.ts';
import { fillSignIn, rasa, sendSignIn, signIn } from './customer-steps.ts';
import { addToCart, findProduct, isOrdinary, oneMore, walkTo, whenHydrated } from './purchase-steps.ts';
import { expect, installWorker, test } from './shop-fixture.ts';

const cartToken = (page: Page) => page.evaluate(() => localStorage.getItem('CART_TOKEN') ?? '');

/** Pieces of the goods in the cart as the shop tells whoever asks; null when it does not. */
async function pieces(page: Page, code: string, headers: Record<string, string>): Promise<number | null> {
  const answer = await page.request.get(`/api/v2/shop/orders/${await cartToken(page)}`, { headers });
  if (!answer.ok()) return null;
  const { items } = (await answer.json()) as { items: { quantity: number; variant: { code: string } }[] };
  return items.find((one) => one.variant.code === code)?.quantity ?? 0;
}

test('R6.09 R0.44 what a customer puts into the cart is sent as theirs, also what waited for a connection', async ({
  page,
  context,
  shop,
}) => {
  // Of a customer without a cart: pieces that an account has already are seen before those of this device come to them.
  const { bearer } = await newCustomer(page, shop);
  const product = await findProduct(page, isOrdinary);
  const code = product.variants[0]!.code;
  await installWorker(page);
  await addToCart(page, product);
  await expect.poll(() => pieces(page, code, bearer)).toBe(1);
  // Nobody else is told.
  expect(await pieces(page, code, {})).toBeNull();
  await walkTo(page, '/krepselis');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // What the page is made of has come: from here on only the shop is out of reach.
  const more = oneMore(page);
  await expect(more).toBeVisible();
  await whenHydrated(page);
  await context.setOffline(true);
  await more.click();
  await expect(page.getByText('Laukia išsiuntimo').first()).toBeVisible();
  await context.setOffline(false);
  await expect.poll(() => pieces(page, code, bearer)).toBe(2);
  expect(await pieces(page, code, {})).toBeNull();
});

test('R1.16 R9.01 a member spends points in the cart: 50 take 5 euros off', async ({ page }) => {
  await signIn(page);
  await addToCart(page, await findProduct(page, isOrdinary));
  await walkTo(page, '/krepselis');
  const main = page.getByRole('main');
  await main.getByText(/^Panaudoti lojalumo taškus/).click();
  await main.getByLabel('Kiek taškų panaudoti').fill('50');
  await main.getByRole('button', { name: 'Panaudoti', exact: true }).click();
  await expect(main.getByText(/Panaudota lojalumo taškų: 50/)).toBeVisible();
  const discount = main
    .locator('dt', { hasText: 'Lojalumo nuolaida' })
    .locator('xpath=following-sibling::dd[1]');
  await expect(discount).toHaveText(/[-−–]5,00/);
  await main.getByRole('button', { name: 'Pašalinti: lojalumo taškai' }).click();
  await expect(discount).toHaveCount(0);
});

test('what a guest put in, and never heard of, is in the customer’s cart once', async ({ page }) => {
  const product = await findProduct(page, isOrdinary);
  const code = product.defaultVariant;
  // The customer has a cart already, of another device.
  const signedIn = await page.request.post('/api/v2/shop/authentication-token', { data: rasa });
  const { token } = (await signedIn.json()) as { token: string };
  const bearer = { Authorization: `Bearer ${token}` };
  const made = await page.request.post('/api/v2/shop/orders', { headers: bearer, data: {} });
  const { tokenValue: own } = (await made.json()) as { tokenValue: string };
  const items = `/api/v2/shop/orders/${own}/items`;
  const body = { productVariantCode: code, quantity: 1 };
  expect((await page.request.post(items, { headers: bearer, data: body })).status()).toBe(201);
  const ownPieces = async () => {
    const answer = await page.request.get(`/api/v2/shop/orders/${own}`, { headers: bearer });
    const order = (await answer.json()) as { items: { quantity: number; variant: { code: string } }[] };
    return order.items.find((one) => one.variant.code === code)?.quantity ?? 0;
  };
  const before = await ownPieces();
  // The shop does what the guest asks for; no answer comes back.
  let done = 0;
  await page.route('**/api/v2/shop/orders/*/items', async (route) => {
    if (route.request().url().includes(own)) return route.continue();
    if ((await route.fetch()).status() === 201) done += 1;
    return route.abort();
  });
  await page.goto(`/p/${product.slug}-${String(product.id)}`);
  await whenHydrated(page);
  await page.getByRole('main').getByRole('button', { name: 'Į krepšelį' }).first().click();
  await expect.poll(() => done).toBeGreaterThan(0);
  const repeated = page.waitForResponse((answer) => answer.url().includes(items));
  await walkTo(page, '/auth');
  await fillSignIn(page);
  await sendSignIn(page);
  expect((await (await repeated).json()) as object).toMatchObject({ tokenValue: own });
  expect(await ownPieces()).toBe(before + 1);
});
