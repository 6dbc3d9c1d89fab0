/** The account's frame: who may see it, what leads where. */
import { hasNoFinding } from './axe.ts';
import { fillSignIn, rasa, sendSignIn, signIn } from './customer-steps.ts';
import { walkTo, whenHydrated } from './purchase-steps.ts';
import { expect, test } from './shop-fixture.ts';

test('R1.34 R2.33 a seeded bar stands above the header on home, a category and the account, whose first page greets the customer and leads to every page of it; an address in the spelling of another language leads to the page of the account, one of no page to the not-found page; every page leads back without the browser’s own buttons, and the menu out of it', async ({
  page,
}) => {
  const bearer = await signIn(page);
  const list = await page.request.get(
    '/api/v2/shop/banners?itemsPerPage=9999&displayFor[]=all_users&displayFor[]=registered&standalone=1',
  );
  const { data } = (await list.json()) as { data: { translations: { lt: { description: string } } }[] };
  const html = data.at(-1)?.translations.lt.description ?? '';
  const words = html.replaceAll(/<[^>]*>/g, '').trim();
  expect(words.length).toBeGreaterThan(10);
  await page.goto('/');
  await whenHydrated(page);
  const main = page.getByRole('main');
  for (const [path, heading] of [
    ['/', 'Kategorijos'],
    ['/c/seklos-1', 'Sėklos'],
    ['/paskyra', 'Mano paskyra'],
  ] as const) {
    await walkTo(page, path);
    await expect(main.getByRole('heading', { name: heading, exact: true }).first()).toBeVisible();
    const bar = page.getByRole('region', { name: 'Pranešimas' });
    await expect(bar).toContainText(words);
    // In one moment: while a face of letters comes both move.
    const isAbove = () =>
      bar.evaluate((one) => {
        const header = document.querySelector('header')?.getBoundingClientRect().top ?? -1;
        return one.getBoundingClientRect().bottom <= header;
      });
    await expect.poll(async () => [path, await isAbove()]).toEqual([path, true]);
  }
  await expect(main.getByRole('heading', { level: 1, name: 'Mano paskyra' })).toBeVisible();
  await expect(main.getByText('Malonu jus matyti, Rasa!')).toBeVisible();
  for (const [name, path] of [['Mano užsakymai', '/paskyra/uzsakymas']] as const)
    await expect(main.getByRole('link', { name: new RegExp(`^${name}`) }).last()).toHaveAttribute(
      'href',
      path,
    );
  await hasNoFinding(page, undefined, 'too');
  await test.step('the page that the server draws is the same for everybody, and no search engine keeps it', async () => {
    for (const path of ['/paskyra', '/paskyra/uzsakymas']) {
      const answer = await page.request.get(path, { headers: bearer });
      expect(answer.status()).toBe(200);
      const text = await answer.text();
      expect(text).toMatch(/<meta name="robots" content="noindex[^"]*"/);
      expect(text).not.toContain(rasa.email);
      expect(text).not.toContain('Rasa!');
    }
  });
  await test.step('addresses in the spelling of another language, and of no page', async () => {
    expect((await page.request.get('/paskyra/nera')).status()).toBe(404);
    await page.goto('/account/orders?page=1');
    await expect(page).toHaveURL(/\/paskyra\/uzsakymas\?page=1$/);
    await whenHydrated(page);
    await walkTo(page, '/paskyra/orders');
    await expect(page).toHaveURL(/\/paskyra\/uzsakymas$/);
  });
  await test.step('the way back, and out', async () => {
    await page
      .getByRole('navigation', { name: 'Jūs esate čia' })
      .getByRole('link', { name: 'Mano paskyra' })
      .last()
      .click();
    await expect(page).toHaveURL(/\/paskyra$/);
    await main.getByRole('button', { name: 'Atsijungti' }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('AUTH_REFRESH_TOKEN'))).toBeNull();
  });
});

test('R6.04 R2.47 a guest who opens a page of the account is told nothing, comes to the sign-in, and from there to where they wanted to go', async ({
  page,
}) => {
  await page.goto('/paskyra');
  for (const path of ['/paskyra', '/paskyra/uzsakymas?page=2']) {
    if (path !== '/paskyra') {
      await whenHydrated(page);
      await walkTo(page, path);
    }
    await expect(page).toHaveURL(/\/auth$/);
    expect(await page.evaluate(() => (history.state as { usr?: unknown }).usr)).toEqual({ from: path });
  }
  expect((await page.request.get('/api/v2/shop/customers/me')).status()).toBe(401);
  await whenHydrated(page);
  await fillSignIn(page);
  await sendSignIn(page);
  await expect(page).toHaveURL(/\/paskyra\/uzsakymas\?page=2$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Mano užsakymai' })).toBeVisible();
});
