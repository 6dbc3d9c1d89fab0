import type { Page } from '@playwright/test';
import { hasNoFinding } from './axe.ts';
import { whenHydrated } from './purchase-steps.ts';
import { expect, test } from './shop-fixture.ts';

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');

async function walkMenu(page: Page): Promise<void> {
  const nav = page.getByRole('navigation', { name: 'Prekės' });
  const trigger = nav.locator('button[aria-expanded]:not([disabled])').first();
  await whenHydrated(page, trigger);
  // The way to it by Tab alone.
  await page.getByRole('banner').getByRole('link').first().focus();
  for (
    let press = 0;
    press < 60 && !(await trigger.evaluate((button) => button === document.activeElement));
    press += 1
  )
    await page.keyboard.press('Tab');
  await expect(trigger).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(trigger).toHaveAttribute('aria-expanded', 'true');
  const entries = nav.locator('[data-panel] ul').first().locator('> li').getByRole('link');
  await expect(entries.first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(entries.first()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(entries.last()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(entries.nth(1)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(trigger).toHaveAttribute('aria-expanded', 'false');
  await expect(trigger).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(entries.first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(entries.first()).toBeFocused();
  const name = await focused(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(nav.locator('[data-panel]')).toHaveCount(0);
}

test('R2.144 R1.36 R2.116 the menu is walked with the keyboard alone: opened, along its entries and around, closed, followed; somebody subscribes in the footer, follows the link of the letter, and stops the letters again', async ({
  page,
  shop,
  browser,
}) => {
  await page.goto('/duk');
  await test.step('R2.144 the menu by keyboard', () => walkMenu(page));
  const form = page.getByRole('form', { name: 'Naujienlaiškis' });
  await whenHydrated(page, form.locator('input').first());
  const email = `ruta${String(Date.now())}@example.com`;
  await form.getByLabel('Jūsų el. paštas').fill(email);
  for (const box of await form.getByRole('checkbox').all()) await box.check();
  const asked = page.waitForRequest('**/subscribe-newsletter');
  await form.getByRole('button', { name: 'Prenumeruoti' }).click();
  expect((await asked).postDataJSON()).toEqual({ email });
  await expect(page.getByRole('dialog', { name: 'Naujienlaiškis' })).toContainText(email);
  const links = async () => {
    const { data } = (await (
      await page.request.get(`/dev/mails?to=${encodeURIComponent(email)}`)
    ).json()) as { data: { text: string }[] };
    return [...(data[0]?.text ?? '').matchAll(/https?:\/\/[^/\s]+(\/naujienlaiskis\/\S+)/g)].map(
      ([, path]) => path ?? '',
    );
  };
  await expect.poll(async () => (await links()).length).toBe(2);
  const [confirm = '', stop = ''] = await links();
  await page.goto(confirm);
  await expect(page.getByRole('main').getByRole('alert')).toContainText(`prenumeruojate adresu ${email}`);
  const status = async () =>
    (await shop.query('select status from newsletter_subscriber where email = $1', [email]))[0]?.['status'];
  // A reader of mails that opens links, with scripts too, stops nothing.
  await page.goto(stop);
  const button = page.getByRole('main').getByRole('button', { name: 'Atsisakyti laiškų' });
  await whenHydrated(page, button);
  expect(await status()).toBe('subscribed');
  await hasNoFinding(page);
  await button.click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('laiškų daugiau nesiųsime');
  expect(await status()).toBe('unsubscribed');

  // Without scripts the button posts what a mail program does.
  await shop.query(`update newsletter_subscriber set status = 'subscribed' where email = $1`, [email]);
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url });
  try {
    const bare = await plain.newPage();
    await bare.goto(stop);
    await bare.getByRole('main').getByRole('button', { name: 'Atsisakyti laiškų' }).click();
    await expect(bare.locator('body')).toContainText('Šiuo adresu daugiau laiškų nesiųsime.');
  } finally {
    await plain.close();
  }
  expect(await status()).toBe('unsubscribed');
});

const evil = [
  '<p>Tekstas</p><script>window.hit = 1</script><img src="/x" onerror="window.hit = 2"><svg onload="window.hit = 3"></svg>',
  '<a href="javascript:window.hit=4">a</a><a href=" java\nscript:window.hit=5">b</a><details open ontoggle="window.hit = 6"><summary>s</summary></details>',
  '<iframe src="https://www.youtube.com.evil.example/x"></iframe><iframe src="https://evil.example/"></iframe><iframe srcdoc="<script>parent.hit = 7</script>"></iframe>',
  '<iframe src="https://www.google.com/search"></iframe><form action="https://evil.example"><input name="q"><button>go</button></form><base href="https://evil.example/">',
  '<p style="position:fixed;inset:0;color:red;background:url(https://evil.example/a)">b</p><style>main{display:none}</style><p id="content" name="body">c</p>',
].join('');
const part = (code: string, values: Record<string, unknown>) => ({
  code,
  properties: Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { kind: 'input', value }]),
  ),
});

for (const bypassCSP of [false, true]) {
  test(`R5.23 R3.21 foreign markup in a page can do nothing, with the content policy ${bypassCSP ? 'off' : 'on'}; halves are of one height`, async ({
    browser,
    shop,
  }) => {
    const context = await browser.newContext({
      bypassCSP,
      baseURL: shop.url,
      serviceWorkers: 'block',
      viewport: { width: 1280, height: 800 },
    });
    try {
      const page = await context.newPage();
      const foreign: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(shop.url)) foreign.push(request.url());
      });
      await context.route('**/api/v2/shop/cms/pages?*slug=apie-mus*', async (route) => {
        const answer = (await (await route.fetch()).json()) as { data: Record<string, unknown>[] };
        const halves = [
          part('half', { mediaKind: 'text', text: '<p>Trumpai</p>' }),
          part('half', { mediaKind: 'text', text: `<p>${'Ilgas tekstas. '.repeat(60)}</p>` }),
        ];
        const contentTypes = [
          part('textBlock', { text: evil }),
          part('noSuchCode', { text: evil }),
          part('halfAndHalfAdaptBlock', { halves }),
          part('bannersWithButtons', {
            banners: [
              part('banner', {
                title: 'T',
                buttons: [part('button', { label: 'Spausti', link: 'javascript:window.hit=8' })],
              }),
            ],
          }),
        ];
        await route.fulfill({
          headers: { 'X-Shop-Api': '2' },
          json: { ...answer, data: answer.data.map((one) => ({ ...one, content: evil, contentTypes })) },
        });
      });
      await page.goto('/duk');
      const link = page.getByRole('contentinfo').getByRole('link', { name: 'Apie mus' });
      await whenHydrated(page, link);
      await link.click();
      const main = page.getByRole('main');
      await expect(main.getByText('Ilgas tekstas.').first()).toBeVisible();
      await expect(main.getByText('Tekstas', { exact: true })).toHaveCount(2);
      await expect(
        main.locator('script, iframe, form, style, base, svg[onload], [onerror], [ontoggle], p[id], p[name]'),
      ).toHaveCount(0);
      for (const hop of await main.locator('a').all())
        expect((await hop.getAttribute('href')) ?? '').not.toMatch(/script:/);
      for (const name of ['a', 'b', 'Spausti'])
        for (const place of await main.getByText(name, { exact: true }).all()) await place.click();
      const red = main.getByText('b', { exact: true }).last();
      expect(
        await red.evaluate((element) => [
          getComputedStyle(element).position,
          getComputedStyle(element).backgroundImage,
        ]),
      ).toEqual(['static', 'none']);
      expect(await page.evaluate(() => (window as { hit?: number }).hit)).toBeUndefined();
      expect(foreign).toEqual([]);
      const heights = await main
        .getByText('Trumpai')
        .evaluate((element) =>
          [...(element.closest('section')?.firstElementChild?.children ?? [])].map((half) =>
            Math.round(half.getBoundingClientRect().height),
          ),
        );
      expect(heights).toHaveLength(2);
      expect(heights[0]).toBe(heights[1]);
    } finally {
      await context.close();
    }
  });
}
