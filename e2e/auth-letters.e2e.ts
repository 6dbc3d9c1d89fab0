/** A new account, its confirmation, a forgotten password: forms, letters, and the links in them. */
import type { Page } from '@playwright/test';
import { hasNoFinding } from './axe.ts';
import { fillSignIn, sendSignIn } from './customer-steps.ts';
import { walkTo, whenHydrated } from './purchase-steps.ts';
import { expect, installWorker, test } from './shop-fixture.ts';

const main = (page: Page) => page.getByRole('main');
let made = 0;
const newEmail = () => `ruta-${String(Date.now())}-${String((made += 1))}@example.com`;

/** Path of the newest link of that kind in the letters to somebody. */
async function linkTo(page: Page, email: string, kind: RegExp): Promise<string> {
  const links = async () => {
    const answer = await page.request.get(`/dev/mails?to=${encodeURIComponent(email)}`);
    const { data } = (await answer.json()) as { data: { text: string }[] };
    return data.flatMap(({ text }) =>
      [...text.matchAll(/https?:\/\/[^/\s]+(\/\S+)/g)].flatMap(([, path = '']) =>
        kind.test(path) ? [path] : [],
      ),
    );
  };
  await expect.poll(async () => (await links()).length).toBeGreaterThan(0);
  return (await links()).at(-1) ?? '';
}
/** Requests of the page with that in their path, in their order. */
function requestsTo(page: Page, part: string) {
  const asked: { method: string; path: string; body: unknown; bearer: string | undefined }[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && pathname.includes(part))
      asked.push({
        method: request.method(),
        path: pathname,
        body: request.postDataJSON() as unknown,
        bearer: request.headers()['authorization'],
      });
  });
  return asked;
}
const password = (page: Page, name: string) => main(page).getByRole('textbox', { name, exact: true });
async function signIn(page: Page, email: string, word: string): Promise<void> {
  const panel = main(page).getByRole('tabpanel', { name: 'Prisijungti' });
  await panel.getByLabel('El. paštas').fill(email);
  await password(page, 'Slaptažodis').fill(word);
  await panel.getByRole('button', { name: 'Prisijungti', exact: true }).click();
}
const isIn = (page: Page) =>
  expect.poll(() => page.evaluate(() => localStorage.getItem('AUTH_REFRESH_TOKEN'))).not.toBeNull();
const isOut = (page: Page) =>
  expect.poll(() => page.evaluate(() => localStorage.getItem('AUTH_REFRESH_TOKEN'))).toBeNull();
test.describe.configure({ timeout: 240_000 });

