import type { Locator, Page } from '@playwright/test';
import { hasNoFinding } from './axe.ts';
import {
  cartOf,
  openCheckout,
  fillAddress,
  fillContacts,
  findProduct,
  isOrdinary,
  pathOf,
  placeOrder,
  toAddress,
  toPayment,
  walkTo,
  whenHydrated,
} from './purchase-steps.ts';
import { expect, test } from './shop-fixture.ts';

// A reading of a whole page in one theme takes seconds on a slow machine, and a journey has up to sixteen of them.
test.describe.configure({ timeout: 240_000 });

test('home, a category, results of a search, a page of text, the menu of all goods and the not-found page have no finding', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await hasNoFinding(page, undefined, 'too');
  await whenHydrated(page);
  const heading = page.getByRole('main').getByRole('heading', { level: 1 });
  for (const [path, name, themes] of [
    ['/c/seklos-1', 'Sėklos', ['light', 'dark', 'field']],
    ['/p/paieska?query=morkos', 'Paieška: „morkos“', ['light']],
    ['/pristatymas', /Pristatym/, ['light']],
  ] as const)
    await test.step(path, async () => {
      await walkTo(page, path);
      await expect(heading).toHaveText(name);
      await hasNoFinding(page, themes);
    });
  await test.step('the menu of all goods', async () => {
    await page
      .getByRole('navigation', { name: 'Prekės' })
      .getByRole('button', { name: 'Visos prekės' })
      .click();
    await expect(page.getByRole('link', { name: 'Daržovių sėklos' }).first()).toBeVisible();
    await hasNoFinding(page, ['light'], 'too');
    await page.keyboard.press('Escape');
  });
  await test.step('the not-found page', async () => {
    await walkTo(page, '/nera-tokio');
    await expect(heading).toHaveText(/puslapio rasti nepavyko/);
    await hasNoFinding(page, ['light']);
  });
});

test('products, ordinary and chemical, the dialog of the cart and its page have no finding', async ({
  page,
}) => {
  const ordinary = await findProduct(page, isOrdinary);
  const chemical = await findProduct(page, ({ isChemical }) => isChemical);
  await cartOf(page, ordinary);
  const main = page.getByRole('main');
  await page.goto(pathOf(ordinary));
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await hasNoFinding(page);
  await test.step('a chemical product', async () => {
    await whenHydrated(page);
    await walkTo(page, pathOf(chemical));
    await expect(main.getByRole('heading', { level: 1, name: chemical.name })).toBeVisible();
    await expect(main.getByText('Tik atsiimti, nepristatoma.')).toBeVisible();
    await hasNoFinding(page);
  });
  await test.step('the dialog of the cart', async () => {
    await page.getByRole('button', { name: /^Krepšelis/ }).click();
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Pirkti' })).toBeVisible();
    await hasNoFinding(page, undefined, 'too');
    await page.keyboard.press('Escape');
  });
  await test.step('the page of the cart', async () => {
    await walkTo(page, '/krepselis');
    await expect(main.getByRole('link', { name: 'Pirkti' })).toBeVisible();
    await hasNoFinding(page);
  });
});

test('every step of the checkout, the thanks and the order have no finding', async ({ page }) => {
  await openCheckout(page, await findProduct(page, isOrdinary));
  await expect(page.getByRole('radio', { name: /Kurjeris į namus/ })).toBeVisible();
  await hasNoFinding(page, undefined, 'too');
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
  await walkTo(page, `/orders/${token}`);
  await expect(page.getByRole('heading', { level: 1, name: /Užsakymas/ })).toBeVisible();
  await hasNoFinding(page, ['light']);
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

/** Words of headings that stand on more than one line: the screen is too narrow for their letters. */
const brokenWords = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main h1, main h2')].flatMap((heading) => {
      const text = heading.firstChild;
      if (!(text instanceof Text)) return [];
      return [...text.data.matchAll(/[^\s-]+/g)].flatMap(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1 ? [word] : [];
      });
    }),
  );

