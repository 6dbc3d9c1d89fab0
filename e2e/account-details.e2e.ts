/** What a customer tells about themselves, and their password. */
import type { Page } from '@playwright/test';
import { newCustomer } from './account-steps.ts';
import { hasNoFinding } from './axe.ts';
import { cartOf, findProduct, isOrdinary, toAddress, walkTo, whenHydrated } from './purchase-steps.ts';
import { expect, test } from './shop-fixture.ts';

/** Bodies and bearers of the page's calls that change the customer. */
function changesOf(page: Page) {
  const calls: { path: string; bearer: string | undefined; body: unknown }[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'PUT' && pathname.startsWith('/api/v2/shop/customers/'))
      calls.push({
        path: pathname.replace('/api/v2/shop', ''),
        bearer: request.headers()['authorization'],
        body: request.postDataJSON() as unknown,
      });
  });
  return calls;
}
const save = (page: Page) => page.getByRole('button', { name: 'Išsaugoti duomenis' }).click();
const company = ['Įmonės pavadinimas', 'Įmonės kodas', 'PVM mokėtojo kodas'];
/** Where the company is. */
const seat = ['Šalis', 'Miestas arba kaimas', 'Gatvė', 'Namas', 'Butas', 'Pašto kodas'];

test('R1.27 R1.50 R2.41 R3.54 R3.59 R3.60 R3.61 R6.05 R6.06 R7.48 an individual has no company fields, here and at the checkout; with the flag there are nine, name and code are required and the VAT number is offered; the form holds the customer, is sent with exactly the eighteen fields, the default address by itself; what was changed is there after a reload, and at the checkout', async ({
  page,
  shop,
}) => {
  const person = await newCustomer(page, shop, { phoneNumber: '+37061234567' });
  const ids: number[] = [];
  for (const street of ['Laukų g.', 'Sodų g.']) {
    const answer = await page.request.post('/api/v2/shop/addresses', {
      headers: person.bearer,
      data: {
        firstName: 'Ona',
        lastName: 'Žemaitė',
        phoneNumber: '+37061234567',
        countryCode: 'LT',
        city: 'Kėdainiai',
        street,
        houseNumber: '5',
        postCode: '57123',
      },
    });
    ids.push(((await answer.json()) as { id: number }).id);
  }
  const calls = changesOf(page);
  await cartOf(page, await findProduct(page, isOrdinary));
  await page.goto('/paskyra/informacija');
  const isForCompany = page.getByLabel('Perku įmonei arba ūkiui');

  await test.step('R1.50 R3.54 R6.05 R6.06 an individual, here and at the checkout', async () => {
    await expect(isForCompany).toBeVisible();
    const form = page.getByRole('main').locator('form');
    for (const label of [...company, ...seat]) await expect(form.getByLabel(label)).toHaveCount(0);
    await isForCompany.check();
    for (const label of [...company, ...seat]) await expect(form.getByLabel(label)).toBeVisible();
    await save(page);
    await expect(page.getByLabel('Įmonės pavadinimas')).toBeFocused();
    await expect(page.getByLabel('Įmonės pavadinimas')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Įmonės kodas')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('PVM mokėtojo kodas')).not.toHaveAttribute('aria-invalid', 'true');
    expect(calls).toEqual([]);
    await whenHydrated(page);
    await walkTo(page, '/apmokejimas');
    await toAddress(page, 'Vardas');
    for (const label of company) await expect(page.getByLabel(label)).toHaveCount(0);
    await page.getByLabel('Reikia sąskaitos įmonei').check();
    for (const label of company) await expect(page.getByLabel(label)).toBeVisible();
    await walkTo(page, '/paskyra/informacija');
    await expect(isForCompany).toBeVisible();
  });

  for (const [label, value] of [
    ['Vardas', 'Ona'],
    ['Pavardė', 'Žemaitė'],
    ['El. paštas', person.email],
    ['Telefonas', '+37061234567'],
    ['Gimimo data', ''],
    ['Lytis', 'unknown'],
  ] as const)
    await expect(page.getByRole('main').getByLabel(label)).toHaveValue(value);
  await expect(isForCompany).not.toBeChecked();
  await expect(page.getByLabel(/Siųsti man naujienlaiškį/)).not.toBeChecked();
  await expect(page.getByRole('main').getByLabel(/privatumo politiką/)).toBeChecked();
  await expect(page.getByRole('main').getByLabel(/pirkimo taisykl/)).toBeChecked();
  await hasNoFinding(page);

  await page.getByLabel('Vardas').fill('Onutė');
  await page.getByLabel('Gimimo data').fill('1984-05-17');
  await expect(page.getByLabel('Lytis').locator('option')).toHaveCount(3);
  await page.getByLabel('Lytis').selectOption({ label: 'Moteris' });
  await isForCompany.check();
  await page.getByLabel('Įmonės pavadinimas').fill('Ūkis ir dukros');
  await page.getByLabel('Įmonės kodas').fill('304567891');
  await page.getByLabel('Gatvė').fill('Basanavičiaus g.');
  await page.getByLabel('Namas').fill('12A');
  await page.getByLabel('Miestas arba kaimas').fill('Kėdainiai');
  await page.getByLabel('Pašto kodas').fill('57289');
  await hasNoFinding(page);
  await save(page);
  await expect(page.getByRole('paragraph').filter({ hasText: 'Jūsų duomenys išsaugoti.' })).toBeVisible();
  expect(calls).toEqual([
    {
      path: `/customers/${String(person.id)}`,
      bearer: person.bearer.Authorization,
      body: {
        firstName: 'Onutė',
        lastName: 'Žemaitė',
        phoneNumber: '+37061234567',
        birthday: '1984-05-17',
        gender: 'female',
        isCompany: true,
        companyName: 'Ūkis ir dukros',
        vatNumber: null,
        companyCode: '304567891',
        countryCode: 'LT',
        city: 'Kėdainiai',
        street: 'Basanavičiaus g.',
        houseNumber: '12A',
        flatNumber: null,
        postCode: 'LT-57289',
        subscribedToNewsletter: false,
        privacyPolicyAccepted: true,
        termsAndConditionsAccepted: true,
      },
    },
  ]);

  const choice = page.getByLabel('Numatytasis pristatymo adresas');
  await test.step('R3.59 the default delivery address is chosen here too, by a call that carries nothing else', async () => {
    calls.length = 0;
    await expect(choice).toHaveValue(String(ids[0]));
    await choice.selectOption({ label: 'Sodų g. 5, Kėdainiai, LT-57123' });
    await expect(choice).toHaveValue(String(ids[1]));
    await expect
      .poll(() => calls.map(({ body }) => body))
      .toEqual([{ defaultAddress: `/api/v2/shop/addresses/${String(ids[1])}` }]);
    // The shop has answered.
    await expect(
      page.getByRole('paragraph').filter({ hasText: 'Nuo šiol tai jūsų numatytasis adresas.' }),
    ).toBeVisible();
  });

  await page.reload();
  await expect(page.getByLabel('Vardas')).toHaveValue('Onutė');
  await expect(page.getByLabel('Gimimo data')).toHaveValue('1984-05-17');
  await expect(page.getByLabel('Įmonės kodas')).toHaveValue('304567891');
  await expect(choice).toHaveValue(String(ids[1]));
  // As on a device on which no order was begun.
  await page.evaluate(() => localStorage.removeItem('CHECKOUT_DRAFT'));
  await whenHydrated(page);
  // The delivery was chosen before.
  await walkTo(page, '/apmokejimas');
  await expect(page.getByRole('group', { name: 'Sąskaitos duomenys' })).toBeVisible();
  await expect(page.getByLabel('Įmonės kodas')).toHaveValue('304567891');
});

test('R1.28 R2.45 R7.36 R6.16 a new password: the old one is refused from then on, the new one signs in, and who changed it stays', async ({
  page,
  shop,
}) => {
  const person = await newCustomer(page, shop);
  const calls = changesOf(page);
  const data = { currentPassword: person.password, newPassword: 'Nauja-34', confirmNewPassword: 'Nauja-34' };
  const path = `/customers/${String(person.id)}/password`;
  expect((await page.request.put(`/api/v2/shop${path}`, { data })).status()).toBe(401);
  await page.goto('/paskyra/slaptazodzio-keitimas');
  const fields = ['Dabartinis slaptažodis', 'Naujas slaptažodis', 'Pakartokite naują slaptažodį'] as const;
  for (const label of fields) await expect(page.getByLabel(label, { exact: true })).toHaveValue('');
  await expect(page.getByText('Bent 8 simboliai')).toBeVisible();
  await hasNoFinding(page);
  const fill = async (...values: string[]) => {
    for (const [at, label] of fields.entries())
      await page.getByLabel(label, { exact: true }).fill(values[at] ?? '');
    await page.getByRole('main').getByRole('button', { name: 'Pakeisti slaptažodį' }).click();
  };
  await fill('Ne-ta-12', 'Nauja-34', 'Nauja-34');
  await expect(page.getByLabel(fields[0], { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await fill(person.password, 'Nauja-34', 'Nauja-34');
  await expect(page.getByRole('alert').filter({ hasText: 'Slaptažodis pakeistas.' })).toBeVisible();
  expect(calls.at(-1)).toEqual({ path, bearer: person.bearer.Authorization, body: data });
  const signsIn = async (password: string) =>
    (
      await page.request.post('/api/v2/shop/authentication-token', {
        data: { email: person.email, password },
      })
    ).status();
  expect(await signsIn(person.password)).toBe(401);
  expect(await signsIn('Nauja-34')).toBe(200);
  await page.goto('/paskyra');
  await expect(page.getByText('Malonu jus matyti, Ona!')).toBeVisible();
});
