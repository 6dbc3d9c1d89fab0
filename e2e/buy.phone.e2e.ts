import { fillSteps, findProduct, isOrdinary, pathOf, placeOrder } from './purchase-steps.ts';
import { expect, test } from './shop-fixture.ts';

test('on a phone: through the menu to a product, into the cart and through the checkout', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Meniu' }).tap();
  const menu = page.getByRole('dialog', { name: 'Meniu' });
  await menu.getByRole('button', { name: 'Sėklos' }).tap();
  await menu.getByRole('link', { name: 'Visos prekės: Sėklos' }).tap();
  await expect(menu).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Sėklos' })).toBeVisible();
  const product = await findProduct(page, isOrdinary);
  await page.goto(pathOf(product));
  await page.getByRole('main').getByRole('button', { name: 'Į krepšelį', exact: true }).tap();
  await page.getByRole('banner').getByRole('link', { name: 'Krepšelis, prekių: 1' }).tap();
  await expect(page).toHaveURL(/\/krepselis$/);
  await page.getByRole('link', { name: 'Pirkti' }).tap();
  await fillSteps(page);
  await placeOrder(page, 'Banko pavedimas');
  await expect(page.getByRole('heading', { level: 1, name: 'Ačiū! Jūsų užsakymas priimtas' })).toBeVisible();
});

test('nothing scrolls sideways on a phone, in any display mode, on any screen', async ({ page }) => {
  const product = await findProduct(page, (one) => one.isChemical);
  for (const path of [
    '/',
    '/c/seklos-1',
    pathOf(product),
    '/krepselis',
    '/pristatymas',
    '/duk',
    '/naujienos',
    '/nera-tokio',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('contentinfo')).toBeVisible();
    for (const theme of ['light', 'field']) {
      const over = await page.evaluate((name) => {
        document.documentElement.dataset['theme'] = name;
        return document.documentElement.scrollWidth - document.documentElement.clientWidth;
      }, theme);
      expect({ path, theme, over }).toEqual({ path, theme, over: 0 });
    }
  }
});

test('what a finger must hit is at least 24 pixels high and wide, main actions 44', async ({ page }) => {
  await page.goto(pathOf(await findProduct(page, isOrdinary)));
  const add = page.getByRole('main').getByRole('button', { name: 'Į krepšelį', exact: true });
  expect((await add.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  for (const name of ['Meniu'])
    expect((await page.getByRole('button', { name }).boundingBox())?.width).toBeGreaterThanOrEqual(44);
  expect(
    (
      await page
        .getByRole('banner')
        .getByRole('link', { name: /^Krepšelis/ })
        .boundingBox()
    )?.width,
  ).toBeGreaterThanOrEqual(44);
});
