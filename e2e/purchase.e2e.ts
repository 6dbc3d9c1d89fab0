/** Buying as a guest in a browser, from the product to the thank-you page. */
import type { Page } from '@playwright/test';
import {
  cartOf,
  courierGoods,
  type CourierGoods,
  openCheckout,
  walkTo,
  whenHydrated,
} from './purchase-steps.ts';
import { expect, test } from './shop-fixture.ts';

async function addToCart(page: Page, product: CourierGoods): Promise<void> {
  await page.goto(`/p/${product.slug}-${product.id}`);
  const button = page.locator('main').getByRole('button', { name: 'Į krepšelį' }).first();
  await whenHydrated(page, button);
  // Pressed once: a second press would be a second piece.
  const added = page.waitForResponse((answer) => answer.url().endsWith('/items') && answer.status() === 201, {
    timeout: 60_000,
  });
  await Promise.all([added, button.click()]);
}

const person = { email: 'ona@example.lt', firstName: 'Ona', lastName: 'Žemaitė', phone: '61234567' };

async function fillContacts(page: Page): Promise<void> {
  await page.getByLabel('El. paštas').fill(person.email);
  await page.getByLabel('Vardas').fill(person.firstName);
  await page.getByLabel('Pavardė').fill(person.lastName);
  await page.getByLabel('Telefonas').fill(person.phone);
}
async function fillAddress(page: Page): Promise<void> {
  await page.getByLabel('Gatvė').fill('Basanavičiaus g.');
  await page.getByLabel('Namas').fill('12A');
  await page.getByLabel('Miestas arba kaimas').fill('Kėdainiai');
  await page.getByLabel('Pašto kodas').fill('57289');
}
const next = (page: Page) => page.getByRole('button', { name: /^Toliau/ }).click();
const submit = (page: Page) => page.getByRole('button', { name: /pareiga sumokėti/ }).last();
async function agree(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /pirkimo taisykl/ }).check();
  await page.getByRole('checkbox', { name: /privatumo/ }).check();
}

