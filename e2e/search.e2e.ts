import type { Page } from '@playwright/test';
import { walkTo, whenHydrated } from './purchase-steps.ts';
import { expect, test } from './shop-fixture.ts';

const box = (page: Page) =>
  page.getByRole('search').first().getByRole('combobox', { name: 'Ieškoti prekių' });
const list = (page: Page) => page.getByRole('listbox');
const recent = (page: Page) => page.getByRole('listbox', { name: 'Neseniai ieškota' });
const all = (page: Page) => page.getByRole('link', { name: /^Rodyti visus rezultatus/ });

/** By the router, out of the box: the words of the search before are gone with its page. */
async function walkHome(page: Page): Promise<void> {
  await box(page).blur();
  await walkTo(page, '/');
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Paieška');
}

test('R1.05 R2.75 R2.76 R9.13 R9.14 R1.06 R2.73 R2.74 R2.79 R3.83 R4.49 R4.51 R9.10 R2.78 R2.80 R2.81 R2.82 R2.83 R2.84 what was looked for stands below the empty box, newest first, before there is nothing; by keyboard: arrows go through the options and around their ends, Enter opens; what was looked for is removed, one and all, and stays so; spaces are not looked for, Escape closes first and clears then; goods that are not there and no connection are said; a search without result leads on; typing shows goods and at most three categories, and the way to all results; what closes the list: a click elsewhere, submitting, clearing, navigation', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await whenHydrated(page);
  await test.step('R1.06 R2.74 R2.79 R3.83 R9.10 what was looked for', async () => {
    await box(page).focus();
    await expect(list(page)).toHaveCount(0);
    for (const words of ['kalkės', 'morkos', 'rugiai']) {
      await box(page).fill(words);
      await box(page).press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toContainText(words);
    }
    await walkHome(page);
    await box(page).focus();
    await expect(recent(page).getByRole('option')).toHaveText(['rugiai', 'morkos', 'kalkės']);
    expect(await page.evaluate(() => localStorage.getItem('SEARCH_RECENT_QUERIES'))).toBe(
      '["rugiai","morkos","kalkės"]',
    );
    await recent(page).getByRole('option', { name: 'kalkės' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Paieška: „kalkės“' })).toBeVisible();
  });
  await test.step('R2.73 arrows', async () => {
    await box(page).fill('');
    await box(page).focus();
    await expect(recent(page)).toBeVisible();
    const option = (name: string) => recent(page).getByRole('option', { name, selected: true });
    for (const name of ['rugiai', 'morkos', 'kalkės', 'rugiai']) {
      await box(page).press('ArrowDown');
      await expect(option(name)).toBeVisible();
    }
    for (const name of ['kalkės', 'morkos']) {
      await box(page).press('ArrowUp');
      await expect(option(name)).toBeVisible();
    }
    // Focus stays in the field, which names the option.
    await expect(box(page)).toBeFocused();
    await expect(box(page)).toHaveAttribute(
      'aria-activedescendant',
      (await option('morkos').getAttribute('id')) ?? '?',
    );
    await box(page).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Paieška: „morkos“' })).toBeVisible();
  });
  await test.step('R4.51 removed', async () => {
    await box(page).fill('');
    await box(page).focus();
    await page.getByRole('button', { name: 'Pašalinti: morkos' }).click();
    await expect(recent(page).getByRole('option')).toHaveText(['rugiai', 'kalkės']);
    await page.getByRole('button', { name: 'Išvalyti viską' }).click();
    await expect(list(page)).toHaveCount(0);
    await page.reload();
    expect(await page.evaluate(() => localStorage.getItem('SEARCH_RECENT_QUERIES'))).toBe('[]');
    await whenHydrated(page);
  });
  await test.step('goods that are not there', async () => {
    await box(page).fill('zzzzzzzzz');
    await expect(page.getByText('Nieko nerasta. Pamėginkite')).toBeVisible();
    await expect(all(page)).toHaveCount(0);
    await box(page).fill('');
  });
  await test.step('without a connection the box says what Enter does', async () => {
    await box(page).fill('a');
    await expect(page.getByText(/Pasiūlymams trūksta/)).toBeVisible();
    await page.route('**/search/suggestions*', (route) => route.abort());
    await context.setOffline(true);
    await box(page).fill('morkos');
    await expect(page.getByText(/Pasiūlymams reikia ryšio/)).toBeVisible();
    await context.setOffline(false);
    await page.unroute('**/search/suggestions*');
    await box(page).fill('');
  });
  await test.step('R4.49 spaces and Escape', async () => {
    const before = page.url();
    await box(page).fill('   ');
    await box(page).press('Enter');
    await box(page).fill('abc');
    await box(page).press('Escape');
    await expect(box(page)).toHaveValue('abc');
    await expect(box(page)).toHaveAttribute('aria-expanded', 'false');
    await box(page).press('Escape');
    await expect(box(page)).toHaveValue('');
    expect(page.url()).toBe(before);
    await box(page).fill('abc');
    await box(page).press('Enter');
    await expect(page).toHaveURL(/query=abc$/);
  });
  await test.step('a search without result keeps its words and leads on: other words, categories, popular goods', async () => {
    await walkTo(page, `/p/paieska?query=${encodeURIComponent('morkų kastuvas')}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('morkų kastuvas');
    await expect(box(page)).toHaveValue('morkų kastuvas');
    const main = page.getByRole('main');
    await expect(main.getByText('Pagal „morkų kastuvas“ prekių nerasta')).toBeVisible();
    await expect(main.getByRole('heading', { name: 'Kategorijos' }).first()).toBeVisible();
    await expect(main.getByRole('heading', { name: 'Populiarios prekės' }).first()).toBeVisible();
    await main
      .getByRole('navigation', { name: 'Pamėginkite kitaip' })
      .getByRole('link', { name: 'morkų' })
      .click();
    await expect(page).toHaveURL(/query=mork%C5%B3$/);
    await expect(main.getByRole('link', { name: /Morkų sėklos/ }).first()).toBeVisible();
  });
  await test.step('R1.05 R2.75 R2.76 R9.13 R9.14 typing', async () => {
    const asked: URLSearchParams[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/search/suggestions*', async (route) => {
      asked.push(new URL(route.request().url()).searchParams);
      await held;
      await route.continue();
    });
    await walkHome(page);
    await box(page).focus();
    await expect(recent(page)).toBeVisible();
    await box(page).pressSequentially('trąšos');
    await expect(recent(page)).toHaveCount(0);
    await expect.poll(() => asked.length).toBe(1);
    await expect(page.getByText('Ieškoma…')).toBeVisible();
    await expect(all(page)).toHaveCount(0);
    release();
    await expect(list(page).getByRole('option').first()).toBeVisible();
    expect(asked.map((query) => [query.get('query'), query.get('itemsPerPage')])).toEqual([['trąšos', '4']]);
    await expect(list(page).locator('a[href^="/c/"]')).toHaveCount(3);
    await expect(list(page).locator('a[href^="/p/"]')).toHaveCount(4);
    await all(page).click();
    await expect(page).toHaveURL(/\/p\/paieska\?query=tr/);
    await expect(list(page)).toHaveCount(0);
    await page.unroute('**/search/suggestions*');
  });
  await test.step('R2.78 R2.80 R2.81 R2.82 R2.83 R2.84 what closes the list', async () => {
    await walkHome(page);
    await box(page).fill('mork');
    const panel = page.getByText(/Pasiūlymams trūksta 1 raidės/);
    await expect(panel).toBeVisible();
    await page.getByRole('main').click({ position: { x: 5, y: 300 } });
    await expect(panel).toHaveCount(0);
    await expect(box(page)).toHaveValue('mork');
    // Fewer letters than suggestions need can still be looked for.
    await page.getByRole('search').first().getByRole('button', { name: 'Ieškoti' }).click();
    await expect(page).toHaveURL(/query=mork$/);
    await expect(panel).toHaveCount(0);
    await expect(box(page)).toBeFocused();
    await box(page).press('End');
    await box(page).press('Backspace');
    await expect(page.getByText(/Pasiūlymams trūksta 2 raidžių/)).toBeVisible();
    await page.getByRole('button', { name: 'Išvalyti', exact: true }).click();
    await expect(box(page)).toHaveValue('');
    await expect(box(page)).toHaveAttribute('aria-expanded', 'false');
    // Going back changes the words without anybody in the field.
    await page.goBack();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Paieška');
    await expect(box(page)).toHaveAttribute('aria-expanded', 'false');
    await box(page).fill('trąšos');
    await list(page).locator('a[href^="/c/"]').first().click();
    await expect(page).toHaveURL(/\/c\//);
    await expect(list(page)).toHaveCount(0);
  });
});