/** Whether the button on a product's picture lies on its badge; null: the page has no such two. */
const coveredBadge = (page: Page) =>
  page.evaluate(() => {
    const button = [...document.querySelectorAll('main button')].find(
      (one) => one.textContent === 'Padidinti',
    );
    const badge = button?.closest('[class*=frame]')?.querySelector('[class*=badges] span');
    if (!button || !badge) return null;
    const [one, other] = [button.getBoundingClientRect(), badge.getBoundingClientRect()];
    return (
      one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
    );
  });

/** In letters of twice the size nothing of the open page is cut, at 360 px and at 1280 px. */
async function nothingIsCut(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 360, height: 800 });
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
      await expect.poll(() => brokenWords(page)).toEqual([]);
      await expect.poll(() => coveredBadge(page)).toBe(path.startsWith('/p/') ? false : null);
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
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
}

/** Widths of the solid lines around what is found. */
const linesAround = (found: Locator) =>
  found.evaluateAll((all) =>
    all.map((one) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      return outlineStyle === 'solid' ? outlineWidth : '';
    }),
  );

/** The same in forced colours and in the field theme. */
async function inBothDisplays(page: Page, look: () => Promise<void>): Promise<void> {
  for (const [name, given] of [
    ['forced colours', { forcedColors: 'active', contrast: 'no-preference' }],
    ['the field theme', { forcedColors: 'none', contrast: 'more' }],
  ] as const)
    await test.step(name, async () => {
      await page.emulateMedia(given);
      await look();
    });
  await page.emulateMedia({ forcedColors: null, contrast: null });
}

test('in letters of twice the size nothing is cut, no word of a heading is broken and no badge is covered, at 360 px and at 1280 px; what is chosen has a thick line around it in forced colours and in the field theme: pack, picture, filter, page', async ({
  page,
}) => {
  const product = await findProduct(
    page,
    (one) =>
      isOrdinary(one) &&
      one.variants.length > 1 &&
      one.variants.some(
        ({ code, prices }) => code === one.defaultVariant && prices.originalPrices.length > 0,
      ),
  );
  const main = page.getByRole('main');
  await page.goto('/');
  await nothingIsCut(page, '/');
  await whenHydrated(page);
  await walkTo(page, pathOf(product));
  await expect(main.getByRole('heading', { level: 1, name: product.name })).toBeVisible();
  await expect(main.getByRole('button', { name: 'Padidinti' })).toBeVisible();
  await nothingIsCut(page, pathOf(product));
  await walkTo(page, '/megstamiausios');
  await expect(main.getByRole('heading', { level: 1, name: 'Mėgstamiausios prekės' })).toBeVisible();
  await nothingIsCut(page, '/megstamiausios');
  await page.goBack();
  await test.step('the chosen pack and picture', () =>
    inBothDisplays(page, async () => {
      const packs = main.locator('label', { has: page.locator('input[type=radio]') });
      const chosen = [...Array.from({ length: product.variants.length - 1 }, () => ''), '3px'];
      await expect.poll(async () => (await linesAround(packs)).toSorted()).toEqual(chosen);
      await expect.poll(() => linesAround(main.locator('button[aria-current=true]'))).toEqual(['3px']);
    }));
  await test.step('the page in front', async () => {
    await walkTo(page, '/c/seklos-1?page=2');
    await inBothDisplays(page, async () => {
      await expect.poll(() => linesAround(main.locator('a[aria-current=page]').last())).toEqual(['3px']);
    });
  });
  await test.step('the chosen filter', async () => {
    await main
      .locator('a', { hasText: /^Yra sandėlyje/ })
      .first()
      .click();
    await expect(main.locator('a[aria-current=true]').first()).toBeVisible();
    await page.mouse.click(2, 2);
    await inBothDisplays(page, async () => {
      await expect.poll(async () => (await linesAround(main.locator('a[aria-current=true]')))[0]).toBe('3px');
    });
  });
});
