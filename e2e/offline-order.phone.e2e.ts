import { oneVisit, orderInTheField, placedOrders, savedOrder } from './offline-steps.ts';
import { expect, phone, test } from './shop-fixture.ts';

test.use(phone);

test('R0.44 on a phone: a whole purchase without a connection, nothing sideways, sent once when it is back', async ({
  page,
  context,
  shop,
}) => {
  const before = (await placedOrders(shop)).length;
  await oneVisit(page);
  await context.setOffline(true);
  await orderInTheField(page);
  await expect(savedOrder(page)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  // Nor on a narrow one in letters of twice the size.
  const size = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 800 });
  const wide = await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
    return document.documentElement.scrollWidth;
  });
  expect(wide).toBe(360);
  if (size) await page.setViewportSize(size);
  await page.reload();
  await expect(savedOrder(page)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('article', { name: /^Užsakyta, numeris / })).toBeVisible();
  expect(await placedOrders(shop)).toHaveLength(before + 1);
});
