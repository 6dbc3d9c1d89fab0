import type { Page } from '@playwright/test';
import { signIn } from './customer-steps.ts';
import {
  cartOf,
  fillSteps,
  findProduct,
  isOrdinary,
  pathOf,
  placeOrder,
  walkTo,
  whenHydrated,
} from './purchase-steps.ts';
import { expect, phone, test } from './shop-fixture.ts';

test.use(phone);

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
  await whenHydrated(page);
  await walkTo(page, pathOf(await findProduct(page, isOrdinary)));
  await page.getByRole('main').getByRole('button', { name: 'Į krepšelį', exact: true }).tap();
  await page.getByRole('banner').getByRole('link', { name: 'Krepšelis, prekių: 1' }).tap();
  await expect(page).toHaveURL(/\/krepselis$/);
  await page.getByRole('link', { name: 'Pirkti' }).tap();
  await fillSteps(page);
  await placeOrder(page, 'Banko pavedimas');
  await expect(page.getByRole('heading', { level: 1, name: 'Ačiū! Jūsų užsakymas priimtas' })).toBeVisible();
});

test('on a phone the keyboard goes once something is looked for, and comes where nothing was typed yet', async ({
  page,
}) => {
  await page.goto('/');
  await whenHydrated(page);
  const search = page.getByRole('search').first();
  const box = search.getByRole('combobox');
  for (const [words, look] of [
    ['morkos', () => box.press('Enter')],
    ['rugiai', () => search.getByRole('button', { name: 'Ieškoti' }).tap()],
  ] as const) {
    await box.fill(words);
    await expect(box).toBeFocused();
    await look();
    await expect(page.getByRole('heading', { level: 1, name: `Paieška: „${words}“` })).toBeVisible();
    await expect(box).not.toBeFocused();
  }
  await walkTo(page, '/');
  await expect(box).toHaveValue('');
  await search.getByRole('button', { name: 'Ieškoti' }).tap();
  await expect(box).toBeFocused();
});

test('nothing scrolls sideways on a phone, in any display mode, on any screen, nor does a list or a plant protection product on a narrow one in letters of twice the size', async ({
  page,
}) => {
  const product = await findProduct(page, (one) => one.isChemical);
  await page.goto('/');
  await whenHydrated(page);
  for (const [path, heading] of [
    ['/', 'Kategorijos'],
    ['/c/seklos-1', 'Sėklos'],
    [pathOf(product), product.name],
    ['/krepselis', 'Krepšelis'],
    ['/pristatymas', /^Pristatym/],
    ['/duk', 'Klausimai ir atsakymai'],
    ['/naujienos', 'Naujienos'],
    ['/nera-tokio', /puslapio rasti nepavyko/],
  ] as const) {
    await walkTo(page, path);
    await expect(page.getByRole('main').getByRole('heading', { name: heading }).first()).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    for (const theme of ['light', 'field']) {
      const over = await page.evaluate((name) => {
        document.documentElement.dataset['theme'] = name;
        return document.documentElement.scrollWidth - document.documentElement.clientWidth;
      }, theme);
      expect({ path, theme, over }).toEqual({ path, theme, over: 0 });
    }
    if (path !== '/c/seklos-1' && path !== pathOf(product)) continue;
    const before = page.viewportSize();
    await page.setViewportSize({ width: 360, height: 740 });
    const over = await page.evaluate(() => {
      document.documentElement.style.fontSize = '32px';
      return document.documentElement.scrollWidth - document.documentElement.clientWidth;
    });
    expect({ path, over }).toEqual({ path, over: 0 });
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
    if (before) await page.setViewportSize(before);
  }
});

test('with goods in the cart of somebody signed in nothing scrolls sideways on the narrowest phone, in letters of twice the size too, and nothing is cut off on a narrow one in those letters, from the cart to the checkout', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page);
  await cartOf(page, await findProduct(page, isOrdinary));
  await page.goto('/');
  await whenHydrated(page);
  for (const [path, heading] of [
    ['/', 'Kategorijos'],
    ['/c/seklos-1', 'Sėklos'],
    ['/duk', 'Klausimai ir atsakymai'],
    ['/krepselis', 'Krepšelis'],
  ] as const) {
    await walkTo(page, path);
    await expect(page.getByRole('main').getByRole('heading', { name: heading }).first()).toBeVisible();
    if (path === '/krepselis') await expect(page.getByRole('link', { name: 'Pirkti' })).toBeVisible();
    // The wishlist of the demo customer may have some too.
    const badges = page.getByRole('banner').locator('[data-count]');
    await expect(
      page
        .getByRole('link', { name: /^Krepšelis, / })
        .locator('[data-count]')
        .first(),
    ).toBeVisible();
    // A number of two signs is as wide as it gets.
    await badges.evaluateAll((all) => all.forEach((one) => one.setAttribute('data-count', '99')));
    const over = await page.evaluate(() =>
      ['', '200%'].map((size) => {
        document.documentElement.style.fontSize = size;
        return document.documentElement.scrollWidth - document.documentElement.clientWidth;
      }),
    );
    expect({ path, over }).toEqual({ path, over: [0, 0] });
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  }
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/krepselis', '/apmokejimas']) {
    await walkTo(page, path);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    if (path === '/apmokejimas') await expect(page.getByText('Kaip norite gauti prekes?')).toBeVisible();
    if (path === '/krepselis') await expect(page.getByRole('link', { name: 'Pirkti' })).toBeVisible();
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '32px';
    });
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect({ path, over, cut: await cutTexts(page) }).toEqual({ path, over: 0, cut: [] });
  }
});

