/** The addresses that a customer keeps. */
import type { Page, Request } from '@playwright/test';
import { apiMarker, header } from '#contract/calls/endpoints.ts';
import { newCustomer, type Person } from './account-steps.ts';
import { hasNoFinding } from './axe.ts';
import { walkTo, whenHydrated } from './purchase-steps.ts';
import { expect, test } from './shop-fixture.ts';

const laukai = {
  firstName: 'Ona',
  lastName: 'Žemaitė',
  phoneNumber: '+37061234567',
  countryCode: 'LT',
  city: 'Kėdainiai',
  street: 'Laukų g.',
  houseNumber: '5',
  flatNumber: '3',
  postCode: '57123',
};
async function keep(page: Page, person: Person, more: object = {}): Promise<number> {
  const answer = await page.request.post('/api/v2/shop/addresses', {
    headers: person.bearer,
    data: { ...laukai, ...more },
  });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { id: number }).id;
}
const card = (page: Page, street: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: street });
/** The page's calls about addresses and the customer. */
function callsOf(page: Page) {
  const calls: Request[] = [];
  page.on('request', (request) => {
    if (/\/api\/v2\/shop\/(?:addresses|customers\/\d)/.test(request.url())) calls.push(request);
  });
  return (method: string) =>
    calls
      .filter((one) => one.method() === method)
      .map((one) => ({
        path: new URL(one.url()).pathname.replace('/api/v2/shop', ''),
        bearer: one.headers()['authorization'],
        body: one.postDataJSON() as unknown,
      }));
}
const fill = async (page: Page, street: string) => {
  await page.getByLabel('Vardas').fill('Ona');
  await page.getByLabel('Pavardė').fill('Žemaitė');
  await page.getByLabel('Telefonas').fill('8 612 34567');
  await page.getByLabel('Gatvė').fill(street);
  await page.getByLabel('Namas').fill('5');
  await page.getByLabel(/^Butas/).fill('3');
  await page.getByLabel('Miestas arba kaimas').fill('Kėdainiai');
  await page.getByLabel('Pašto kodas').fill('57123');
};

