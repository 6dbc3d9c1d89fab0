import { startShop } from '#tests/running-shop.ts';
import { addToCart, findProduct, isOrdinary, whenAlive } from './purchase-steps.ts';
import { expect, installWorker, test } from './shop-fixture.ts';

test('R2.66 on wide screens the cart button opens the cart beside the page; Escape closes it and focus comes back', async ({
  page,
}) => {
  const product = await findProduct(page, isOrdinary);
  await addToCart(page, product);
  const address = page.url();
  const button = page.getByRole('button', { name: /^Krepšelis/ });
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Krepšelis' });
  await expect(dialog.getByRole('link', { name: product.name })).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Pirkti' })).toBeVisible();
  expect(page.url()).toBe(address);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('R2.64 at 500 px the cart button is a link to the cart', async ({ page }) => {
  await page.setViewportSize({ width: 500, height: 800 });
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Krepšelis' }).click();
  await expect(page).toHaveURL(/\/krepselis$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('R2.65 R2.71 the cart button is a link, menus are links, and the search form works', async ({
    page,
  }) => {
    await page.goto('/');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Krepšelis' })).toHaveAttribute(
      'href',
      '/krepselis',
    );
    await expect(
      page.getByRole('navigation', { name: 'Prekės' }).getByRole('link', { name: 'Trąšos' }),
    ).toHaveAttribute('href', /^\/c\/trasos-\d+$/);
    const search = page.getByRole('search');
    await search.getByLabel('Ieškoti prekių').fill('morkos');
    await search.getByRole('button', { name: 'Ieškoti' }).click();
    await expect(page).toHaveURL(/\/p\/paieska\?query=morkos$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paieška: „morkos“');
  });
});

test('R2.11 R2.77 R2.78 submitting opens the results with the words, which the box keeps, and focus stays in it', async ({
  page,
}) => {
  await page.goto('/');
  const box = page.getByRole('combobox', { name: 'Ieškoti prekių' });
  await box.fill('kalkės');
  await page.getByRole('search').getByRole('button', { name: 'Ieškoti' }).click();
  await expect(page).toHaveURL(/\/p\/paieska\?query=kalk/);
  await expect(page.getByRole('heading', { level: 1, name: 'Paieška: „kalkės“' })).toBeVisible();
  await expect(box).toHaveValue('kalkės');
  await expect(page.locator('main article').first()).toBeVisible();
});

test('R2.72 the clear button shows only when there is text', async ({ page }) => {
  await page.goto('/');
  const clear = page.getByRole('button', { name: 'Išvalyti' });
  const box = page.getByRole('combobox', { name: 'Ieškoti prekių' });
  await box.focus();
  await expect(clear).toHaveCount(0);
  await box.pressSequentially('k');
  await clear.click();
  await expect(box).toHaveValue('');
  await expect(clear).toHaveCount(0);
});

test('R2.99 R2.100 a trigger opens its panel, a second click and a click elsewhere close it', async ({
  page,
}) => {
  await page.goto('/duk-nera');
  const nav = page.getByRole('navigation', { name: 'Prekės' });
  const trigger = nav.getByRole('button', { name: 'Trąšos' });
  await trigger.click();
  await expect(trigger).toHaveAttribute('aria-expanded', 'true');
  await expect(nav.getByRole('link', { name: 'Organinės trąšos' })).toBeVisible();
  await trigger.click();
  await expect(trigger).toHaveAttribute('aria-expanded', 'false');
  await trigger.click();
  await expect(nav.getByRole('link', { name: 'Organinės trąšos' })).toBeVisible();
  await page.getByRole('main').click({ position: { x: 5, y: 600 } });
  await expect(trigger).toHaveAttribute('aria-expanded', 'false');
});

test('R2.101 a link of the panel closes it', async ({ page }) => {
  await page.goto('/');
  const nav = page.getByRole('navigation', { name: 'Prekės' });
  const trigger = nav.getByRole('button', { name: 'Trąšos' });
  await trigger.click();
  await nav.getByRole('link', { name: 'Organinės trąšos' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Organinės trąšos' })).toBeVisible();
  await expect(trigger).toHaveAttribute('aria-expanded', 'false');
});

test('R2.97 R2.98 the menu of all goods is the first trigger: closed on home, open elsewhere', async ({
  page,
}) => {
  await page.goto('/');
  const primary = page.getByRole('navigation', { name: 'Prekės' }).getByRole('button').first();
  await expect(primary).toHaveText('Visos prekės');
  await expect(primary).toBeDisabled();
  await page.goto('/krepselis');
  await expect(primary).toBeEnabled();
  await primary.click();
  await expect(page.getByRole('link', { name: 'Daržovių sėklos' }).first()).toBeVisible();
});

test('R2.113 R2.112 footer lists are open on wide screens and fold by their heading', async ({ page }) => {
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  await footer.scrollIntoViewIfNeeded();
  const heading = footer.getByRole('button', { name: 'Pagalba' });
  await expect(footer.getByRole('link', { name: 'Mokėjimas' })).toBeVisible();
  await expect(heading).toHaveAttribute('aria-expanded', 'true');
  await heading.click();
  await expect(heading).toHaveAttribute('aria-expanded', 'false');
  await expect(footer.getByRole('link', { name: 'Mokėjimas' })).toBeHidden();
});

test('R2.114 at 500 px footer lists are closed until their heading is tapped', async ({ page }) => {
  await page.setViewportSize({ width: 500, height: 800 });
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('link', { name: 'Mokėjimas' })).toBeHidden();
  await footer.getByRole('button', { name: 'Pagalba' }).click();
  await expect(footer.getByRole('link', { name: 'Mokėjimas' })).toBeVisible();
});

test('R2.130 R2.143 the not-found page shows the blocks of its place, a category does not', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/cms-plugin/blocks'))
      asked.push(new URL(request.url()).searchParams.get('displayLocation') ?? '');
  });
  await page.goto('/tokio-puslapio-nera');
  await expect(page.getByRole('heading', { level: 1, name: /puslapio rasti nepavyko/ })).toBeVisible();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
  expect(asked).toContain('404_page');
});

test('R0.42 R2.124 a slider shows 4 at 1100 px, its button moves it by what is seen, and after the last page comes the first', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1100, height: 800 });
  // A press while the row still glides is another matter.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  const slider = page.getByRole('region', { name: 'Dabar su nuolaida' });
  await slider.scrollIntoViewIfNeeded();
  const slides = slider.locator('li');
  const inView = () =>
    slides.evaluateAll((all) => {
      const frame = all[0]?.parentElement?.parentElement?.getBoundingClientRect();
      return all.flatMap((slide, index) => {
        const box = slide.getBoundingClientRect();
        return frame && box.left >= frame.left - 8 && box.right <= frame.right + 24 ? [index] : [];
      });
    });
  const next = slider.getByRole('button', { name: /^Toliau/ });
  const count = await slides.count();
  /** From the first page over all others back to it; a page that is not full keeps to the last slides. */
  const goRound = async (press: () => Promise<void>) => {
    await expect.poll(inView).toEqual([0, 1, 2, 3]);
    for (let from = 4; from < count; from += 4) {
      await press();
      const at = Math.min(from, count - 4);
      await expect.poll(inView).toEqual([at, at + 1, at + 2, at + 3]);
    }
    await press();
    await expect.poll(inView).toEqual([0, 1, 2, 3]);
  };
  // By keys the row scrolls as the browser does it; a mouse brings what makes it draggable, which moves it by itself.
  await whenAlive(page, next);
  await goRound(() => next.press('Enter'));
  await next.hover();
  await expect(slider.locator('[data-dragged]')).toBeVisible();
  await goRound(() => next.click());
});

