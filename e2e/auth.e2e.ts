/** Signing in and out on the page: what it keeps on the device, what it takes along, and where it leads. */
import { hasNoFinding } from './axe.ts';
import {
  entries,
  fillSignIn,
  main,
  menu,
  openMenu,
  rasa,
  refusal,
  sendSignIn,
  stored,
} from './customer-steps.ts';
import { cartOf, findProduct, isOrdinary, walkTo } from './purchase-steps.ts';
import { expect, test } from './shop-fixture.ts';

test('R2.61 R2.18 R5.12 R5.02 R2.62 R7.38 R3.84 R3.85 R3.87 R4.55 R6.08 from a guest’s menu over the two tabs and what the form refuses into a customer’s menu; the tokens of the answer lie on the device', async ({
  page,
  context,
}) => {
  await page.goto('/duk');
  await openMenu(page);
  await test.step('R2.61 a guest’s menu has sign in and sign up and no log out; sign up opens its tab', async () => {
    await expect(entries(page).getByRole('listitem')).toHaveText(['Prisijungti', 'Registruotis']);
    await expect(entries(page).getByRole('button', { name: 'Atsijungti' })).toHaveCount(0);
    // The keyboard: the arrow goes in, Escape goes back.
    await menu(page).focus();
    await page.keyboard.press('ArrowDown');
    await expect(entries(page).getByRole('link', { name: 'Prisijungti' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(entries(page)).toHaveCount(0);
    await expect(menu(page)).toBeFocused();
    await menu(page).click();
    await entries(page).getByRole('link', { name: 'Registruotis' }).click();
    await expect(page).toHaveURL(/\/auth\?tab=sign-up$/);
  });

  const [first, second] = [
    main(page).getByRole('tab', { name: 'Prisijungti' }),
    main(page).getByRole('tab', { name: 'Registruotis' }),
  ];
  await test.step('R2.18 signing in and signing up are two tabs that the arrow keys switch', async () => {
    await expect(second).toHaveAttribute('aria-selected', 'true');
    await expect(main(page).getByRole('tab')).toHaveCount(2);
    await hasNoFinding(page);
    await first.click();
    await expect(main(page).getByRole('textbox', { name: 'Slaptažodis' })).toBeVisible();
    await first.focus();
    await page.keyboard.press('ArrowRight');
    await expect(second).toBeFocused();
    await expect(second).toHaveAttribute('aria-selected', 'true');
    await expect(main(page).getByRole('textbox', { name: 'Slaptažodis' })).toBeHidden();
    await expect(main(page).getByRole('button', { name: 'Toliau: registracijos forma' })).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(first).toBeFocused();
    await second.click();
    await expect(page).toHaveURL(/tab=sign-up$/);
    await first.click();
  });

  const panel = main(page).getByRole('tabpanel', { name: 'Prisijungti' });
  await test.step('R5.12 R5.02 what is blank or wrong is said in Lithuanian at its field, and the first wrong field has the focus', async () => {
    await sendSignIn(page);
    await expect(panel.getByLabel('El. paštas')).toBeFocused();
    await expect(panel).toContainText('Įrašykite el. pašto adresą.');
    await expect(panel).not.toContainText('Please enter');
    await hasNoFinding(page);
    await openMenu(page);
    await hasNoFinding(page, undefined, 'too');
    await page.keyboard.press('Escape');
    await fillSignIn(page, { ...rasa, password: 'Ne-tas-1234' });
    await sendSignIn(page);
    await expect(panel.getByRole('alert')).toHaveText('Neteisingas el. paštas arba slaptažodis.');
    // Nothing that was typed is lost, and it can be looked at.
    await expect(panel.getByLabel('El. paštas')).toHaveValue(rasa.email);
    const password = panel.getByRole('textbox', { name: 'Slaptažodis' });
    await expect(password).toHaveValue('Ne-tas-1234');
    await expect(password).toHaveAttribute('type', 'password');
    await panel.getByRole('button', { name: 'Rodyti slaptažodį' }).click();
    await expect(password).toHaveAttribute('type', 'text');
    await expect(password).toHaveAttribute('autocomplete', 'current-password');
    await expect(panel.getByLabel('El. paštas')).toHaveAttribute('autocomplete', 'username');
  });

  await test.step('a failure without words of the shop is told in ours', async () => {
    await context.route('**/authentication-token*', (route) => route.fulfill(refusal(500)));
    await sendSignIn(page);
    await expect(panel.getByRole('alert')).toHaveText('Prisijungti nepavyko');
    await context.unroute('**/authentication-token*');
  });

  await test.step('R2.62 R7.38 R3.84 R3.85 R3.87 R4.55 R6.08 a customer’s menu leads to account and orders and logs out; the tokens of the answer lie on the device', async () => {
    await fillSignIn(page);
    const answered = page.waitForResponse(/\/authentication-token/);
    await sendSignIn(page);
    const response = await answered;
    expect(response.request().postDataJSON()).toEqual(rasa);
    const answer = (await response.json()) as { token: string; refreshToken: string };
    await expect.poll(() => stored(page, 'USER_KEY')).toMatch(/^[0-9a-f]{64}$/);
    await expect(page).not.toHaveURL(/\/auth/);
    expect(await stored(page, 'AUTH_TOKEN')).toBe(answer.token);
    expect(await stored(page, 'AUTH_REFRESH_TOKEN')).toBe(answer.refreshToken);
    expect(await page.context().cookies()).toEqual([]);
    await openMenu(page);
    await expect(entries(page)).toContainText(rasa.email);
    await expect(entries(page).getByRole('link', { name: 'Mano paskyra' })).toHaveAttribute(
      'href',
      '/paskyra',
    );
    await expect(entries(page).getByRole('link', { name: 'Mano užsakymai' })).toHaveAttribute(
      'href',
      '/paskyra/uzsakymas',
    );
    await expect(entries(page).getByRole('listitem')).toHaveText([
      'Mano paskyra',
      'Mano užsakymai',
      'Atsijungti',
    ]);
  });
});

test('R2.19 R4.63 R7.39 from the cart the page offers first to buy without registration, which leads to the checkout; who comes from the wishlist is back there after the sign-in, who comes straight is at home; a guest’s cart goes along with the sign-in', async ({
  page,
}) => {
  const signIns: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.endsWith('/authentication-token')) signIns.push(search);
  });
  await cartOf(page, await findProduct(page, isOrdinary));
  await page.goto('/krepselis');
  await openMenu(page);
  await entries(page).getByRole('link', { name: 'Prisijungti' }).click();
  await main(page).getByRole('link', { name: 'Pirkti be registracijos' }).click();
  await expect(page).toHaveURL(/\/apmokejimas/);
  await expect(page.getByRole('radio', { name: /Kurjeris į namus/ })).toBeVisible();
  expect(await stored(page, 'AUTH_TOKEN')).toBeNull();
  await test.step('R4.63 from the wishlist and back there', async () => {
    await walkTo(page, '/megstamiausios');
    await expect(main(page).getByRole('heading', { level: 1, name: 'Mėgstamiausios prekės' })).toBeVisible();
    await openMenu(page);
    await entries(page).getByRole('link', { name: 'Prisijungti' }).click();
    await expect(page).toHaveURL(/\/auth$/);
    const cart = await stored(page, 'CART_TOKEN');
    await fillSignIn(page);
    await sendSignIn(page);
    await expect(page).toHaveURL(/\/megstamiausios$/);
    expect(cart).not.toBeNull();
    expect(signIns).toEqual([`?orderToken=${String(cart)}`]);
    await openMenu(page);
    await entries(page).getByRole('button', { name: 'Atsijungti' }).click();
    await expect(page.getByText('Atsijungėte.').first()).toBeVisible();
    await walkTo(page, '/auth');
    await fillSignIn(page);
    await sendSignIn(page);
    await expect.poll(() => new URL(page.url()).pathname).toBe('/');
    await expect.poll(() => stored(page, 'USER_KEY')).toMatch(/^[0-9a-f]{64}$/);
    expect(signIns.slice(1)).toEqual(['']);
    // Whoever is signed in has no business on the page.
    await walkTo(page, '/auth');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/');
  });
});
