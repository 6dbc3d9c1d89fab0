import type { Page } from '@playwright/test';

/** Signs in as the account's pages will: the tokens lie on the device before the page begins. */
export async function signIn(page: Page): Promise<Record<string, string>> {
  const answer = await page.request.post('/api/v2/shop/authentication-token', {
    data: { email: 'rasa.demo@example.com', password: 'Demo-Rasa-1' },
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
