import type { Page } from '@playwright/test';

/** A customer of the demo shop. */
export const rasa = { email: 'rasa.demo@example.com', password: 'Demo-Rasa-1' };

/** Signs in as the account's pages will: the tokens lie on the device before the page begins. */
export async function signIn(page: Page): Promise<Record<string, string>> {
  const answer = await page.request.post('/api/v2/shop/authentication-token', {
    data: rasa,
  });
  const { token, refreshToken } = (await answer.json()) as { token: string; refreshToken: string };
  await page.addInitScript(
    ([access, refresh]) => {
      localStorage.setItem('AUTH_TOKEN', access ?? '');
      localStorage.setItem('AUTH_REFRESH_TOKEN', refresh ?? '');
    },
    [token, refreshToken],
  );
  return { Authorization: `Bearer ${token}` };
}

/** Fills the form of `/auth`, which is in front; pressing is left to the test. */
export async function fillSignIn(page: Page, given = rasa): Promise<void> {
  const panel = page.getByRole('main').getByRole('tabpanel', { name: 'Prisijungti' });
  await panel.getByLabel('El. paštas').fill(given.email);
  await panel.getByRole('textbox', { name: 'Slaptažodis' }).fill(given.password);
}
export const sendSignIn = (page: Page): Promise<void> =>
  page.getByRole('main').getByRole('button', { name: 'Prisijungti', exact: true }).click();
