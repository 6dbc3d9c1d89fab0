/** A promo code in an order of one message that gives nothing (contract CHK-19, 5.2). */
import { expect, test } from 'vitest';
import type { OrderIntentBody } from '#contract/orders/order-intents.ts';
import type { Order } from '#contract/orders/orders.ts';
import { goods, openShopOfFile, placeIntent, shop } from '#tests/server/shop-of-file.ts';
import { deviceToken, intentOf } from '#tests/server/test-shop.ts';

openShopOfFile();

type Refused = {
  errorCode: string;
  detail: string;
  violations: { propertyPath: string; code?: string }[];
  context?: { order?: Order };
};
/** Twelve pieces, at what they cost without any code. */
const withCode = async (more: Partial<OrderIntentBody>) => {
  const body = intentOf([{ productVariantCode: goods.code, quantity: 12 }], 0, { ...more });
  const { couponCode: _code, couponRequired: _rule, ...plain } = body;
  const { body: told } = await placeIntent<Refused>(plain);
  return { ...body, tokenValue: deviceToken(), expectedTotal: told.context?.order?.total ?? 0 };
};

test('CHK-19 a code that is wanted or nothing and gives nothing is asked about; else the order goes without it and says so', async () => {
  const body = await withCode({ couponCode: 'NERA123', couponRequired: true });
  expect(body.expectedTotal).toBeGreaterThan(0);
  const refused = await placeIntent<Refused>(body);
  expect(refused).toMatchObject({
    status: 409,
    body: {
      errorCode: 'order.promotion_changed',
      detail: 'This promo code is not valid.',
      violations: [{ propertyPath: 'couponCode', code: 'coupon.invalid' }],
      context: { order: { total: body.expectedTotal } },
    },
  });
  const { couponRequired: _rule, ...allowed } = body;
  expect(await placeIntent(allowed)).toMatchObject({
    status: 201,
    body: { total: body.expectedTotal, warnings: [{ errorCode: 'coupon.invalid' }] },
  });
  expect((await shop.call('GET', `/shop/orders/${body.tokenValue}`)).body.warnings).toMatchObject([
    { errorCode: 'coupon.invalid', detail: 'This promo code is not valid.' },
  ]);
});

test('CHK-19 a code that this buyer has used before is told as used up', async () => {
  const email = 'rasa@example.lt';
  const code = { email, couponCode: 'PAVASARIS10', couponRequired: true };
  const first = await withCode(code);
  const placed = await placeIntent(first);
  expect(placed).toMatchObject({ status: 201, body: { warnings: [] } });
  expect(placed.body.total).toBeLessThan(first.expectedTotal);
  const again = await withCode(code);
  expect(await placeIntent<Refused>(again)).toMatchObject({
    status: 409,
    body: { violations: [{ propertyPath: 'couponCode', code: 'coupon.used_up' }] },
  });
});

test('CHK-19 a gift and a code that are gone are told in one answer', async () => {
  const { rows } = await shop.database.pool.query<{ code: string }>(
    `select v.code from gift_campaign_variant c join product_variant v on v.id = c.variant_id order by v.code limit 1`,
  );
  await shop.database.pool.query(`update gift_campaign set threshold = 100000000`);
  const body = await withCode({ couponCode: 'NERA123', couponRequired: true });
  expect(await placeIntent<Refused>({ ...body, gift: rows[0]?.code })).toMatchObject({
    status: 409,
    body: {
      violations: [
        { propertyPath: 'gift', code: 'gift.removed' },
        { propertyPath: 'couponCode', code: 'coupon.invalid' },
      ],
    },
  });
});
