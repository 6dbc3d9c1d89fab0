/** Logging out: what stays on the device and what does not. */
import type { Page } from '@playwright/test';
import { header } from '#contract/calls/endpoints.ts';
import { newCustomer, orderOf } from './account-steps.ts';
import { entries, main, openMenu, rasa, signInHere, stored } from './customer-steps.ts';
import { keptRecords, unanswered } from './offline-steps.ts';
import { picture } from './picture.ts';
import { addToCart, findProduct, isOrdinary, pathOf, walkTo, whenHydrated } from './purchase-steps.ts';
import { expect, installWorker, test } from './shop-fixture.ts';

/** All that lies in the databases and the local storage of the device, as text. */
const keptText = async (page: Page) =>
  [
    await page.evaluate(() => JSON.stringify(Object.entries(localStorage))),
    ...(await keptRecords(page)),
  ].join('\n');

test('R4.66 R4.67 R4.68 R4.69 R4.70 R4.71 R3.86 R4.72 R0.28 logging out leaves nothing of the customer and their orders, in another tab too', async ({
  page,
  context,
  shop,
}) => {
  await shop.query('delete from wishlist');
  const product = await findProduct(page, isOrdinary);
  // By the form: the key of the customer comes with it.
  await signInHere(page);
  const headers = { Authorization: `Bearer ${(await stored(page, 'AUTH_TOKEN')) ?? ''}` };
  const order = await orderOf(page, { email: rasa.email, bearer: headers }, { [product.defaultVariant]: 1 });
  await walkTo(page, `/orders/${order.tokenValue}`);
  await expect(main(page).getByRole('heading', { level: 1 })).toContainText(order.number);
  await walkTo(page, pathOf(product));
  await main(page).getByRole('button', { name: 'Į krepšelį', exact: true }).click();
  await expect(page.getByText(/Krepšelyje: \d/)).toBeVisible();
  await main(page)
    .getByRole('button', { name: `Įtraukti į mėgstamiausias: ${product.name}` })
    .first()
    .click();
  const wishes = page.getByRole('banner').getByRole('link', { name: /^Mėgstamiausios prekės/ });
  await expect(wishes.locator('[data-count="1"]')).toBeVisible();
  expect(await stored(page, 'CART_TOKEN')).not.toBeNull();
  const other = await context.newPage();
  await other.goto('/');
  await openMenu(other);
  await expect(entries(other).getByRole('button', { name: 'Atsijungti' })).toBeVisible();

  await openMenu(page);
  await expect(entries(page)).toContainText(rasa.email);
  for (const key of ['AUTH_TOKEN', 'AUTH_REFRESH_TOKEN', 'USER_KEY'])
    expect(await stored(page, key)).not.toBeNull();
  await expect.poll(() => keptText(page)).toContain(rasa.email);
  await expect.poll(() => keptText(page)).toContain(order.number);
  const banners = page.waitForRequest(
    (request) => /\/banners\?/.test(request.url()) && request.url().includes('guests'),
  );
  await entries(page).getByRole('button', { name: 'Atsijungti' }).click();
  await banners;
  await expect(page.getByText('Atsijungėte.').first()).toBeVisible();
  for (const key of ['AUTH_TOKEN', 'AUTH_REFRESH_TOKEN', 'CART_TOKEN', 'USER_KEY'])
    expect(await stored(page, key)).toBeNull();
  expect(Math.abs(Date.now() - Date.parse((await stored(page, 'AUTH_LOGOUT_AT')) ?? ''))).toBeLessThan(5_000);
  await expect(
    page.getByRole('banner').getByRole('button', { name: 'Krepšelis', exact: true }),
  ).toBeVisible();
  await expect(wishes.locator('[data-count]')).toHaveCount(0);
  await expect(
    main(page)
      .getByRole('button', { name: `Įtraukti į mėgstamiausias: ${product.name}` })
      .first(),
  ).toBeVisible();
  await openMenu(page);
  await expect(entries(page).getByRole('listitem')).toHaveText(['Prisijungti', 'Registruotis']);
  // The other tab has followed by itself.
  await expect(entries(other).getByRole('listitem')).toHaveText(['Prisijungti', 'Registruotis']);
  await expect.poll(() => keptText(page)).not.toContain(rasa.email);
  expect(await keptText(page)).not.toContain(order.tokenValue);
  const keyed: string[] = [];
  page.on('request', (request) => {
    if (request.headers()[header.userKey] !== undefined) keyed.push(request.url());
  });
  await page.goto(pathOf(product));
  await whenHydrated(page);
  expect(keyed).toEqual([]);
});

