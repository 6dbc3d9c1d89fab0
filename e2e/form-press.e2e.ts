/** A press on a button right after leaving a wrong field: what the form says of the field does not swallow the press. */
import type { Locator, Page } from '@playwright/test';
import { findProduct, isOrdinary, openCheckout, toAddress, walkTo, whenHydrated } from './purchase-steps.ts';
import { expect, test } from './shop-fixture.ts';

test.use({ viewport: { width: 360, height: 740 } });

/** As a person presses: the mouse stays down for a moment, near the upper edge of the button, which moves first. */
async function press(page: Page, button: Locator): Promise<void> {
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (!box) throw new Error('No such button');
  await page.mouse.move(box.x + box.width / 2, box.y + 4);
  await page.mouse.down();
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await page.mouse.up();
}

interface Form {
  open: (page: Page) => Promise<unknown>;
  /** The field that is left with a value that is none. */
  field: (page: Page) => Locator;
  value: string;
  says: RegExp;
  button: (page: Page) => Locator;
  /** What shows that the press was heard: another field's own sentence. */
  heard: (page: Page) => Locator;
}
const main = (page: Page) => page.getByRole('main');
const signIn = (page: Page) => main(page).getByRole('tabpanel', { name: 'Prisijungti' });
const forms: Record<string, Form> = {
  'the registration': {
    open: (page) => page.goto('/registration'),
    field: (page) => main(page).getByLabel('Telefonas'),
    value: '123',
    says: /Tai netinkamas telefono numeris/,
    button: (page) => main(page).getByRole('button', { name: 'Sukurti paskyrą' }),
    heard: (page) => main(page).getByText('Įrašykite el. pašto adresą.'),
  },
  'the sign-in': {
    open: (page) => walkTo(page, '/auth'),
    field: (page) => signIn(page).getByLabel('El. paštas'),
    value: 'rasa@',
    says: /Šis el. pašto adresas netinkamas/,
    button: (page) => signIn(page).getByRole('button', { name: 'Prisijungti', exact: true }),
    heard: (page) => signIn(page).getByText('Laukas negali būti tuščias.'),
  },
  'the newsletter': {
    open: (page) => walkTo(page, '/duk'),
    field: (page) => page.getByRole('contentinfo').getByLabel('El. paštas'),
    value: 'rasa@',
    says: /Šis el. pašto adresas netinkamas/,
    button: (page) => page.getByRole('contentinfo').getByRole('button', { name: 'Prenumeruoti' }),
    heard: (page) =>
      page
        .getByRole('contentinfo')
        .getByText(/^Pažymėkite šį langelį/)
        .first(),
  },
  'the address of an order': {
    open: async (page) => {
      await openCheckout(page, await findProduct(page, isOrdinary));
      await page.getByRole('radio', { name: /Kurjeris iki durų/ }).check();
      await toAddress(page);
    },
    field: (page) => page.getByLabel('Pašto kodas'),
    value: '12',
    says: /Rašykite taip: LT-12345/,
    button: (page) => page.getByRole('button', { name: 'Toliau: mokėjimas' }),
    heard: (page) => page.getByText('Pataisykite šiuos laukus:'),
  },
};

test('a press right after a wrong field is heard, and the field says what is wrong: sign-in, registration, newsletter, the address of an order', async ({
  page,
}) => {
  for (const [name, { open, field, value, says, button, heard }] of Object.entries(forms))
    await test.step(name, async () => {
      await open(page);
      await whenHydrated(page, field(page));
      await field(page).fill(value);
      await press(page, button(page));
      await expect(heard(page).first()).toBeVisible();
      await expect(page.getByText(says).first()).toBeVisible();
    });
});
