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

test('nothing scrolls sideways on a narrow phone in letters of twice the size', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const product = await findProduct(page, isOrdinary);
  for (const path of ['/c/seklos-1', pathOf(product), '/auth', '/registration']) {
    await page.goto(path);
    await expect(page.getByRole('contentinfo')).toBeVisible();
    const over = await page.evaluate(() => {
      document.documentElement.style.fontSize = '32px';
      return document.documentElement.scrollWidth - document.documentElement.clientWidth;
    });
    expect({ path, over }).toEqual({ path, over: 0 });
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

test('the price and the way into the cart stay in reach wherever a product page is read, and stand there once', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const product = await findProduct(page, (one) => isOrdinary(one) && one.variants.length > 1);
  const other = product.variants.at(-1);
  await page.goto(pathOf(product));
  const bar = page.getByRole('main').getByRole('button', { name: `Į krepšelį: ${product.name}` });
  const button = page.getByRole('main').getByRole('button', { name: 'Į krepšelį', exact: true });
  const isInReach = async () => {
    const box = await bar.boundingBox();
    return box !== null && box.height >= 44 && box.y + box.height <= 740;
  };
  // The first screen ends above the button of the page.
  await expect.poll(isInReach).toBe(true);
  await button.scrollIntoViewIfNeeded();
  await expect(bar).toBeHidden();
  await page.locator(`input[value="${other?.code ?? ''}"]`).check({ force: true });
  await page.getByRole('heading', { name: 'Savybės' }).scrollIntoViewIfNeeded();
  await expect.poll(isInReach).toBe(true);
  await expect(bar.locator('..')).toContainText(other?.name ?? '');
  // It buys what is chosen on the page.
  await bar.tap();
  await page.getByRole('banner').getByRole('link', { name: 'Krepšelis, prekių: 1' }).waitFor();
  await page.goto('/krepselis');
  await expect(page.getByRole('main')).toContainText(other?.name ?? '');
  // What ends the page is not left under it.
  await page.goto(pathOf(product));
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect
    .poll(() =>
      page.evaluate(() => {
        const footer = document.querySelector('footer')?.getBoundingClientRect().bottom ?? 0;
        const top = document.querySelector('main [class*="bar"]')?.getBoundingClientRect().top ?? 0;
        return Math.round(footer - top) <= 1;
      }),
    )
    .toBe(true);
});
