/** The page of the cart: its lines, its sums, and the way back. */
import { courierGoods, cartOf } from './purchase-steps.ts';
import { expect, test } from './shop-fixture.ts';

test('R2.14 R2.63 R3.42 R3.47 R3.45 R4.08 the cart lists its lines with their prices and sums in their order; the count follows the lines, and a line that was removed is brought back in its place', async ({
  page,
  shop,
}) => {
  const one = await courierGoods(shop);
  const two = await courierGoods(shop, 1);
  const { tokenValue: token } = await cartOf(page, { variants: [one] }, { variants: [two] });
  await page.goto('/krepselis');
  const line = page.locator('main li').filter({ hasText: one.name }).first();
  await expect(line).toContainText('1');
  const money = (cents: number) => `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')} €`;
  await expect(line).toContainText(money(one.price));
  await expect(page.locator('header').getByRole('button', { name: 'Krepšelis, prekių: 2' })).toBeVisible();
  const kinds = () =>
    page.locator('main [data-line]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-line')));
  // Discounts of zero are left out.
  expect(await kinds()).toEqual(['subtotal', 'delivery', 'tax', 'amountWithoutTax', 'total']);

  // A cart that has everything, as its recalculation would leave it.
  const totals = {
    itemsSubtotal: 6000,
    itemsTotal: 5000,
    orderPromotionTotal: -700,
    loyaltyDiscountTotal: -300,
    shippingTotal: 299,
    shippingPromotionTotal: -200,
    giftCardTotal: -1000,
    taxTotal: 920,
    totalWithoutTax: 4379,
    total: 4299,
  };
  await shop.database.pool.query(
    `update "order" set totals = totals || $1::jsonb, recalculated_at = now() where token = $2`,
    [JSON.stringify(totals), token],
  );
  await page.reload();
  await expect(page.locator('main [data-line=total]')).toContainText('52,99');
  await expect(page.locator('main [data-line=toPay]')).toContainText('42,99');
  expect(await kinds()).toEqual([
    'subtotal',
    'delivery',
    'discount',
    'tax',
    'amountWithoutTax',
    'total',
    'shippingDiscount',
    'giftCoupon',
    'loyaltyDiscount',
    'toPay',
  ]);
  await expect(page.locator('main [data-line=discount]')).toContainText('7,00');

  await test.step('R3.45 R4.08 the count follows the lines, and a line that was removed is brought back in its place', async () => {
    await page.getByRole('button', { name: `Vienu daugiau: ${one.name}` }).click();
    await expect(page.getByRole('button', { name: 'Krepšelis, prekių: 3' })).toBeVisible();
    const names = () =>
      page
        .getByRole('main')
        .getByRole('button', { name: /^Pašalinti: / })
        .evaluateAll((all) => all.map((button) => button.getAttribute('aria-label')));
    const before = await names();
    expect(before).toHaveLength(2);
    await page.getByRole('button', { name: `Pašalinti: ${one.name}` }).click();
    const undo = page.getByRole('button', { name: `Grąžinti: ${one.name}` });
    await expect(undo).toBeFocused();
    await undo.click();
    await expect.poll(names).toEqual(before);
    // The shop has heard of all of it before it is told otherwise.
    await expect
      .poll(() =>
        shop.query(
          `select quantity from order_item i join "order" o on o.id = i.order_id join product_variant v on v.id = i.variant_id
           where o.token = $1 and v.code = $2 and i.deleted_at is null`,
          [token, one.code],
        ),
      )
      .toEqual([{ quantity: 2 }]);
  });
});