test('R1.26 R2.42 R2.43 R2.44 R3.53 R7.30 R7.31 R7.32 R7.33 R7.34 R7.48 R6.13 R8.06 addresses are added, edited, made the default and deleted, each by its one call, and what the shop cannot do is said', async ({
  page,
  context,
  shop,
}) => {
  const person = await newCustomer(page, shop);
  const calls = callsOf(page);
  await test.step('R6.13 each of the five calls about addresses answers a guest with 401', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['GET', '/1'],
      ['PUT', '/1'],
      ['DELETE', '/1'],
    ] as const) {
      const answer = await page.request.fetch(`/api/v2/shop/addresses${path}`, {
        method,
        ...(method === 'POST' || method === 'PUT' ? { data: laukai } : {}),
      });
      expect([method, path, answer.status()]).toEqual([method, path, 401]);
    }
  });

  await test.step('R1.26 R2.43 R7.34 a new address begins empty, is posted whole, and stands in the list without a reload', async () => {
    await page.goto('/paskyra/pristatymo-adresas');
    await expect(page.getByText('Dar neišsaugojote jokio adreso.')).toBeVisible();
    await whenHydrated(page);
    await page.getByRole('link', { name: 'Pridėti adresą' }).click();
    await expect(page).toHaveURL(/\/paskyra\/pristatymo-adresas\/naujas$/);
    for (const label of [
      'Vardas',
      'Pavardė',
      'Telefonas',
      'Gatvė',
      'Namas',
      'Miestas arba kaimas',
      'Pašto kodas',
    ])
      await expect(page.getByLabel(label)).toHaveValue('');
    await expect(page.getByLabel(/^Butas/)).toHaveValue('');
    await expect(page.getByLabel('Šalis')).toHaveValue('LT');
    await hasNoFinding(page);
    // Nothing is sent before it is right; the first mistake has the focus.
    await page.getByRole('button', { name: 'Išsaugoti adresą' }).click();
    await expect(page.getByLabel('Vardas')).toBeFocused();
    await expect(page.getByText('Laukas negali būti tuščias.').first()).toBeVisible();
    expect(calls('POST')).toEqual([]);
    await fill(page, 'Laukų g.');
    await page.getByRole('button', { name: 'Išsaugoti adresą' }).click();
    await expect(page).toHaveURL(/\/paskyra\/pristatymo-adresas$/);
    await expect(card(page, 'Laukų g. 5-3, Kėdainiai')).toContainText('Ona Žemaitė');
    await expect(card(page, 'Laukų g.')).toContainText(/\+370\s612\s34567/);
    // The first one is the default.
    await expect(card(page, 'Laukų g.')).toContainText('Numatytasis adresas');
    expect(calls('POST')).toEqual([
      {
        path: '/addresses',
        bearer: person.bearer.Authorization,
        // As the post of the country writes it, whatever was typed.
        body: { ...laukai, phoneNumber: '8 612 34567', postCode: 'LT-57123', isDefault: false },
      },
    ]);
    expect(calls('GET')[0]).toMatchObject({ path: '/addresses', bearer: person.bearer.Authorization });
    expect(calls('GET').filter(({ path }) => /naujas|new/.test(path))).toEqual([]);
  });

  const kept = await page.request.get('/api/v2/shop/addresses', { headers: person.bearer });
  const laukuId = ((await kept.json()) as { data: { id: number }[] }).data[0]?.id;
  const sodu = await keep(page, person, { street: 'Sodų g.' });

  await test.step('R1.26 R2.42 R2.44 R3.53 R7.30 R7.31 R7.32 an address is edited: loaded by its id, sent whole', async () => {
    await page.reload();
    await expect(card(page, 'Laukų g.')).toContainText('Numatytasis adresas');
    await expect(card(page, 'Sodų g.')).not.toContainText('Numatytasis adresas');
    await hasNoFinding(page);
    await whenHydrated(page);
    await card(page, 'Laukų g.')
      .getByRole('link', { name: /^Keisti/ })
      .click();
    await expect(page).toHaveURL(new RegExp(`/paskyra/pristatymo-adresas/${String(laukuId)}$`));
    for (const [label, value] of [
      ['Vardas', 'Ona'],
      ['Pavardė', 'Žemaitė'],
      ['Telefonas', '+37061234567'],
      ['Šalis', 'LT'],
      ['Gatvė', 'Laukų g.'],
      ['Namas', '5'],
      ['Miestas arba kaimas', 'Kėdainiai'],
      ['Pašto kodas', 'LT-57123'],
    ] as const)
      await expect(page.getByLabel(label)).toHaveValue(value);
    await expect(page.getByLabel(/^Butas/)).toHaveValue('3');
    await expect(page.getByLabel('Naudoti kitiems mano užsakymams')).toBeChecked();
    expect(calls('GET').at(-1)).toMatchObject({
      path: `/addresses/${String(laukuId)}`,
      bearer: person.bearer.Authorization,
    });
    await page.getByLabel('Namas').fill('12A');
    await page.getByRole('button', { name: 'Išsaugoti adresą' }).click();
    await expect(card(page, 'Laukų g. 12A-3')).toBeVisible();
    expect(calls('PUT')).toEqual([
      {
        path: `/addresses/${String(laukuId)}`,
        bearer: person.bearer.Authorization,
        body: { ...laukai, houseNumber: '12A', postCode: 'LT-57123', isDefault: true },
      },
    ]);
  });

  await test.step('R1.26 R7.33 R7.48 another address becomes the default by its reference alone; one that is deleted is asked about first; all of it is kept over a reload', async () => {
    await expect(card(page, 'Sodų g.')).toBeVisible();
    await card(page, 'Sodų g.')
      .getByRole('button', { name: /^Padaryti numatytuoju/ })
      .click();
    await expect(card(page, 'Sodų g.')).toContainText('Numatytasis adresas');
    await expect(card(page, 'Laukų g.')).not.toContainText('Numatytasis adresas');
    expect(calls('PUT').slice(1)).toEqual([
      {
        path: `/customers/${String(person.id)}`,
        bearer: person.bearer.Authorization,
        body: { defaultAddress: `/api/v2/shop/addresses/${String(sodu)}` },
      },
    ]);
    await card(page, 'Sodų g.')
      .getByRole('button', { name: /^Ištrinti/ })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Ištrinti šį adresą?' });
    await expect(dialog).toContainText('Sodų g. 5-3');
    await expect(dialog.getByRole('button', { name: 'Palikti adresą' })).toBeFocused();
    await hasNoFinding(page);
    await dialog.getByRole('button', { name: 'Palikti adresą' }).click();
    await expect(dialog).toBeHidden();
    expect(calls('DELETE')).toEqual([]);
    await card(page, 'Sodų g.')
      .getByRole('button', { name: /^Ištrinti/ })
      .click();
    await dialog.getByRole('button', { name: 'Ištrinti adresą' }).click();
    await expect(card(page, 'Sodų g.')).toHaveCount(0);
    expect(calls('DELETE')).toMatchObject([
      { path: `/addresses/${String(sodu)}`, bearer: person.bearer.Authorization },
    ]);
    // What the next step begins with.
    await keep(page, person, { street: 'Miško g.' });
    const chosen = await page.request.put(`/api/v2/shop/customers/${String(person.id)}`, {
      headers: person.bearer,
      data: { defaultAddress: `/api/v2/shop/addresses/${String(laukuId)}` },
    });
    expect(chosen.status()).toBe(200);
    await page.reload();
    await expect(card(page, 'Laukų g. 12A-3')).toBeVisible();
    await expect(card(page, 'Miško g.')).toBeVisible();
    await expect(card(page, 'Sodų g.')).toHaveCount(0);
  });

  await test.step('R8.06 what the shop cannot do is said, and the list stays: an address that was not deleted, the old default, a form as it was typed', async () => {
    await whenHydrated(page);
    await context.route(/\/api\/v2\/shop\/(?:addresses|customers\/\d)/, (route) =>
      route.request().method() === 'GET'
        ? route.fallback()
        : route.fulfill({
            status: 500,
            headers: { [header.marker]: apiMarker, 'content-type': 'application/json' },
            body: JSON.stringify({ code: 500, errorCode: 'internal', message: 'Broken', violations: [] }),
          }),
    );
    const said = (words: string) =>
      expect(page.getByRole('paragraph').filter({ hasText: words })).toBeVisible();
    await card(page, 'Miško g.')
      .getByRole('button', { name: /^Padaryti numatytuoju/ })
      .click();
    await said('Numatytojo adreso pakeisti nepavyko');
    await expect(card(page, 'Laukų g.')).toContainText('Numatytasis adresas');
    await card(page, 'Miško g.')
      .getByRole('button', { name: /^Ištrinti/ })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Ištrinti adresą' }).click();
    await said('Adreso ištrinti nepavyko');
    await expect(card(page, 'Miško g.')).toBeVisible();
    await page.getByRole('link', { name: 'Pridėti adresą' }).click();
    await fill(page, 'Kalno g.');
    await page.getByRole('button', { name: 'Išsaugoti adresą' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Adreso išsaugoti nepavyko' })).toBeVisible();
    await expect(page.getByLabel('Gatvė')).toHaveValue('Kalno g.');
  });

  await test.step('an id of anything but digits is no address, one of somebody else neither', async () => {
    expect((await page.request.get('/paskyra/pristatymo-adresas/abc')).status()).toBe(404);
    // Rasa's, of the demo.
    await walkTo(page, '/paskyra/pristatymo-adresas/1');
    await expect(page.getByRole('heading', { name: 'Šio puslapio rasti nepavyko' })).toBeVisible();
  });
});
