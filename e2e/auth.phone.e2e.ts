/** Signing in on a phone: the ways to it, and forms that fit the narrowest screen in the largest letters. */
import type { Page } from '@playwright/test';
import { walkTo, whenHydrated } from './purchase-steps.ts';
import { expect, phone, test } from './shop-fixture.ts';

test.use(phone);

const main = (page: Page) => page.getByRole('main');

test('the menu of a phone leads to signing in, and then to account, orders and out; nothing about signing in is wider than the narrowest phone, in any display mode, nor than a narrow one in letters of twice the size', async ({
  page,
}) => {
  await page.goto('/duk');
  await whenHydrated(page);
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

  /** How far the page reaches over the side of a screen this wide, with letters of that size. */
  const over = async (width: number, letters: string) => {
    await page.setViewportSize({ width, height: 640 });
    return page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
      return document.documentElement.scrollWidth - document.documentElement.clientWidth;
    }, letters);
  };
  await page.setViewportSize({ width: 320, height: 640 });
  for (const [path, name] of [
    ['/auth', /./],
    ['/auth?tab=sign-up', /./],
    ['/registration', 'Nauja paskyra'],
    ['/reset-password', /./],
    ['/reset-password/x', /./],
  ] as const) {
    if (path === '/auth?tab=sign-up') await main(page).getByRole('tab', { name: 'Registruotis' }).click();
    else await walkTo(page, path);
    await expect(main(page).getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(main(page).getByRole('textbox').first()).toBeVisible();
    if (path === '/registration') await main(page).getByLabel('Perku įmonei arba ūkiui').check();
    for (const theme of ['light', 'field']) {
      await page.evaluate((name) => {
        document.documentElement.dataset['theme'] = name;
      }, theme);
      expect([path, theme, await over(320, '')]).toEqual([path, theme, 0]);
    }
    expect([path, 'letters of twice the size', await over(360, '32px')]).toEqual([
      path,
      'letters of twice the size',
      0,
    ]);
    await over(320, '');
  }
});
