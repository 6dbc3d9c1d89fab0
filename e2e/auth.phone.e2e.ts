/** Signing in on a phone: the ways to it, and forms that fit the narrowest screen in the largest letters. */
import type { Page } from '@playwright/test';
import { whenAlive } from './purchase-steps.ts';
import { expect, test } from './shop-fixture.ts';

const main = (page: Page) => page.getByRole('main');

test('the menu of a phone leads to signing in, and then to account, orders and out', async ({ page }) => {
  await page.goto('/duk');
  await whenAlive(page);
  const open = () => page.getByRole('banner').getByRole('button', { name: 'Meniu' }).click();
  const entries = page.getByRole('dialog', { name: 'Meniu' }).getByRole('navigation', { name: 'Paskyra' });
  await open();
  await expect(entries.getByRole('listitem')).toHaveText(['Prisijungti', 'Registruotis']);
  await entries.getByRole('link', { name: 'Prisijungti' }).click();
  const panel = main(page).getByRole('tabpanel', { name: 'Prisijungti' });
  await panel.getByLabel('El. paštas').fill('rasa.demo@example.com');
  await panel.getByRole('textbox', { name: 'Slaptažodis' }).fill('Demo-Rasa-1');
  await panel.getByRole('button', { name: 'Prisijungti', exact: true }).click();
  // Back where it began.
  await expect(page).toHaveURL(/\/duk$/);
  await open();
  await expect(entries.getByRole('listitem')).toHaveText(['Mano paskyra', 'Mano užsakymai', 'Atsijungti']);
  await entries.getByRole('button', { name: 'Atsijungti' }).click();
  await expect(page.getByText('Atsijungėte.').first()).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('AUTH_TOKEN'))).toBeNull();
});

test('nothing about signing in is wider than the narrowest phone, in any display mode', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of [
    '/auth',
    '/auth?tab=sign-up',
    '/registration',
    '/reset-password',
    '/reset-password/x',
  ]) {
    await page.goto(path);
    await whenAlive(page, main(page).getByRole('textbox').first());
    if (path === '/registration') await main(page).getByLabel('Perku įmonei arba ūkiui').check();
    for (const theme of ['light', 'field']) {
      await page.evaluate((name) => {
        document.documentElement.dataset['theme'] = name;
      }, theme);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect([path, theme, width]).toEqual([path, theme, 320]);
    }
  }
});
