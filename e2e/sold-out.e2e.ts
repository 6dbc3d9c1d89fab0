import { mkdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { RunningShop } from '#tests/running-shop.ts';
import { expect, test } from './shop-fixture.ts';
import { picture } from './picture.ts';
import {
  cartOf,
  fillSteps,
  findProduct,
  isOrdinary,
  openCheckout,
  pathOf,
  placeOrder,
  walkTo,
} from './purchase-steps.ts';

/** `PICTURES=folder playwright test sold-out`: the state on three widths, light and dark. */
async function look(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await picture(page, `${name}-360`);
  for (const [width, scheme] of [
    [768, 'light'],
    [1440, 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Other journeys of this shop find the goods as they were. */
async function putBack(
  shop: Pick<RunningShop, 'query'>,
  stock: readonly Record<string, unknown>[],
): Promise<void> {
  for (const { variant_id, warehouse_id, on_hand } of stock)
    await shop.query('update stock set on_hand = $3 where variant_id = $1 and warehouse_id = $2', [
      variant_id,
      warehouse_id,
      on_hand,
    ]);
}

test('R8.19 goods sold out at the last press are named with the way out, and the rest is bought without a reload', async ({
  page,
  shop,
}) => {
  const gone = await findProduct(page, isOrdinary);
  const other = await findProduct(page, (product) => isOrdinary(product) && product.code !== gone.code);
  await openCheckout(page, gone, other);
  await page.getByRole('radio', { name: /Kurjeris iki durų/ }).check();
  await fillSteps(page);
  const code = gone.variants[0]?.code ?? '';
  const stock = await shop.query(
    'select variant_id, warehouse_id, on_hand from stock where variant_id = (select id from product_variant where code = $1)',
    [code],
  );
  await shop.query(
    'update stock set on_hand = on_hold where variant_id = (select id from product_variant where code = $1)',
    [code],
  );
  await placeOrder(page, 'Banko pavedimas');
  const box = page.getByRole('main');
  await expect(box.getByText(/nebėra|neturime|likuč/i).first()).toBeVisible();
  const out = page.getByRole('button', { name: `Išimti: ${gone.name}` });
  await expect(out).toBeVisible();
  await look(page, 'sold-out');
  await out.click();
  await expect(page.getByText('Kaip norite gauti prekes?')).toBeVisible();
  await page.getByRole('radio', { name: /Kurjeris iki durų/ }).check();
  await page.getByRole('button', { name: 'Toliau: adresas' }).click();
  await page.getByRole('button', { name: 'Toliau: mokėjimas' }).click();
  await placeOrder(page, 'Banko pavedimas');
  await expect(page).toHaveURL(/thank-you$/);
  await look(page, 'thank-you');
  await putBack(shop, stock);
});

test('goods that lie only where nothing is sent from are named in the checkout; the rest is sent, or all is collected', async ({
  page,
  shop,
}) => {
  const local = await findProduct(page, isOrdinary);
  const other = await findProduct(page, (product) => isOrdinary(product) && product.code !== local.code);
  const code = local.variants[0]?.code ?? '';
  const stock = await shop.query(
    'select variant_id, warehouse_id, on_hand from stock where variant_id = (select id from product_variant where code = $1)',
    [code],
  );
  await shop.query(
    `update stock set on_hand = on_hold where variant_id = (select id from product_variant where code = $1)`,
    [code],
  );
  await shop.query(
    `insert into stock (variant_id, warehouse_id, on_hand, on_hold)
     select v.id, (select id from warehouse where collection and not ships order by priority limit 1), 20, 0
     from product_variant v where v.code = $1
     on conflict (variant_id, warehouse_id) do update set on_hand = 20, on_hold = 0`,
    [code],
  );
  await cartOf(page, other, local);
  await page.goto('/krepselis');
  await expect(page.getByText(/^Tik atsiimti: /).first()).toBeVisible();
  await page.getByRole('link', { name: 'Pirkti' }).first().click();
  await expect(page.getByText(/Šias prekes galima tik atsiimti/)).toBeVisible();
  await expect(page.getByRole('radio', { name: /Kurjeris/ }).first()).toBeEnabled();
  await look(page, 'collected-lines');
  await page.getByRole('button', { name: `Išimti: ${local.name}` }).click();
  await expect(page.getByText(/Šias prekes galima tik atsiimti/)).toHaveCount(0);
  // Taken in again, it is collected while the rest is sent.
  await walkTo(page, pathOf(local));
  await page.getByRole('main').getByRole('button', { name: 'Į krepšelį', exact: true }).click();
  await expect(page.getByText(/Krepšelyje: \d/)).toBeVisible();
  await walkTo(page, '/apmokejimas');
  await page.getByRole('radio', { name: /^Kurjeris, o tik/ }).check();
  await page.getByRole('radio', { name: /^Kurjeris į namus/ }).check();
  await page
    .getByRole('radio', { name: /^Atsiimti sandėlyje/ })
    .last()
    .check();
  await fillSteps(page);
  await placeOrder(page, 'Banko pavedimas');
  await expect(page).toHaveURL(/thank-you$/);
  const [parcels] = await shop.query(
    `select array_agg(kind order by position) as kinds from shipment
     where order_id = (select max(id) from "order" where state <> 'cart')`,
  );
  expect(parcels).toEqual({ kinds: ['courier', 'collection'] });
  await putBack(shop, stock);
});