test('R2.21 R3.62 R5.30 R7.44 R7.45 R2.22 R7.46 R6.19 a link of a letter that is not right says so and has another letter sent; an account from the sign-up tab to its confirmation: the whole form, the letter, once more, its link', async ({
  page,
}) => {
  await test.step('R2.22 a link that is not right', async () => {
    await page.goto('/verify-account?token=niekai');
    await expect(main(page).getByRole('alert')).toContainText('Paskyros patvirtinti nepavyko');
    await expect(main(page).getByRole('alert')).toContainText('Ši nuoroda netinka arba nebegalioja.');
    await hasNoFinding(page);
    const asked = requestsTo(page, '/account-verification-requests');
    const other = newEmail();
    await main(page).getByLabel('El. paštas').fill(other);
    await main(page).getByRole('button', { name: 'Siųsti laišką dar kartą' }).click();
    await expect(main(page).getByRole('status')).toContainText(other);
    expect(asked).toMatchObject([{ method: 'POST', body: { email: other } }]);
    await walkTo(page, '/auth/email-verification');
    await expect(main(page).getByText('Nuorodos adresas nepilnas.')).toHaveCount(0);
    await expect(main(page).getByRole('alert')).toHaveCount(0);
    await expect(main(page).getByLabel('El. paštas')).toBeVisible();
    await hasNoFinding(page);
    await walkTo(page, '/verify-account');
    await expect(main(page).getByRole('alert')).toContainText('Nuorodos adresas nepilnas.');
  });

  const email = newEmail();
  await walkTo(page, '/auth?tab=sign-up');
  await main(page).getByRole('tabpanel', { name: 'Registruotis' }).getByLabel('El. paštas').fill(email);
  await main(page).getByRole('button', { name: 'Toliau: registracijos forma' }).click();
  await expect(page).toHaveURL(/\/registration$/);
  await expect(main(page).getByRole('heading', { level: 1, name: 'Nauja paskyra' })).toBeVisible();
  await expect(main(page).getByLabel('El. paštas')).toHaveValue(email);
  for (const name of ['Vardas', 'Pavardė', 'Telefonas'])
    await expect(main(page).getByLabel(name)).toBeVisible();
  const consents = [/^Perskaičiau privatumo/, /^Perskaičiau ir sutinku/].map((name) =>
    main(page).getByRole('checkbox', { name }),
  );
  for (const box of consents) await expect(box).not.toBeChecked();
  await hasNoFinding(page);

  const asked = requestsTo(page, '/shop/customers');
  const create = main(page).getByRole('button', { name: 'Sukurti paskyrą' });
  await create.click();
  await expect(password(page, 'Slaptažodis')).toBeFocused();
  await expect(main(page).getByText('Laukas negali būti tuščias.')).toHaveCount(2);
  await expect(main(page).getByText(/^Pažymėkite šį langelį/)).toHaveCount(2);
  expect(asked).toEqual([]);
  await password(page, 'Slaptažodis').fill('Naujas-zodis-1');
  await expect(main(page).getByText('Bent 8 simboliai: atlikta')).toBeVisible();
  await password(page, 'Pakartokite slaptažodį').fill('Naujas-zodis-1');
  await main(page).getByLabel('Vardas').fill('Rūta');
  for (const box of consents) await box.check();
  await hasNoFinding(page);
  await create.click();
  await expect(main(page).getByRole('status')).toContainText(email);
  expect(asked).toMatchObject([
    {
      method: 'POST',
      bearer: undefined,
      body: {
        email,
        password: 'Naujas-zodis-1',
        repeatPassword: 'Naujas-zodis-1',
        firstName: 'Rūta',
        acceptedPrivacyPolicy: true,
        acceptedTermsAndConditions: true,
      },
    },
  ]);
  const letters = requestsTo(page, '/account-verification-requests');
  await main(page).getByRole('button', { name: 'Siųsti laišką dar kartą' }).click();
  await expect(main(page).getByRole('alert')).toContainText('dabar arba prieš mažiau nei 10 min.');
  expect(letters).toMatchObject([{ method: 'POST', bearer: undefined, body: { email } }]);
  await hasNoFinding(page);

  const link = await linkTo(page, email, /\/verify-account/);
  const token = new URL(link, 'http://x').searchParams.get('token') ?? '';
  letters.length = 0;
  await page.goto(link);
  await expect(main(page).getByRole('status')).toContainText('El. paštas patvirtintas');
  await hasNoFinding(page);
  expect(letters).toMatchObject([
    { method: 'PATCH', path: `/api/v2/shop/account-verification-requests/${token}`, body: { token } },
  ]);
  await expect(main(page).getByRole('status')).toContainText('Ar su šiuo el. paštu jau pirkote?');
  await main(page).getByRole('link', { name: 'Prisijungti' }).click();
  await signIn(page, email, 'Naujas-zodis-1');
  await isIn(page);
  // Link and password together say whose the earlier orders are.
  await expect
    .poll(() => letters.slice(1))
    .toMatchObject([{ method: 'PATCH', body: { token }, bearer: expect.stringMatching(/^Bearer /) }]);
});

