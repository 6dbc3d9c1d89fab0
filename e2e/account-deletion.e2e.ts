/** The end of an account, and the way back from it. */
import type { Page } from '@playwright/test';
import { apiMarker, header } from '#contract/calls/endpoints.ts';
import { newCustomer, orderOf, somebodyNew, type Person } from './account-steps.ts';
import { hasNoFinding } from './axe.ts';
import { fillSignIn, sendSignIn } from './customer-steps.ts';
import { findProduct, isOrdinary, walkTo, whenHydrated } from './purchase-steps.ts';
import { expect, test } from './shop-fixture.ts';

const ask = async (page: Page) => {
  await page.getByRole('button', { name: 'Ištrinti paskyrą…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ištrinti paskyrą?' });
  await expect(dialog.getByRole('button', { name: 'Palikti paskyrą' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Ištrinti po 24 valandų' }).click();
};
const notice = (page: Page) => page.getByText(/Jūsų paskyra bus ištrinta per 24 valandas/);
/** The path of the link in the letter. */
async function linkOf(page: Page, person: Person): Promise<string> {
  let link = '';
  await expect
    .poll(async () => {
      const answer = await page.request.get(`/dev/mails?to=${encodeURIComponent(person.email)}`);
      const { data } = (await answer.json()) as { data: { text: string }[] };
      link =
        data.map(({ text }) => /\/paskyra\/cancel-user-deletion\/[\w-]+/.exec(text)?.[0]).find(Boolean) ?? '';
      return link;
    })
    .not.toBe('');
  return link;
}
const requestedAt = async (page: Page, person: Person) => {
  const answer = await page.request.get('/api/v2/shop/customers/me', { headers: person.bearer });
  const { data } = (await answer.json()) as { data: { user: { accountRemoveRequestedAt?: string } }[] };
  return data[0]?.user.accountRemoveRequestedAt ?? null;
};

test('R1.30 R3.57 R4.29 R4.30 R7.35 R7.37 R8.42 R9.03 R4.28 pending orders refuse it in words of their own, and are named; any other failure has other words; asked for, the deletion is announced with its 24 hours; the letter’s link, followed once, cancels it; asked for again, the account signs in until its day is over, and 24 hours later nobody does', async ({
  page,
  context,
  shop,
}) => {
  const person = await newCustomer(page, shop);
  const goods = await findProduct(page, isOrdinary);
  const order = await orderOf(page, person, { [goods.variants[0]!.code]: 1 });
  const calls: { method: string; url: URL; body: string | null; bearer: string | undefined }[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.startsWith('/api/v2/shop/user/'))
      calls.push({
        method: request.method(),
        url,
        body: request.postData(),
        bearer: request.headers()['authorization'],
      });
  });
  await page.goto('/paskyra');
  await expect(page.getByText('Malonu jus matyti')).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
  await whenHydrated(page);
  await walkTo(page, '/paskyra/informacija');
  await test.step('R8.42 refused', async () => {
    await ask(page);
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toContainText('Paskyros ištrinti negalima, kol yra neįvykdytų užsakymų.');
    await expect(alert.getByRole('link', { name: `Užsakymas ${order.number}` })).toBeVisible();
    await expect(notice(page)).toHaveCount(0);
    expect(await requestedAt(page, person)).toBeNull();
    const asking = '**/api/v2/shop/user/account-remove';
    await context.route(asking, (route) =>
      route.fulfill({
        status: 500,
        headers: { [header.marker]: apiMarker, 'content-type': 'application/json' },
        body: JSON.stringify({ code: 500, errorCode: 'internal', message: 'Broken', violations: [] }),
      }),
    );
    await ask(page);
    await expect(alert).toContainText('Paskyros ištrinti nepavyko.');
    await expect(alert).not.toContainText('neįvykdytų');
    await context.unroute(asking);
    await shop.query(`update "order" set state = 'fulfilled' where id = $1`, [order.id]);
    calls.length = 0;
  });
  await ask(page);
  await expect(notice(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ištrinti paskyrą…' })).toHaveCount(0);
  expect(calls).toHaveLength(1);
  expect(calls[0]).toMatchObject({ method: 'POST', bearer: person.bearer.Authorization });
  expect(calls[0]?.url.pathname).toBe('/api/v2/shop/user/account-remove');
  expect([null, '', '{}']).toContain(calls[0]?.body);
  await walkTo(page, '/paskyra');
  await expect(page.getByText('Malonu jus matyti')).toBeVisible();
  await expect(notice(page)).toBeVisible();
  await hasNoFinding(page);
  const link = await linkOf(page, person);
  await page.goto(link);
  await expect(page.getByText('Ištrynimas atšauktas: jūsų paskyra lieka.')).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
  await hasNoFinding(page);
  expect(calls).toHaveLength(2);
  expect(calls[1]).toMatchObject({ method: 'GET', bearer: person.bearer.Authorization });
  expect(calls[1]?.url.searchParams.get('accountDeletionToken')).toBe(link.split('/').at(-1));
  expect(await requestedAt(page, person)).toBeNull();
  await page.getByRole('link', { name: 'Į mano paskyrą' }).click();
  await expect(page.getByText('Malonu jus matyti')).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
  await test.step('R4.28 asked for once more: until its day is over', async () => {
    await walkTo(page, '/paskyra/informacija');
    await ask(page);
    await expect(notice(page)).toBeVisible();
    const signsIn = async () =>
      (
        await page.request.post('/api/v2/shop/authentication-token', {
          data: { email: person.email, password: person.password },
        })
      ).status();
    expect(await signsIn()).toBe(200);
    // A day goes by: the wish is a day older.
    await shop.query(
      `update customer set deletion_requested_at = deletion_requested_at - interval '24 hours' where id = $1`,
      [person.id],
    );
    expect(await signsIn()).toBe(401);
  });
});

test('R2.46 R6.15 another customer’s link cancels nothing; a guest who follows their own signs in first, and then it does', async ({
  page,
  shop,
}) => {
  const person = await somebodyNew(page, shop);
  await page.request.post('/api/v2/shop/user/account-remove', { headers: person.bearer });
  const link = await linkOf(page, person);
  const comesToTheSignIn = async () => {
    await expect(page).toHaveURL(/\/auth$/);
    expect(await page.evaluate(() => (history.state as { usr?: unknown }).usr)).toEqual({ from: link });
    await whenHydrated(page);
  };
  await page.goto(link);
  await comesToTheSignIn();
  await fillSignIn(page, await somebodyNew(page, shop));
  await sendSignIn(page);
  await expect(page).toHaveURL(link);
  await expect(
    page.getByRole('alert').filter({ hasText: 'Ši nuoroda netinka arba nebegalioja.' }),
  ).toBeVisible();
  expect(await requestedAt(page, person)).not.toBeNull();
  const calls: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().includes('cancel-account-remove')) calls.push(request.headers()['authorization']);
  });
  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await comesToTheSignIn();
  await fillSignIn(page, person);
  await sendSignIn(page);
  await expect(page).toHaveURL(link);
  await expect(page.getByText('Ištrynimas atšauktas: jūsų paskyra lieka.')).toBeVisible();
  expect(calls).toEqual([expect.stringMatching(/^Bearer .+/)]);
  expect(await requestedAt(page, person)).toBeNull();
});