test('R1.49 R6.01 R1.18 R1.11 R2.16 R2.17 R2.60 R3.80 R4.19 R2.48 a guest buys with courier and transfer and sees the order number; the order page opens by its token without sign-in', async ({
  page,
  shop,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  const product = await courierGoods(shop);
  await addToCart(page, product);
  const token = await page.evaluate(() => localStorage.getItem('CART_TOKEN'));
  expect(token).toMatch(/^[\w-]{22,64}$/);
  // What was put in is shown at once, and may still be on its way.
  await expect
    .poll(async () => {
      const cart = await page.request.get(`/api/v2/shop/orders/${token}`);
      return ((await cart.json()) as { tokenValue?: string }).tokenValue;
    })
    .toBe(token);
  await walkTo(page, '/krepselis');
  await expect(page.getByRole('heading', { level: 1, name: 'Krepšelis' })).toBeVisible();
  await expect(page.locator('main')).toContainText(product.name);
  await page.getByRole('link', { name: 'Pirkti' }).click();

  await expect(page).toHaveURL(/\/apmokejimas$/);
  await page.getByText('Kurjeris į namus').click();
  await next(page);
  await fillContacts(page);
  await fillAddress(page);
  await next(page);
  await page.getByText('Banko pavedimas').click();
  await agree(page);
  await submit(page).click();

  await expect(page).toHaveURL(/\/apmokejimas\/thank-you$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Ačiū! Jūsų užsakymas priimtas' })).toBeVisible();
  const order = await shop.database.pool.query<{ number: string; total: number }>(
    `select number, total from "order" where token = $1`,
    [token],
  );
  const number = order.rows[0]?.number ?? '';
  await expect(page.locator('main')).toContainText(number);
  expect(await page.evaluate(() => localStorage.getItem('CART_TOKEN'))).toBeNull();
  expect(await page.evaluate(() => localStorage.getItem('AUTH_TOKEN'))).toBeNull();
  expect(asked.filter((one) => one.includes('/orders/thank-you'))).toEqual([]);
  await expect(page.locator('header').getByRole('link').first()).toHaveAttribute('href', '/');
  await expect(page.getByRole('link', { name: 'Į pradžią', exact: true })).toHaveAttribute('href', '/');
  // A reload shows the same order, and no cart has come back.
  await page.reload();
  await expect(page.getByText(`Užsakymo numeris: ${number}`)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('CART_TOKEN'))).toBeNull();

  // The mail comes with the pre-invoice, and leads to the order's page and to the terms that were accepted.
  await expect
    .poll(async () => {
      const answer = await page.request.get(`/dev/mails?to=${person.email}`);
      const { data } = (await answer.json()) as {
        data: { subject: string; attachments: string[]; links: string[] }[];
      };
      return data.find((mail) => mail.subject.includes(number));
    })
    .toMatchObject({
      attachments: [`IS-${number}.pdf`],
      links: [`${shop.url}/orders/${token}`, `${shop.url}/taisykles`],
    });
  await page.goto(`/orders/${token}`);
  await expect(page.locator('main')).toContainText(number);
  await expect(page.locator('main')).toContainText('Basanavičiaus');
  await test.step('R2.48 without sign-in, with a pre-invoice to download', async () => {
    await expect(page.getByRole('heading', { level: 1, name: /^Užsakymas \d+$/ })).toBeVisible();
    await expect(page.getByText('Neapmokėtas')).toBeVisible();
    await expect(page.getByText('LT-57289')).toBeVisible();
    const button = page.getByRole('button', { name: 'Atsisiųsti išankstinę sąskaitą' });
    await whenHydrated(page, button);
    const download = page.waitForEvent('download');
    await button.click();
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
  });
});

test('R4.19 R4.20 R4.21 R5.29 R2.32 steps follow each other, an earlier one can be changed, Back and Forward go from step to step, a reload comes back to its step; an order needs both consents; a card is refused by the sandbox bank, then paid: the order is one and paid once', async ({
  page,
  context,
  shop,
}) => {
  const { tokenValue: token } = await cartOf(page, { variants: [await courierGoods(shop)] });
  await page.goto('/krepselis');
  await whenHydrated(page);
  await walkTo(page, '/apmokejimas');
  const steps = page.locator('main').getByRole('list').first();
  await expect(steps).toContainText(/Pristatymas.*Adresas.*Mokėjimas/);
  // A later step is not open yet.
  await expect(page.getByRole('button', { name: /Mokėjimas/ })).toHaveCount(0);
  await next(page);
  await fillContacts(page);
  await fillAddress(page);
  // What was typed outlives a reload even before it was sent.
  await page.reload();
  await expect(page.getByLabel('Miestas arba kaimas')).toHaveValue('Kėdainiai');
  await expect(page.getByLabel('Vardas')).toHaveValue(person.firstName);
  await next(page);
  await expect(page.getByText('Kaip norite mokėti?')).toBeVisible();
  await test.step('Back and Forward of the browser go from step to step, and out of the checkout only from the first', async () => {
    const step = page.locator('[aria-current="step"]');
    await expect(step).toContainText('Mokėjimas');
    await page.goBack();
    await expect(step).toContainText('Adresas');
    await expect(page.getByLabel('Gatvė')).toHaveValue('Basanavičiaus g.');
    await page.goBack();
    await expect(step).toContainText('Pristatymas');
    await page.goForward();
    await expect(step).toContainText('Adresas');
    expect(new URL(page.url()).pathname).toBe('/apmokejimas');
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL(/krepselis$/);
    // Not while the checkout still stands, which would stay where it is.
    await expect(page.getByRole('heading', { level: 1, name: 'Krepšelis' })).toBeVisible();
    await walkTo(page, '/apmokejimas');
    await expect(step).toContainText('Mokėjimas');
  });
  await page.getByRole('button', { name: /Pristatymas/ }).click();
  await expect(page.getByText('Kaip norite gauti prekes?')).toBeVisible();
  await next(page);
  await expect(page.getByLabel('Gatvė')).toHaveValue('Basanavičiaus g.');
  await next(page);
  await test.step('the card', async () => {
    await page.getByText('Mokėjimo kortelė').click();
    await test.step('R5.29 R2.32 both consents, whose links open the right pages in a new tab', async () => {
      await submit(page).click();
      await expect(page.getByText(/^Pažymėkite šį langelį/)).toHaveCount(2);
      await expect(page).toHaveURL(/\/apmokejimas$/);
      for (const [name, heading] of [
        ['pirkimo taisyklėmis', /taisyklės/i],
        ['privatumo politiką', /privatumo politika/i],
      ] as const) {
        const link = page.getByRole('link', { name: new RegExp(name) });
        await expect(link).toHaveAttribute('target', '_blank');
        await expect(link).toHaveAttribute('rel', /noopener/);
        const opened = context.waitForEvent('page');
        await link.click();
        await expect((await opened).getByRole('heading', { level: 1 })).toHaveText(heading);
        await (await opened).close();
      }
    });
    await agree(page);
    await submit(page).click();
    await expect(page).toHaveURL(/\/sandbox-bank\//);
    await page.getByRole('button', { name: 'Mokėjimas nepavyko' }).click();
    await expect(page).toHaveURL(new RegExp(`/apmokejimas/${token}`));
    await page.getByRole('button', { name: /^Mokėti/ }).click();
    await expect(page).toHaveURL(/\/sandbox-bank\//);
    await page.getByRole('button', { name: 'Sumokėti', exact: true }).click();
    await expect(page).toHaveURL(/thank-you/);
    await expect
      .poll(async () => {
        const row = await shop.database.pool.query<{ state: string; payment_state: string }>(
          `select state, payment_state from "order" where token = $1`,
          [token],
        );
        return row.rows[0];
      })
      .toEqual({ state: 'processing', payment_state: 'paid' });
  });
});

test('R1.19 a pick-up point is found by its town and chosen from its list, no street is asked for, it is kept over a reload and stands on the order', async ({
  page,
  shop,
}) => {
  const token = await openCheckout(page, { variants: [await courierGoods(shop)] });
  await page.getByText('Paštomatas', { exact: true }).click();
  await page.getByText('Paštomatas „Siuntukas“').click();
  await next(page);
  await expect(page.getByText('Pasirinkite vietą.')).toBeVisible();
  // By its town, written without its signs.
  await page.getByLabel('Rasti vietą').fill('siauliai');
  await page.getByRole('radiogroup', { name: 'Vietos' }).getByRole('radio').first().click();
  await expect(page.getByRole('button', { name: 'Pasirinkti kitą vietą' })).toBeVisible();
  await expect(page.getByText(/Šiauliai/).first()).toBeVisible();
  await next(page);
  await expect(page.getByLabel('El. paštas')).toBeVisible();
  await expect(page.getByLabel('Gatvė')).toHaveCount(0);
  await page.reload();
  await fillContacts(page);
  await next(page);
  await page.getByText('Banko pavedimas').click();
  await agree(page);
  await submit(page).click();
  await expect(page).toHaveURL(/thank-you/);
  await walkTo(page, `/orders/${token}`);
  await expect(page.locator('main')).toContainText('Siuntukas – Šiauliai');
});