test('R2.23 R2.24 R7.42 R7.43 R6.18 R9.02 a forgotten password: the e-mail goes along, a letter within 5 minutes, a new password that signs in; a link that is not right says so and leads to a new one, and a right one signs out who was signed in', async ({
  page,
  shop,
}) => {
  // Somebody with an account of their own: the password of the demo customer is other tests'.
  const email = newEmail();
  const body = {
    email,
    password: 'Senas-zodis-1',
    repeatPassword: 'Senas-zodis-1',
    acceptedPrivacyPolicy: true,
    acceptedTermsAndConditions: true,
  };
  expect((await page.request.post('/api/v2/shop/customers', { data: body })).status()).toBe(201);
  // The letter of the sign-up is older than the pause between two.
  await shop.query(`update account_token set created_at = created_at - interval '1 hour'`);

  const choose = async (word: string) => {
    await password(page, 'Naujas slaptažodis').fill(word);
    await password(page, 'Pakartokite naują slaptažodį').fill(word);
    await main(page).getByRole('button', { name: 'Pakeisti slaptažodį' }).click();
  };
  await test.step('R6.18 a link that is not right says so and leads to a new one', async () => {
    await page.goto('/reset-password/niekai');
    await whenHydrated(page);
    await choose('Kitas-zodis-2');
    await expect(main(page).getByRole('alert')).toHaveText('Ši nuoroda netinka arba nebegalioja.');
    await main(page).getByRole('link', { name: 'Prašyti naujos nuorodos' }).click();
    await expect(page).toHaveURL(/\/reset-password$/);
  });

  await walkTo(page, '/auth');
  const panel = main(page).getByRole('tabpanel', { name: 'Prisijungti' });
  await panel.getByLabel('El. paštas').fill(email);
  await panel.getByRole('link', { name: 'Pamiršote slaptažodį?' }).click();
  await expect(page).toHaveURL(/\/reset-password$/);
  await expect(main(page).getByRole('tabpanel')).toHaveCount(0);
  await expect(main(page).getByLabel('El. paštas')).toHaveValue(email);
  await hasNoFinding(page);
  const asked = requestsTo(page, '/reset-password-requests');
  await main(page).getByRole('button', { name: 'Siųsti nuorodą' }).click();
  await expect(main(page).getByRole('status')).toContainText('ateis per 5 minutes');
  expect(asked).toMatchObject([{ method: 'POST', body: { email, locale: 'lt' }, bearer: undefined }]);
  await hasNoFinding(page);

  const link = await linkTo(page, email, /\/reset-password\//);
  await page.goto(link);
  await whenHydrated(page);
  await password(page, 'Naujas slaptažodis').fill('Kitas-zodis-2');
  await password(page, 'Pakartokite naują slaptažodį').fill('Kitas-zodis-3');
  const change = main(page).getByRole('button', { name: 'Pakeisti slaptažodį' });
  await change.click();
  await expect(main(page).getByText('Slaptažodžiai nesutampa')).toBeVisible();
  await hasNoFinding(page);
  await password(page, 'Pakartokite naują slaptažodį').fill('Kitas-zodis-2');
  asked.length = 0;
  await change.click();
  await expect(main(page).getByRole('status')).toContainText('Slaptažodis pakeistas');
  expect(asked).toMatchObject([
    {
      method: 'PATCH',
      path: `/api/v2/shop/reset-password-requests/${link.split('/').at(-1) ?? ''}`,
      body: { newPassword: 'Kitas-zodis-2', confirmNewPassword: 'Kitas-zodis-2' },
      bearer: undefined,
    },
  ]);
  await hasNoFinding(page);
  await main(page).getByRole('link', { name: 'Prisijungti' }).click();
  await signIn(page, email, 'Senas-zodis-1');
  await expect(main(page).getByRole('alert')).toHaveText('Neteisingas el. paštas arba slaptažodis.');
  await signIn(page, email, 'Kitas-zodis-2');
  await isIn(page);

  await test.step('R6.18 who was signed in is signed out by a right link', async () => {
    await shop.query(`update account_token set created_at = created_at - interval '1 hour'`);
    await page.request.post('/api/v2/shop/reset-password-requests', { data: { email } });
    await expect.poll(() => linkTo(page, email, /\/reset-password\//)).not.toBe(link);
    await walkTo(page, await linkTo(page, email, /\/reset-password\//));
    await choose('Trecias-zodis-3');
    await expect(main(page).getByRole('status')).toContainText('Slaptažodis pakeistas');
    await isOut(page);
  });
});

test('without a connection a new account waits in its form, and so does a sign-in: it is said before and at sending, what was typed stays', async ({
  page,
  context,
}) => {
  await installWorker(page);
  await page.goto('/registration');
  await whenHydrated(page);
  await context.setOffline(true);
  await expect(main(page).getByText('Registruotis galima tik esant ryšiui.')).toBeVisible();
  await main(page).getByLabel('El. paštas').fill(newEmail());
  await password(page, 'Slaptažodis').fill('Naujas-zodis-1');
  await password(page, 'Pakartokite slaptažodį').fill('Naujas-zodis-1');
  for (const box of [/^Perskaičiau privatumo/, /^Perskaičiau ir sutinku/])
    await main(page).getByRole('checkbox', { name: box }).check();
  await main(page).getByRole('button', { name: 'Sukurti paskyrą' }).click();
  await expect(main(page).getByRole('alert')).toContainText('Dar neužsiregistravote; ką įrašėte, liko čia.');
  await expect(password(page, 'Slaptažodis')).toHaveValue('Naujas-zodis-1');
  await context.setOffline(false);
  await expect(main(page).getByText('Registruotis galima tik esant ryšiui.')).toBeHidden();
  await main(page).getByRole('button', { name: 'Sukurti paskyrą' }).click();
  await expect(main(page).getByRole('status')).toContainText('Liko vienas žingsnis');
  await test.step('the sign-in', async () => {
    await walkTo(page, '/auth');
    await expect(main(page).getByRole('tabpanel', { name: 'Prisijungti' })).toBeVisible();
    await context.setOffline(true);
    await expect(main(page).getByText('Prisijungti galima tik esant ryšiui.')).toBeVisible();
    await fillSignIn(page);
    await sendSignIn(page);
    await expect(main(page).getByRole('alert')).toContainText('Dar neprisijungėte; ką įrašėte, liko čia.');
    await context.setOffline(false);
    await expect(main(page).getByText('Prisijungti galima tik esant ryšiui.')).toBeHidden();
    await sendSignIn(page);
    await isIn(page);
  });
});
