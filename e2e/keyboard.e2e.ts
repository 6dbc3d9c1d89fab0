/** Walks with the keyboard alone. */
import { cartOf, findProduct, isOrdinary, walkTo, whenHydrated } from './purchase-steps.ts';
import { expect, test } from './shop-fixture.ts';

test('on the way into the checkout and back out of it the focus is at the new page; a form that becomes a message leaves it at the message', async ({
  page,
}) => {
  await cartOf(page, await findProduct(page, isOrdinary));
  await page.goto('/krepselis');
  const buy = page.getByRole('link', { name: 'Pirkti' });
  await whenHydrated(page, buy);
  // What watches over the place of focus begins at rest, which a loaded machine comes to late: before the worker is asked for.
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)))
    .toContainEqual(expect.stringContaining('/sw-policy.json'));
  await page.waitForLoadState('networkidle');
  await buy.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Kaip norite gauti prekes?')).toBeVisible();
  const focused = () => page.evaluate(() => document.activeElement?.closest('main')?.id);
  await expect.poll(focused).toBe('content');
  await page.goBack();
  await expect(buy).toBeVisible();
  await expect.poll(focused).toBe('content');
  await test.step('a form that becomes a message', async () => {
    await walkTo(page, '/reset-password');
    const email = page.getByRole('main').getByLabel('El. paštas');
    await email.fill('nera@example.lt');
    await page.keyboard.press('Enter');
    const heading = page.getByRole('main').getByRole('heading', { level: 2 });
    await expect(heading).toBeVisible();
    await expect(heading).toBeFocused();
  });
});
