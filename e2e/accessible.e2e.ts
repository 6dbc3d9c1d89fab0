import type { Page } from '@playwright/test';
import { hasNoFinding } from './axe.ts';
import {
  addToCart,
  openCheckout,
  fillAddress,
  fillContacts,
  findProduct,
  isOrdinary,
  pathOf,
  placeOrder,
  toAddress,
  toPayment,
} from './purchase-steps.ts';
import { expect, test } from './shop-fixture.ts';

// A reading of a whole page in one theme takes seconds on a slow machine, and a journey has up to sixteen of them.
test.describe.configure({ timeout: 240_000 });

test('home, a category, results of a search and a page of text have no finding', async ({ page }) => {
  for (const path of ['/', '/c/seklos-1', '/p/paieska?query=morkos', '/pristatymas'])
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('contentinfo')).toBeVisible();
      await hasNoFinding(
        page,
        path === '/' || path.startsWith('/c/') ? ['light', 'dark', 'field'] : ['light'],
      );
    });
});

test('products, ordinary and chemical, have no finding', async ({ page }) => {
  for (const fits of [isOrdinary, (product: { isChemical: boolean }) => product.isChemical]) {
    await page.goto(pathOf(await findProduct(page, fits)));
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await hasNoFinding(page);
  }
});

test('cart, its dialog, menus and the not-found page have no finding', async ({ page }) => {
  await addToCart(page, await findProduct(page, isOrdinary));
  await page.getByRole('button', { name: /^Krepšelis/ }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Pirkti' })).toBeVisible();
  await hasNoFinding(page);
  await page.goto('/krepselis');
  await expect(page.getByRole('link', { name: 'Pirkti' })).toBeVisible();
  await hasNoFinding(page);
  await page
    .getByRole('navigation', { name: 'Prekės' })
    .getByRole('button', { name: 'Visos prekės' })
    .click();
  await expect(page.getByRole('link', { name: 'Daržovių sėklos' }).first()).toBeVisible();
  await hasNoFinding(page, ['light']);
  await page.goto('/nera-tokio');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await hasNoFinding(page, ['light']);
});

test('every step of the checkout, the thanks and the order have no finding', async ({ page }) => {
  await openCheckout(page, await findProduct(page, isOrdinary));
  await expect(page.getByRole('radio', { name: /Kurjeris į namus/ })).toBeVisible();
  await hasNoFinding(page);
  await toAddress(page);
  await page.getByRole('button', { name: 'Toliau: mokėjimas' }).click();
  await expect(page.getByText('Pataisykite šiuos laukus:')).toBeVisible();
  await hasNoFinding(page);
  await fillContacts(page);
  await fillAddress(page);
  await toPayment(page);
  await expect(page.getByRole('radio', { name: 'Banko pavedimas' })).toBeVisible();
  await hasNoFinding(page);
  await placeOrder(page, 'Banko pavedimas');
  await expect(page.getByText(/Užsakymo numeris/)).toBeVisible();
  await hasNoFinding(page);
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('PLACED_ORDER') ?? '""') as string);
  await page.goto(`/orders/${token}`);
  await expect(page.getByRole('heading', { level: 1, name: /Užsakymas/ })).toBeVisible();
  await hasNoFinding(page, ['light']);
});

test('in letters of twice the size nothing is cut, at 360 px and at 1280 px', async ({ page }) => {
  for (const path of ['/', pathOf(await findProduct(page, isOrdinary))]) {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(path);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await page.mouse.move(100, 300);
    await expect(page.getByRole('contentinfo')).toBeAttached();
    await page.waitForLoadState('networkidle');
    for (const width of [360, 1280])
      await test.step(`${path} at ${String(width)} px`, async () => {
        await page.setViewportSize({ width, height: 800 });
        // What is in the page by its width alone has changed with it.
        await expect(
          page.getByRole('banner').getByRole('button', { name: 'Meniu' }).filter({ visible: true }),
        ).toHaveCount(width === 360 ? 1 : 0);
        await expect.poll(() => cutIn(page)).toEqual([]);
        expect(
          (await page.getByRole('search').first().getByRole('combobox').boundingBox())?.width,
        ).toBeGreaterThan(100);
        const bar = page.getByRole('main').locator('[class*=bar]', { has: page.locator('strong') });
        if (path === '/' || !(await bar.first().isVisible())) return;
        const [price, button] = await Promise.all([
          bar.first().locator('strong').boundingBox(),
          bar.first().getByRole('button').boundingBox(),
        ]);
        expect(
          price && button && (price.y + price.height <= button.y || price.x + price.width <= button.x),
        ).toBe(true);
      });
  }
});

/** What reaches out of an element of the page that clips it. */
const cutIn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main *')]
      .filter((one) => {
        const { overflowX } = getComputedStyle(one);
        return (
          /hidden|clip/.test(overflowX) &&
          one.clientWidth > 1 &&
          one.scrollWidth > one.clientWidth + 1 &&
          one.checkVisibility({ visibilityProperty: true })
        );
      })
      .map((one) => `${one.className}: ${one.innerText.slice(0, 40)}`),
  );

test('what is chosen has a thick line around it in forced colours and in the field theme: pack, picture, filter, page', async ({
  page,
}) => {
  const lines = (found: ReturnType<typeof page.locator>) =>
    found.evaluateAll((all) =>
      all.map((one) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(one);
        return outlineStyle === 'solid' ? outlineWidth : '';
      }),
    );
  /** The same in either display. */
  const inBoth = async (look: () => Promise<void>) => {
    for (const [name, given] of [
      ['forced colours', { forcedColors: 'active', contrast: 'no-preference' }],
      ['the field theme', { forcedColors: 'none', contrast: 'more' }],
    ] as const)
      await test.step(name, async () => {
        await page.emulateMedia(given);
        await look();
      });
  };
  const product = await findProduct(page, (one) => one.variants.length > 1);
  await page.goto(pathOf(product));
  const main = page.getByRole('main');
  await inBoth(async () => {
    const packs = main.locator('label', { has: page.locator('input[type=radio]') });
    const chosen = [...Array.from({ length: product.variants.length - 1 }, () => ''), '3px'];
    await expect.poll(async () => (await lines(packs)).toSorted()).toEqual(chosen);
    expect(await lines(main.locator('button[aria-current=true]'))).toEqual(['3px']);
  });
  await page.goto('/c/seklos-1?page=2');
  await inBoth(async () => {
    await expect.poll(() => lines(main.locator('a[aria-current=page]').last())).toEqual(['3px']);
  });
  await main
    .locator('a', { hasText: /^Yra sandėlyje/ })
    .first()
    .click();
  await expect(main.locator('a[aria-current=true]').first()).toBeVisible();
  await page.mouse.click(2, 2);
  await inBoth(async () => {
    await expect.poll(async () => (await lines(main.locator('a[aria-current=true]')))[0]).toBe('3px');
  });
});
