/** Forms that are sent before their page is hydrated: over a thin line a person types faster than the scripts come. */
import type { Page } from '@playwright/test';
import { fillSignIn, rasa, sendSignIn } from './customer-steps.ts';
import { whenHydrated } from './purchase-steps.ts';
import { expect, test } from './shop-fixture.ts';

test.use({ serviceWorkers: 'block' });

/** Holds scripts back; `come` lets them through. Every address that is asked for meanwhile is noted. */
async function holdScripts(page: Page, which: RegExp) {
  const asked: string[] = [];
  let come = () => {};
  const held = new Promise<void>((resolve) => (come = resolve));
  page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
  await page.route(which, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  return { asked, come };
}
const isSignedIn = (page: Page) => page.evaluate(() => localStorage.getItem('AUTH_TOKEN') !== null);

test('a sign-in that is pressed before the page is hydrated is sent once it is, with what was typed', async ({
  page,
}) => {
  const { asked, come } = await holdScripts(page, /\/assets\/libraries-/);
  await page.goto('/auth', { waitUntil: 'commit' });
  // The page's first script has run: it asks for the others.
  await expect.poll(() => asked.some((one) => one.includes('/assets/libraries-'))).toBe(true);
  await fillSignIn(page);
  await sendSignIn(page);
  expect(new URL(page.url()).search).toBe('');
  come();
  await expect.poll(() => isSignedIn(page)).toBe(true);
  expect(asked.filter((one) => one.includes(encodeURIComponent(rasa.password)))).toEqual([]);
  expect(asked.filter((one) => one.startsWith('POST') && one.includes('/auth'))).not.toContain('POST /auth');
});

test('a sign-in that the browser sends by itself, before any script has come, writes no word of it into an address', async ({
  page,
}) => {
  const { asked, come } = await holdScripts(page, /\/assets\/.*\.js/);
  await page.goto('/auth?x-from=letter', { waitUntil: 'commit' });
  await fillSignIn(page);
  const again = page.waitForResponse((answer) => answer.request().redirectedFrom()?.method() === 'POST');
  await sendSignIn(page);
  expect((await again).status()).toBe(200);
  await expect(page).toHaveURL(/\/auth\?x-from=letter$/);
  const words = [rasa.password, rasa.email, encodeURIComponent(rasa.email)];
  expect(asked.filter((one) => words.some((word) => one.includes(word)))).toEqual([]);
  come();
  // Pressed sooner it would be sent by the browser once more.
  await whenHydrated(page, page.getByRole('tabpanel').getByRole('button', { name: 'Prisijungti' }));
  await fillSignIn(page);
  await sendSignIn(page);
  await expect.poll(() => isSignedIn(page)).toBe(true);
});

test('a page that is posted to is shown again, and leads nowhere else', async ({ request, shop }) => {
  const to = async (path: string) => {
    const answer = await request.post(shop.url + path, { form: { password: 'x' }, maxRedirects: 0 });
    return [answer.status(), answer.headers()['location']];
  };
  expect(await to('/registration?a=1')).toEqual([303, '/registration?a=1']);
  expect(await to('/%2F/elsewhere.example')).toEqual([303, '/%2F/elsewhere.example']);
  expect((await to('//elsewhere.example/x'))[1]).toBe('/elsewhere.example/x');
  expect((await request.post(`${shop.url}/registration`, { data: {} })).status()).toBe(405);
});
