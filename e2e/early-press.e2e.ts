/** What is pressed in the first moments of a product page that was loaded anew: nothing of it is lost, whatever comes late. */
import type { Page } from '@playwright/test';
import { findProduct, isOrdinary, pathOf, walkTo, whenHydrated } from './purchase-steps.ts';
import { expect, installWorker, test } from './shop-fixture.ts';

const hasPacks = (product: Awaited<ReturnType<typeof findProduct>>) =>
  isOrdinary(product) && product.variants.length > 1;

/** Codes and pieces of the cart in front, as the shop has them. */
async function inShop(page: Page): Promise<string[]> {
  const token = await page.evaluate(() => localStorage.getItem('CART_TOKEN') ?? 'none');
  const answer = await page.request.get(`/api/v2/shop/orders/${token}`);
  const { items = [] } = (await answer.json()) as {
    items?: { quantity: number; variant: { code: string } }[];
  };
  return items.map(({ quantity, variant }) => `${String(quantity)} ${variant.code}`);
}
const buy = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Į krepšelį', exact: true }).first();

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('a pack, a quantity and a press before any script has come are what is bought once they have', async ({
    page,
  }) => {
    const product = await findProduct(page, hasPacks);
    const second = product.variants[1];
    let come = () => {};
    const held = new Promise<void>((resolve) => (come = resolve));
    const asked: string[] = [];
    await page.route(/\/assets\/.*\.js/, async (route) => {
      asked.push(route.request().url());
      await held;
      await route.continue().catch(() => undefined);
    });
    await page.goto(pathOf(product), { waitUntil: 'commit' });
    await page
      .locator('main label', { hasText: second?.name ?? '' })
      .first()
      .click();
    await page.getByRole('main').locator('input[inputmode=numeric]').first().fill('3');
    await buy(page).click();
    // It says that it was heard.
    await expect(buy(page)).toHaveAttribute('aria-busy', 'true');
    expect(asked.length).toBeGreaterThan(0);
    come();
    await expect.poll(() => inShop(page)).toEqual([`3 ${second?.code ?? ''}`]);
    await expect(buy(page)).not.toHaveAttribute('aria-busy', 'true');
    await expect(page.locator(`input[value="${second?.code ?? ''}"]`)).toBeChecked();
  });

  test('a press is carried out when scripts come after more than a minute', async ({ page }) => {
    const product = await findProduct(page, isOrdinary);
    let come = () => {};
    const held = new Promise<void>((resolve) => (come = resolve));
    const asked: string[] = [];
    await page.route(/\/assets\/libraries-/, async (route) => {
      asked.push(route.request().url());
      await held;
      await route.continue().catch(() => undefined);
    });
    // Frames and pauses of the page pass as the journey says.
    await page.clock.install();
    await page.goto(pathOf(product), { waitUntil: 'commit' });
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    await buy(page).click();
    await page.clock.runFor(90_000);
    come();
    await page.clock.resume();
    await expect.poll(() => inShop(page)).toEqual([`1 ${product.defaultVariant}`]);
  });

  test('a first script that came in half is fetched again with its page, and what is pressed then is in the cart; one that stays so or does not come is said', async ({
    newContext,
    shop,
  }) => {
    // The syntax error of half a script is no fault of the page.
    const page = await (await newContext({ baseURL: shop.url, serviceWorkers: 'block' })).newPage();
    const product = await findProduct(page, isOrdinary);
    let torn = 1;
    await page.route(/\/assets\/index-[\w-]{7}\.js/, async (route) => {
      torn -= 1;
      if (torn === Infinity) return route.abort('connectionclosed');
      const response = await route.fetch();
      const whole = await response.text();
      return route.fulfill({ response, body: torn < 0 ? whole : whole.slice(0, whole.length / 2) });
    });
    // A page that is left before it has loaded never says that it has.
    let fetched = 0;
    page.on('request', (request) => (fetched += request.isNavigationRequest() ? 1 : 0));
    await page.goto(pathOf(product));
    await expect.poll(() => fetched).toBe(2);
    await buy(page).click();
    await expect.poll(() => inShop(page)).toEqual([`1 ${product.defaultVariant}`]);
    for (const [at, stays] of [1_000, Infinity].entries()) {
      torn = stays;
      await page.goto(pathOf(product));
      await expect(page.locator('#nothing-came')).toBeInViewport();
      expect(fetched).toBe(3 + at);
    }
  });

  test('what moves away under a mouse or a finger is pressed all the same, and nothing else is', async ({
    page,
  }) => {
    await page.goto(pathOf(await findProduct(page, isOrdinary)));
    await whenHydrated(page);
    const heart = page
      .getByRole('main')
      .getByRole('button', { name: /mėgstamiaus/ })
      .first();
    const devtools = await page.context().newCDPSession(page);
    await page.evaluate(() => {
      const clicks: Event[] = Object.assign(window, { clicks: [] }).clicks;
      addEventListener('click', (event) => clicks.push(event));
    });
    for (const [at, pointer] of ['mouse', 'finger'].entries()) {
      const box = await heart.boundingBox();
      const [x, y] = [(box?.x ?? 0) + 5, (box?.y ?? 0) + 5];
      if (pointer === 'mouse') {
        await page.mouse.move(x, y);
        await page.mouse.down();
      } else {
        await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
      }
      // A notice comes above.
      await page.evaluate(
        (height) => (document.body.style.paddingBlockStart = height),
        `${String(at + 1)}00px`,
      );
      if (pointer === 'mouse') await page.mouse.up();
      else await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      await expect(heart).toHaveAccessibleName(pointer === 'mouse' ? /^Pašalinti/ : /^Įtraukti/);
      // What says that the press was heard lies over the heart: the next one waits until it has come and gone.
      const told = page.getByText('Prekė įtraukta į mėgstamiausias');
      if (pointer === 'mouse') {
        await expect(told.first()).toBeVisible();
        await expect(told).toHaveCount(0);
      }
    }
    expect(await page.evaluate(() => (window as unknown as { clicks: unknown[] }).clicks.length)).toBe(2);
  });
});

test('in an installed shop with and without a connection a press at the first moment is in the cart', async ({
  page,
  context,
}) => {
  const product = await findProduct(page, isOrdinary);
  await installWorker(page);
  await page.goto(pathOf(product));
  await whenHydrated(page);
  await expect(buy(page)).toBeVisible();
  await page.waitForLoadState('networkidle');
  for (const how of ['with', 'without'] as const)
    await test.step(`${how} a connection`, async () => {
      await context.setOffline(how === 'without');
      for (const count of how === 'with' ? [1, 2, 3] : [4, 5, 6]) {
        await page.goto(pathOf(product), { waitUntil: 'commit' });
        await buy(page).click();
        await expect(page.getByText(`Krepšelyje: ${String(count)}`)).toBeVisible();
        await walkTo(page, '/krepselis');
        // The goods that were seen stand below, each with its pieces.
        const pieces = page.getByRole('main').getByRole('textbox', { name: /Kiekis/ });
        await expect(pieces.first()).toHaveValue(String(count));
      }
    });
});
