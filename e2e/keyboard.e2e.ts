/** Walks with the keyboard alone. */
import { cartOf, findProduct, isOrdinary, pathOf, whenHydrated } from './purchase-steps.ts';
import { expect, test, testWithPictures } from './shop-fixture.ts';

testWithPictures(
  'the pictures of a product by keyboard: another one is chosen, seen large, and the focus comes back',
  async ({ page }) => {
    await page.goto('/');
    await page.goto(pathOf(await findProduct(page, isOrdinary)));
    const second = page.getByRole('main').locator('ul button[aria-label]').nth(1);
    await whenHydrated(page, second);
    const picture = page.getByRole('main').locator('img').first();
    const before = await picture.getAttribute('src');
    const zoom = page.getByRole('main').getByRole('button', { name: 'Padidinti' });
    await zoom.focus();
    // From the button the way leads to the pictures in their order.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(second).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(second).toHaveAttribute('aria-current', 'true');
    await expect(picture).not.toHaveAttribute('src', before ?? '');
    const shown = await picture.getAttribute('alt');
    await zoom.focus();
    for (const leave of ['Escape', 'Enter']) {
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('img')).toHaveAttribute('alt', shown ?? '');
      // The focus is inside: the first thing there closes.
      await expect(dialog.getByRole('button', { name: 'Uždaryti' })).toBeFocused();
      await page.keyboard.press(leave);
      await expect(dialog).toBeHidden();
      await expect(zoom).toBeFocused();
    }
  },
);

test('the filters of a phone by keyboard: opened, chosen with the number told, closed, cleared', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/c/seklos-1');
  const filters = page.getByRole('group', { name: 'Filtrai' });
  const opener = filters.getByRole('button', { name: /^Filtrai/ });
  await whenHydrated(page, opener);
  const told = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /\d+–\d+ iš \d+/ });
  const whole = await told.textContent();
  await opener.focus();
  await page.keyboard.press('Enter');
  const brand = filters.locator('summary', { hasText: 'Prekės ženklas' });
  await expect(brand).toBeVisible();
  await brand.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const value = filters.getByRole('list', { name: 'Prekės ženklas' }).getByRole('link').first();
  await expect(value).toBeFocused();
  const promised = /\d+$/.exec((await value.textContent()) ?? '')?.[0] ?? '';
  await page.keyboard.press('Enter');
  await expect(value).toHaveAttribute('aria-current', 'true');
  await expect(told).toContainText(`iš ${promised}`);
  await expect(filters.getByRole('button', { name: `Rodyti (${promised})` })).toBeVisible();
  // The first Escape folds the list, the second closes the sheet.
  await page.keyboard.press('Escape');
  await expect(brand).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(brand).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(opener).toHaveText('Filtrai1');
  await filters.getByRole('link', { name: 'Išvalyti viską' }).focus();
  await page.keyboard.press('Enter');
  await expect(told).toHaveText(whole ?? '');
});

test('a form that becomes a message leaves the focus at the message', async ({ page }) => {
  await page.goto('/reset-password');
  const email = page.getByRole('main').getByLabel('El. paštas');
  await whenHydrated(page, email);
  // What watches over the place of focus begins at rest, which a loaded machine comes to late: before the worker is asked for.
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)))
    .toContainEqual(expect.stringContaining('/sw-policy.json'));
  await page.waitForLoadState('networkidle');
  await email.fill('nera@example.lt');
  await page.keyboard.press('Enter');
  const heading = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(heading).toBeVisible();
  await expect(heading).toBeFocused();
});

test('on the way into the checkout and back out of it the focus is at the new page', async ({ page }) => {
  await cartOf(page, await findProduct(page, isOrdinary));
  await page.goto('/krepselis');
  const buy = page.getByRole('link', { name: 'Pirkti' });
  await whenHydrated(page, buy);
  await page.waitForLoadState('networkidle');
  await buy.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Kaip norite gauti prekes?')).toBeVisible();
  const focused = () => page.evaluate(() => document.activeElement?.closest('main')?.id);
  await expect.poll(focused).toBe('content');
  await page.goBack();
  await expect(buy).toBeVisible();
  await expect.poll(focused).toBe('content');
});
