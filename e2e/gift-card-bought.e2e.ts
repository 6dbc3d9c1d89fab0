/** A gift card bought, mailed, looked at and spent. */
import { commandOf } from './account-steps.ts';
import { fillContacts, placeOrder, toPayment, walkTo, whenHydrated } from './purchase-steps.ts';
import { hasNoFinding } from './axe.ts';
import { expect, test } from './shop-fixture.ts';

test('R4.18 a gift card is bought without delivery, its code comes by mail once it is paid, and its balance is shown', async ({
  page,
  shop,
}) => {
  await page.goto('/dovanu-korteles');
  await page.getByRole('main').getByRole('link', { name: 'Dovanų kortelė' }).first().click();
  const form = page.getByRole('form', { name: 'Pirkti dovanų kortelę' });
  const add = form.getByRole('button', { name: 'Į krepšelį' });
  await whenHydrated(page, add);
  await hasNoFinding(page);
  await form.getByRole('textbox', { name: 'Suma' }).fill('4');
  await form.getByRole('textbox', { name: 'Gavėjo vardas' }).fill('Ona');
  await add.click();
  await expect(
    form.getByText('Įveskite savo el. paštą').or(form.locator('[aria-invalid]')).first(),
  ).toBeVisible();
  await form.getByRole('textbox', { name: 'Suma' }).fill('40');
  await form.getByRole('textbox', { name: 'Gavėjo el. paštas' }).fill('ona.kortele@example.lt');
  await form.getByRole('textbox', { name: 'Palinkėjimas' }).fill('Su gimtadieniu!');
  await add.click();
  await expect(form.getByRole('alert')).toContainText('yra krepšelyje');
  await form.getByRole('link', { name: 'Eiti į krepšelį' }).click();
  await expect(page.getByText('Kam: Ona, ona.kortele@example.lt')).toBeVisible();
  await walkTo(page, '/apmokejimas');
  await expect(page.getByRole('list', { name: 'Žingsniai' })).not.toContainText('Pristatymas');
  await fillContacts(page);
  await toPayment(page);
  const placed = page.waitForResponse((answer) => answer.url().endsWith('/complete'));
  await placeOrder(page, 'Banko pavedimas');
  const { number, total } = (await (await placed).json()) as { number: string; total: number };
  expect(total).toBe(4000);
  await commandOf(shop, 'order', number, 'mark-paid');
  let code = '';
  await expect
    .poll(async () => {
      const { data } = (await (await page.request.get('/dev/mails?to=ona.kortele@example.lt')).json()) as {
        data: { text: string }[];
      };
      code = /kodas ([\w-]{19})/.exec(data[0]?.text ?? '')?.[1] ?? '';
      return code;
    })
    .not.toBe('');
  await walkTo(page, '/dovanu-kortele');
  const show = page.getByRole('button', { name: 'Rodyti likutį' });
  await whenHydrated(page, show);
  await page.getByRole('textbox', { name: 'Dovanų kortelės kodas' }).fill(code.toLowerCase());
  await show.click();
  await expect(page.getByRole('alert')).toContainText(/liko 40,00.€, galioja iki/);
  expect(page.url()).not.toContain(code.slice(0, 4));
});
