/** The gift of a cart. */
import type { Page } from '@playwright/test';
import { cartOf, findProduct, isOrdinary, whenHydrated } from './purchase-steps.ts';
import type { RunningShop } from '#tests/running-shop.ts';
import { expect, installWorker, test } from './shop-fixture.ts';

const giftsAtShop = (shop: RunningShop, token: string | null) =>
  shop.query(
    `select v.code, i.total, o.total as paid from order_item i join "order" o on o.id = i.order_id join product_variant v on v.id = i.variant_id
     where o.token = $1 and i.marker = 'gift-selected' and i.deleted_at is null`,
    [token],
  );

/** A cart above the lower threshold and below the higher one, its page open and hydrated. */
async function openCart(page: Page, shop: RunningShop): Promise<string> {
  await shop.query(
    `insert into stock (variant_id, warehouse_id, on_hand) select distinct g.variant_id, w.id, 50 from gift_campaign_variant g
     join warehouse w on w.main on conflict (variant_id, warehouse_id) do update set on_hand = stock.on_hold + 50`,
    [],
  );
  const product = await findProduct(
    page,
    (one) =>
      isOrdinary(one) &&
      !('bundle' in one) &&
      (one.variants[0]?.prices.price ?? 0) > 3500 &&
      (one.variants[0]?.prices.price ?? 0) < 4500,
  );
  await installWorker(page);
  const { tokenValue } = await cartOf(page, product);
  await page.goto('/krepselis');
  await whenHydrated(page);
  return tokenValue;
}

test('R1.12 a cart above the threshold offers gifts; one is chosen at 0,00 €, marked, changed for another, taken out, and chosen without a connection', async ({
  page,
  shop,
  context,
}) => {
  const token = await openCart(page, shop);
  const offer = page.getByRole('region', { name: 'Pasirinkite dovaną' });
  const choices = offer.getByRole('button', { name: /^(?:Rinktis|Pasirinkta): / });
  await expect(choices).toHaveCount(2);
  // Those of the higher threshold stand there without a button, with what is missing to them.
  await expect(offer.getByRole('listitem').filter({ hasText: 'nuo 60,00 €' }).first()).toBeVisible();
  await expect(offer.getByText(/^Įsidėkite prekių dar už \d+,\d\d\s€/)).toBeVisible();
  await expect(offer.getByRole('listitem').first().locator('img')).toBeVisible();
  const total = await page.getByRole('main').locator('[data-line=total] dd').textContent();
  await choices.first().press('Enter');
  await expect(choices.first()).toHaveAttribute('aria-pressed', 'true');
  await expect(choices.first()).toBeFocused();
  const line = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: /Dovana.*0,00\s€/ })
    .first();
  await expect(line).toBeVisible();
  await expect.poll(() => giftsAtShop(shop, token)).toMatchObject([{ total: 0 }]);
  const [first] = await giftsAtShop(shop, token);
  await expect(page.getByRole('main').locator('[data-line=total] dd')).toHaveText(total ?? '');
  await choices.nth(1).click();
  await expect
    .poll(async () => (await giftsAtShop(shop, token)).map(({ code }) => code))
    .not.toEqual([first?.['code']]);
  expect(await giftsAtShop(shop, token)).toHaveLength(1);
  await expect(choices.nth(1)).toHaveAttribute('aria-pressed', 'true');
  await choices.nth(1).click();
  await expect.poll(() => giftsAtShop(shop, token)).toEqual([]);
  // Without a connection they stand there too, and the choice waits.
  await context.setOffline(true);
  await page.reload();
  await choices.first().click();
  await expect(choices.first()).toHaveAttribute('aria-pressed', 'true');
  await context.setOffline(false);
  await expect.poll(() => giftsAtShop(shop, token)).toHaveLength(1);
});