test('R2.125 R2.126 R2.127 sliders show 5, 4, 3 or 2 at once by width', async ({ page }) => {
  await page.goto('/');
  const slider = page.getByRole('region', { name: 'Dabar su nuolaida' });
  for (const [width, wanted] of [
    [1200, 5],
    [1025, 4],
    [1024, 3],
    [601, 3],
    [600, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await slider.scrollIntoViewIfNeeded();
    const perPage = await slider
      .locator('li')
      .first()
      .evaluate((slide) =>
        Math.round(
          (slide.parentElement?.parentElement?.clientWidth ?? 0) / slide.getBoundingClientRect().width,
        ),
      );
    expect(perPage, `${String(width)} px`).toBe(wanted);
  }
});

test('each display mode is kept on the device and stands before the first paint of the next visit', async ({
  page,
}) => {
  await page.goto('/');
  const mode = page.getByRole('combobox', { name: 'Rodymo būdas' });
  for (const theme of ['dark', 'field', 'light']) {
    await mode.selectOption(theme);
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await expect(mode).toHaveValue(theme);
  }
  await mode.selectOption('system');
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', /.+/);
});

test('in a language never seen before the link went, header and footer stand around the offline page', async ({
  newContext,
}) => {
  const shop = await startShop({ ACTIVE_LOCALES: 'lt,en' });
  const context = await newContext({ baseURL: shop.url });
  try {
    const page = await context.newPage();
    await installWorker(page);
    await page.goto('/duk');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page.goto('/en/faq');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.getByRole('banner').getByRole('link', { name: /Arimas/ })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expect(page.getByRole('main')).toContainText(/connection/i);
  } finally {
    await context.close();
    await shop.stop();
  }
});