test('R0.28 nothing of what the checkout was told stays on the device after logging out; what has not reached the shop is asked about before it, stays, and is sent at the next sign-in', async ({
  page,
  context,
  shop,
}) => {
  const product = await findProduct(page, isOrdinary);
  const person = await newCustomer(page, shop);
  await installWorker(page);
  await addToCart(page, product);
  await whenHydrated(page);
  await walkTo(page, '/apmokejimas');
  const token = (await stored(page, 'CART_TOKEN')) ?? '';
  await main(page)
    .getByRole('radio', { name: /Kurjeris iki durų/ })
    .check();
  await main(page).getByRole('button', { name: 'Toliau: adresas' }).click();
  await main(page).getByLabel('Pavardė').fill('Ąžuolaitytė');
  await expect.poll(() => keptText(page)).toContain('Ąžuolaitytė');
  // Without loading anew: what the form has written last is not done with it.
  await page.getByRole('banner').getByRole('link').first().click();
  await expect(page).not.toHaveURL(/apmokejimas/);
  await openMenu(page);
  await entries(page).getByRole('button', { name: 'Atsijungti' }).click();
  await expect(page.getByText('Atsijungėte.').first()).toBeVisible();
  await expect
    .poll(() => keptText(page))
    .not.toMatch(new RegExp(`Ąžuolaitytė|${person.email}|${token}`, 'u'));
  await expect.poll(() => stored(page, 'CHECKOUT_DRAFT')).toBeNull();
  await test.step('what has not reached the shop', async () => {
    const code = product.variants[0]?.code;
    const pieces = async () =>
      (
        await shop.query(
          `select coalesce(sum(i.quantity), 0)::int as n from order_item i join "order" o on o.id = i.order_id
           join product_variant v on v.id = i.variant_id where o.customer_id = $2 and o.state = 'cart' and v.code = $1`,
          [code, person.id],
        )
      )[0]?.['n'] as number;
    await signInHere(page, person);
    await walkTo(page, '/krepselis');
    await expect(page.getByRole('button', { name: `Vienu daugiau: ${product.name}` })).toBeVisible();
    expect(await pieces()).toBe(1);
    // The device has heard of it too: what it waits for would be asked about beside the change to come.
    await expect.poll(() => unanswered(page)).toBe(0);
    await context.setOffline(true);
    await page.getByRole('button', { name: `Vienu daugiau: ${product.name}` }).click();
    await expect(page.getByText('Laukia išsiuntimo').first()).toBeVisible();
    await openMenu(page);
    await entries(page).getByRole('button', { name: 'Atsijungti' }).click();
    const dialog = page.getByRole('dialog', { name: 'Atsijungti?' });
    await expect(dialog).toContainText('1 jūsų pakeitimas dar nepasiekė parduotuvės.');
    await picture(page, 'log-out-asks');
    await dialog.getByRole('button', { name: 'Likti prisijungus' }).click();
    expect(await stored(page, 'AUTH_REFRESH_TOKEN')).not.toBeNull();
    await expect(entries(page)).toBeVisible();
    await entries(page).getByRole('button', { name: 'Atsijungti' }).click();
    await dialog.getByRole('button', { name: 'Atsijungti' }).click();
    await expect.poll(() => stored(page, 'AUTH_REFRESH_TOKEN')).toBeNull();
    await context.setOffline(false);
    await signInHere(page, person);
    await expect.poll(pieces).toBe(2);
  });
});
