import { cartOf, findProduct, isOrdinary, walkTo, whenHydrated } from './purchase-steps.ts';
import { apiRequests } from './browse-steps.ts';
import { expect, test } from './shop-fixture.ts';

test('R2.97 R2.72 R2.113 R2.112 R2.125 R2.126 R2.127 R0.42 R2.124 R2.101 R2.11 R2.77 R2.78 R2.66 on a wide screen, from home to the results of a search: menu of goods, search box, lists of the footer, sliders, and the cart beside the page', async ({
  page,
}) => {
  const product = await findProduct(page, isOrdinary);
  await cartOf(page, product);
  await page.goto('/');
  await whenHydrated(page);
  const nav = page.getByRole('navigation', { name: 'Prekės' });
  const box = page.getByRole('combobox', { name: 'Ieškoti prekių' });

  await test.step('R2.97 the menu of all goods is the first trigger, and closed on home', async () => {
    const primary = nav.getByRole('button').first();
    await expect(primary).toHaveText('Visos prekės');
    await expect(primary).toBeDisabled();
  });

  await test.step('R2.72 the clear button of the search shows only when there is text', async () => {
    const clear = page.getByRole('button', { name: 'Išvalyti' });
    await box.focus();
    await expect(clear).toHaveCount(0);
    await box.pressSequentially('k');
    await clear.click();
    await expect(box).toHaveValue('');
    await expect(clear).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('R2.113 R2.112 footer lists are open and fold by their heading', async () => {
    const footer = page.getByRole('contentinfo');
    await footer.scrollIntoViewIfNeeded();
    const heading = footer.getByRole('button', { name: 'Pagalba' });
    await expect(footer.getByRole('link', { name: 'Mokėjimas' })).toBeVisible();
    await expect(heading).toHaveAttribute('aria-expanded', 'true');
    await heading.click();
    await expect(heading).toHaveAttribute('aria-expanded', 'false');
    await expect(footer.getByRole('link', { name: 'Mokėjimas' })).toBeHidden();
  });

  const slider = page.getByRole('region', { name: 'Dabar su nuolaida' });
  const slides = slider.locator('li');
  await test.step('R2.125 R2.126 R2.127 sliders show 5, 4, 3 or 2 at once by width', async () => {
    for (const [width, wanted] of [
      [1200, 5],
      [1025, 4],
      [1024, 3],
      [601, 3],
      [600, 2],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await slider.scrollIntoViewIfNeeded();
      const perPage = await slides
        .first()
        .evaluate((slide) =>
          Math.round(
            (slide.parentElement?.parentElement?.clientWidth ?? 0) / slide.getBoundingClientRect().width,
          ),
        );
      expect(perPage, `${String(width)} px`).toBe(wanted);
    }
  });

  await test.step('R0.42 R2.124 at 1100 px a slider shows 4, its button moves it by what is seen, and after the last page comes the first', async () => {
    await page.setViewportSize({ width: 1100, height: 800 });
    // A press while the row still glides is another matter.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await slider.scrollIntoViewIfNeeded();
    const inView = () =>
      slides.evaluateAll((all) => {
        const frame = all[0]?.parentElement?.parentElement?.getBoundingClientRect();
        return all.flatMap((slide, index) => {
          const edges = slide.getBoundingClientRect();
          return frame && edges.left >= frame.left - 8 && edges.right <= frame.right + 24 ? [index] : [];
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
    await whenHydrated(page, next);
    await goRound(() => next.press('Enter'));
    await next.hover();
    await expect(slider.locator('[data-dragged]')).toBeVisible();
    await goRound(() => next.click());
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.evaluate(() => scrollTo(0, 0));
    await expect(page.locator('[data-sticky-header]')).toHaveCount(0);
  });

  await test.step('R2.101 a link of a panel closes it', async () => {
    const trigger = nav.getByRole('button', { name: 'Trąšos' });
    await trigger.click();
    await nav.getByRole('link', { name: 'Organinės trąšos' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Organinės trąšos' })).toBeVisible();
    await expect(trigger).toHaveAttribute('aria-expanded', 'false');
  });

  await test.step('R2.11 R2.77 R2.78 submitting opens the results with the words, which the box keeps', async () => {
    await box.fill('kalkės');
    await page.getByRole('search').getByRole('button', { name: 'Ieškoti' }).click();
    await expect(page).toHaveURL(/\/p\/paieska\?query=kalk/);
    await expect(page.getByRole('heading', { level: 1, name: 'Paieška: „kalkės“' })).toBeVisible();
    await expect(box).toHaveValue('kalkės');
    await expect(page.locator('main article').first()).toBeVisible();
  });

  await test.step('R2.66 the cart button opens the cart beside the page; Escape closes it and focus comes back', async () => {
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
});

test('R2.114 R2.64 at 500 px footer lists are closed until their heading is tapped, and the cart button is a link to the cart; each display mode stands before the first paint of the next visit', async ({
  page,
}) => {
  await page.setViewportSize({ width: 500, height: 800 });
  await page.goto('/duk');
  await test.step('each display mode is kept on the device and stands before the first paint of the next visit', async () => {
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
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('link', { name: 'Mokėjimas' })).toBeHidden();
  await footer.getByRole('button', { name: 'Pagalba' }).click();
  await expect(footer.getByRole('link', { name: 'Mokėjimas' })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Krepšelis' }).first().click();
  await expect(page).toHaveURL(/\/krepselis$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  test('R2.65 R2.71 the cart button is a link, menus are links, the way into the account is one, and the search form works', async ({
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
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Paskyra/ })
      .click();
    await expect(page).toHaveURL(/\/auth$/);
    await expect(page.getByText('Prisijungimui reikia „JavaScript“')).toBeVisible();
    const search = page.getByRole('search');
    await search.getByLabel('Ieškoti prekių').fill('morkos');
    await search.getByRole('button', { name: 'Ieškoti' }).click();
    await expect(page).toHaveURL(/\/p\/paieska\?query=morkos$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Paieška: „morkos“');
  });
});

test('R2.55 R2.129 R2.130 R2.143 R2.98 R2.99 R2.100 an address that names nothing is no page, without a call for it: 404, a title, a sentence and the way home; the not-found page shows the blocks of its place; there a trigger opens its panel, the menu of all goods too, and a second click and a click elsewhere close it', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/cms-plugin/blocks'))
      asked.push(new URL(request.url()).searchParams.get('displayLocation') ?? '');
  });
  const seen = apiRequests(page);
  for (const address of ['/tokio-puslapio-nera', '/p/sekla-x', '/c/sekla-99999999999'])
    expect((await page.request.get(address)).status(), address).toBe(404);
  await page.goto('/p/sekla-x');
  await expect(page.getByRole('heading', { level: 1, name: /puslapio rasti nepavyko/ })).toBeVisible();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
  expect(asked).toContain('404_page');
  const nav = page.getByRole('navigation', { name: 'Prekės' });

  await test.step('R2.99 R2.100 a second click closes the panel, and so does a click elsewhere', async () => {
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

  await test.step('R2.98 away from home the menu of all goods opens', async () => {
    const primary = nav.getByRole('button').first();
    await expect(primary).toBeEnabled();
    await primary.click();
    await expect(page.getByRole('link', { name: 'Daržovių sėklos' }).first()).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('R2.55 R2.129 another such address, and the way home', async () => {
    await whenHydrated(page);
    await walkTo(page, '/duk');
    await expect(page.getByText('404', { exact: true })).toHaveCount(0);
    await walkTo(page, '/c/sekla-99999999999');
    await expect(page.getByText('404', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(seen.filter((request) => /products-by-id|taxonId=/.test(request.url()))).toEqual([]);
    await page
      .getByRole('main')
      .getByRole('link', { name: /pradžią/ })
      .first()
      .click();
    await expect(page).toHaveURL('/');
  });
});
