import type { Page } from '@playwright/test';
import { findProduct, isOrdinary, pathOf, walkTo, whenHydrated } from './purchase-steps.ts';
import { expect, installWorker, test } from './shop-fixture.ts';

/** The browser's offer, as Chromium makes it; true once somebody listened. */
const browserOffers = (page: Page) =>
  page.evaluate(() => {
    const counter = window as { asked?: number };
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: () => {
        counter.asked = (counter.asked ?? 0) + 1;
        return Promise.resolve();
      },
    });
    dispatchEvent(event);
    return event.defaultPrevented;
  });
const offer = (page: Page) => page.getByText('Įsikelkite parduotuvę į pagrindinį ekraną');

test('R0.09 installing is offered unasked once the shop was of use, not while buying, and not again after a no', async ({
  page,
}) => {
  await page.goto('/');
  await page.mouse.wheel(0, 50);
  await expect.poll(() => browserOffers(page)).toBe(true);
  await expect(page.getByRole('button', { name: 'Įdiegti parduotuvę' })).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
  await whenHydrated(page);
  await walkTo(page, pathOf(await findProduct(page, isOrdinary)));
  await page.getByRole('main').getByRole('button', { name: 'Į krepšelį', exact: true }).click();
  await expect(offer(page)).toBeVisible();
  await walkTo(page, '/krepselis');
  await expect(page.getByRole('heading', { level: 1, name: 'Krepšelis' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Įdiegti parduotuvę' })).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
  await walkTo(page, '/');
  await page.getByRole('button', { name: 'Ne dabar' }).click();
  await expect(offer(page)).toHaveCount(0);
  await page.reload();
  await page.mouse.wheel(0, 50);
  await expect.poll(() => browserOffers(page)).toBe(true);
  await expect(page.getByRole('button', { name: 'Įdiegti parduotuvę' })).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
});

test('a product is shared by the ways of the device, without them its address is copied; what waits stands as a number on the icon, and goes when it was sent', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const product = await findProduct(page, isOrdinary);
  await page.addInitScript(() => {
    const device = window as { badge?: number };
    Object.assign(navigator, {
      setAppBadge: (count: number) => {
        device.badge = count;
        return Promise.resolve();
      },
      clearAppBadge: () => {
        device.badge = 0;
        return Promise.resolve();
      },
    });
  });
  await page.addInitScript(() => {
    const device = window as { shared?: ShareData };
    Object.defineProperty(navigator, 'share', {
      configurable: true,
      value: (data: ShareData) => {
        device.shared = data;
        return Promise.resolve();
      },
    });
  });
  await installWorker(page);
  await page.goto(pathOf(product));
  const share = page.getByRole('button', { name: 'Bendrinti' });
  await share.click();
  await expect
    .poll(() => page.evaluate(() => (window as { shared?: ShareData }).shared?.url))
    .toContain(pathOf(product));
  // A browser that cannot share refuses.
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'share', {
      configurable: true,
      value: () => Promise.reject(new DOMException('no', 'NotAllowedError')),
    });
  });
  await share.click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(pathOf(product));
  await test.step('the number on the icon', async () => {
    const badge = () => page.evaluate(() => (window as { badge?: number }).badge);
    await expect.poll(badge).toBe(0);
    await context.setOffline(true);
    await page.getByRole('main').getByRole('button', { name: 'Į krepšelį', exact: true }).click();
    await expect.poll(badge).toBe(1);
    await context.setOffline(false);
    await expect.poll(badge).toBe(0);
  });
});
