import type { Page } from '@playwright/test';
import { apiMarker, header } from '#contract/calls/endpoints.ts';
import { whenHydrated } from './purchase-steps.ts';
import { expect } from './shop-fixture.ts';

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

export const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
export const menu = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Paskyra/ });
/** What the menu of the header offers. */
export const entries = (page: Page) => page.getByRole('navigation', { name: 'Paskyra' });
export const main = (page: Page) => page.getByRole('main');

export async function openMenu(page: Page): Promise<void> {
  await whenHydrated(page);
  await menu(page).click();
  await expect(entries(page)).toBeVisible();
}
export async function signInHere(page: Page, given = rasa): Promise<void> {
  await page.goto('/auth');
  await whenHydrated(page);
  await fillSignIn(page, given);
  await sendSignIn(page);
  await expect.poll(() => stored(page, 'USER_KEY')).toMatch(/^[0-9a-f]{64}$/);
  // The last step of signing in: who goes on before it takes no cart along.
  await expect(page).not.toHaveURL(/\/auth/);
}
/** An answer of the shop that says nothing but its status. */
export const refusal = (status: number) => ({
  status,
  headers: { [header.marker]: apiMarker, 'content-type': 'application/json' },
  body: JSON.stringify({ message: 'Refused', code: status }),
});