/** Texts of the page that reach out of the screen or of what clips them, where nobody can scroll to their end. */
const cutTexts = (page: Page) =>
  page.evaluate(() => {
    const range = document.createRange();
    const walker = document.createTreeWalker(
      document.querySelector('main') ?? document.body,
      NodeFilter.SHOW_TEXT,
    );
    const cut: string[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (node.textContent?.trim() === '' || !parent?.checkVisibility({ visibilityProperty: true })) continue;
      range.selectNodeContents(node);
      const { left, right } = range.getBoundingClientRect();
      if (right === left) continue;
      for (let box: Element | null = parent; box !== null; box = box.parentElement) {
        const { overflowX, clipPath, textOverflow } = getComputedStyle(box);
        if (clipPath !== 'none' || textOverflow === 'ellipsis') break;
        if (/auto|scroll/.test(overflowX)) {
          // What is scrolled to can be seen whole where it is no wider than its window.
          if (right - left > box.clientWidth) cut.push(node.textContent ?? '');
          break;
        }
        const edge = box.getBoundingClientRect();
        const isEdge = box === document.documentElement || /hidden|clip/.test(overflowX);
        if (isEdge && (right > edge.right + 1 || left < edge.left - 1)) {
          cut.push(node.textContent ?? '');
          break;
        }
      }
    }
    return cut;
  });

test('on the page of a product what a finger must hit is at least 24 pixels high and wide, main actions 44; the chosen pack bears a tick of its own in the field theme and in forced colours; the price and the way into the cart stay in reach wherever it is read, and stand there once', async ({
  page,
}) => {
  const product = await findProduct(page, (one) => isOrdinary(one) && one.variants.length > 1);
  const other = product.variants.at(-1);
  await page.goto(pathOf(product));
  await test.step('what a finger must hit', async () => {
    const add = page.getByRole('main').getByRole('button', { name: 'Į krepšelį', exact: true });
    expect((await add.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    for (const found of [
      page.getByRole('button', { name: 'Meniu' }),
      page.getByRole('banner').getByRole('link', { name: /^Krepšelis/ }),
    ])
      expect((await found.boundingBox())?.width).toBeGreaterThanOrEqual(44);
  });
  await test.step('the chosen pack', async () => {
    const tick = () =>
      page
        .getByRole('main')
        .locator('fieldset label:has(:checked)')
        .evaluateAll(
          (packs) => packs.filter((pack) => getComputedStyle(pack, '::after').display === 'block').length,
        );
    await expect(page.getByRole('main').locator('fieldset label').nth(1)).toBeVisible();
    expect(await tick()).toBe(0);
    await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'field'));
    expect(await tick()).toBe(1);
    await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await tick()).toBe(1);
    await page.emulateMedia({ forcedColors: null });
    await page.evaluate(() => document.documentElement.removeAttribute('data-theme'));
  });
  await page.setViewportSize({ width: 360, height: 740 });
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
  await walkTo(page, '/krepselis');
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: 'Krepšelis' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(other?.name ?? '');
  // What ends the page is not left under it.
  await walkTo(page, pathOf(product));
  await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible();
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
  // In letters of twice the size it stays where it is too, and nothing scrolls sideways.
  const over = await page.evaluate(() => {
    scrollTo(0, 0);
    document.documentElement.style.fontSize = '32px';
    return document.documentElement.scrollWidth - document.documentElement.clientWidth;
  });
  expect(over).toBe(0);
  await expect.poll(isInReach).toBe(true);
  const height = await bar.evaluate((element) => innerHeight - element.getBoundingClientRect().top);
  expect(height).toBeGreaterThan(40);
  expect(height).toBeLessThan(120);
});
