/** Bad input of every field of an order intent: told at its place, never a fault of the server, nothing left behind. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ApiErrorBody } from '#contract/errors.ts';
import { goods, openShopOfFile, placeIntent, shop } from '#tests/server/shop-of-file.ts';
import { address, intentOf } from '#tests/server/test-shop.ts';

openShopOfFile();

const place = (body: unknown, key?: string) => placeIntent<ApiErrorBody>(body, key);
const good = () => intentOf([{ productVariantCode: goods.code, quantity: 1 }], goods.price + 499);
const orders = async () =>
  (await shop.database.pool.query<{ n: number }>('select count(*)::int as n from "order"')).rows[0]?.n;

/** The intent with the value at `path` replaced, or removed. */
function changed(path: string, value: unknown): unknown {
  const body = structuredClone(good()) as never as Record<string, unknown>;
  const parts = path.split('.');
  let at: Record<string, unknown> = body;
  for (const part of parts.slice(0, -1)) at = (at[part] ??= {}) as Record<string, unknown>;
  const last = parts.at(-1) ?? '';
  if (value === undefined) delete at[last];
  else at[last] = value;
  return body;
}

test.each<[string, unknown, number, string, string]>([
  ['lines', [], 422, 'cart.empty', ''],
  ['lines.0.quantity', 0, 422, 'cart.quantity_range', 'lines[0].quantity'],
  ['lines.0.quantity', 10_000, 422, 'cart.quantity_range', 'lines[0].quantity'],
  ['lines.0.quantity', 1.5, 400, 'body.invalid', 'lines[0].quantity'],
  ['lines.0.quantity', '1', 400, 'body.invalid', 'lines[0].quantity'],
  ['lines.0.productVariantCode', 'NO-SUCH-THING', 422, 'cart.product_unavailable', 'lines[0]'],
  ['lines.0.productVariantCode', 'ą ę', 400, 'body.invalid', 'lines[0].productVariantCode'],
  ['lines.0.whenShort', 'maybe', 400, 'body.invalid', 'lines[0].whenShort'],
  ['lines.0.whenShort', undefined, 400, 'body.invalid', 'lines[0].whenShort'],
  ['lines.0.price', 1, 400, 'body.invalid', 'lines[0].price'],
  ['tokenValue', 'short', 400, 'body.invalid', 'tokenValue'],
  ['tokenValue', undefined, 400, 'body.invalid', 'tokenValue'],
  ['email', '', 422, 'address.invalid', 'email'],
  ['email', 'jonas', 422, 'address.invalid', 'email'],
  ['email', undefined, 400, 'body.invalid', 'email'],
  ['contact.firstName', '', 422, 'address.invalid', 'contact.firstName'],
  ['contact.phoneNumber', '12', 422, 'address.invalid', 'contact.phoneNumber'],
  ['contact', null, 400, 'body.invalid', 'contact'],
  ['shippingAddress', null, 422, 'address.required', 'shippingAddress'],
  ['shippingAddress.postCode', 'x', 422, 'address.invalid', 'shippingAddress.postCode'],
  ['shippingAddress.countryCode', 'DE', 422, 'address.country_unavailable', 'shippingAddress.countryCode'],
  ['billingAddress', { ...address, city: '' }, 422, 'address.invalid', 'billingAddress.city'],
  ['invoice', { ...address, companyName: 'UAB', companyCode: 'x' }, 400, 'body.invalid', 'invoice.firstName'],
  ['plan', { code: 'courier', shipments: [] }, 400, 'body.invalid', 'plan.shipments'],
  ['plan.code', 'teleport', 409, 'shipping.plan_gone', ''],
  ['plan.code', 'collection.NOWHERE', 422, 'shipping.warehouse_unknown', 'plan'],
  [
    'plan.shipments.0.shippingMethod',
    'ROCKET',
    422,
    'shipping.method_unknown',
    'plan.shipments[0].shippingMethod',
  ],
  ['paymentMethod', 'SHELLS', 422, 'payment.method_unknown', 'paymentMethod'],
  ['couponCode', 7, 400, 'body.invalid', 'couponCode'],
  ['giftCards', ['GIFT-1'], 422, 'gift_card.invalid', 'giftCards[0]'],
  ['points', 10, 422, 'loyalty.not_member', 'points'],
  ['points', -1, 400, 'body.invalid', 'points'],
  ['notes', 'a'.repeat(1001), 422, 'address.invalid', 'notes'],
  ['agreedAt', 'yesterday', 400, 'body.invalid', 'agreedAt'],
  ['agreedAt', '10000-01-01', 400, 'body.invalid', 'agreedAt'],
  ['agreedAt', '2026-13-45T99:00:00Z', 400, 'body.invalid', 'agreedAt'],
  ['agreedAt', '2026-02-30T00:00:00Z', 400, 'body.invalid', 'agreedAt'],
  ['agreedAt', undefined, 400, 'body.invalid', 'agreedAt'],
  ['expectedTotal', -1, 400, 'body.invalid', 'expectedTotal'],
  ['expectedTotal', 1e12, 400, 'body.invalid', 'expectedTotal'],
  ['expectedTotal', undefined, 400, 'body.invalid', 'expectedTotal'],
  ['maximumTotal', '5', 400, 'body.invalid', 'maximumTotal'],
  ['expectedPaid', -1, 400, 'body.invalid', 'expectedPaid'],
  ['takenOut', [{ productVariantCode: 'A', quantity: 0 }], 400, 'body.invalid', 'takenOut[0].quantity'],
  ['addedHere', [{ productVariantCode: 'A', quantity: 0 }], 400, 'body.invalid', 'addedHere[0].quantity'],
  ['exceptTokens', ['short'], 400, 'body.invalid', 'exceptTokens[0]'],
  ['termsAndConditionsAccepted', false, 422, 'consent.required', 'termsAndConditionsAccepted'],
  ['privacyPolicyAccepted', false, 422, 'consent.required', 'privacyPolicyAccepted'],
  ['privacyPolicyAccepted', 'yes', 400, 'body.invalid', 'privacyPolicyAccepted'],
  ['isAdmin', true, 400, 'body.invalid', 'isAdmin'],
])('%s = %j is refused with %i %s at %s', async (path, value, status, errorCode, at) => {
  const before = await orders();
  const answer = await place(changed(path, value));
  expect(answer).toMatchObject({ status, body: { code: status, errorCode } });
  if (at !== '') expect(answer.body.violations.map((one) => one.propertyPath)).toContain(at);
  expect(await orders()).toBe(before);
});

test('clocks of devices may be wrong: the order is placed, and dated within the time that an intent may wait', async () => {
  for (const agreedAt of [
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59+14:00',
    '2026-11-20T06:30:00.123456789Z',
  ]) {
    const placed = await shop.call(
      'POST',
      '/shop/order-intents',
      { ...good(), agreedAt },
      { 'Idempotency-Key': randomUUID() },
    );
    expect(placed.status).toBe(201);
    const at = Date.parse(placed.body.consents?.at ?? '');
    expect(at).toBeLessThanOrEqual(Date.now());
    expect(at).toBeGreaterThanOrEqual(Date.now() - 401 * 24 * 60 * 60 * 1000);
  }
});

test(
  'whatever stands in the body, the server answers in its own shape and never with a fault',
  { timeout: 60_000 },
  async () => {
    const paths = [
      'lines',
      'lines.0',
      'lines.0.quantity',
      'lines.0.productVariantCode',
      'lines.0.whenShort',
      'tokenValue',
      'email',
      'contact',
      'contact.firstName',
      'contact.phoneNumber',
      'shippingAddress',
      'shippingAddress.city',
      'shippingAddress.countryCode',
      'shippingAddress.flatNumber',
      'billingAddress',
      'invoice',
      'invoice.vatNumber',
      'plan',
      'plan.code',
      'plan.shipments',
      'plan.shipments.0',
      'plan.shipments.0.shippingMethod',
      'plan.shipments.0.pickupPoint',
      'plan.shipments.0.warehouse',
      'paymentMethod',
      'couponCode',
      'giftCards',
      'points',
      'notes',
      'agreedAt',
      'expectedTotal',
      'maximumTotal',
      'expectedPaid',
      'takenOut',
      'addedHere',
      'exceptTokens',
      'termsAndConditionsAccepted',
      'subscribedToNewsletter',
    ];
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom(
        '',
        ' ',
        '\0',
        'collection.',
        'mixed.courier',
        'collection',
        '\'; drop table "order"; --',
        '٣',
        -0,
        2 ** 53,
        2_147_483_648,
        '__proto__',
      ),
      fc.string({ unit: 'binary', maxLength: 300 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), value, async (path, given) => {
        const answer = await place(changed(path, given));
        expect(answer.status).toBeLessThan(500);
        expect(answer.headers.get('x-shop-api')).toBe('2');
        if (answer.status >= 400) {
          expect(answer.body.errorCode).toBeTypeOf('string');
          expect(answer.body.errorCode).not.toBe('server.error');
        }
      }),
      { numRuns: 600 },
    );
  },
);

test('a refusal of the request itself echoes the key as well: the device knows whose answer it is', async () => {
  const key = randomUUID();
  const elsewhere = await shop.call('POST', '/shop/order-intents', good(), {
    'Idempotency-Key': key,
    's-channel': 'no-such-channel',
  });
  expect(elsewhere.status).toBe(404);
  expect(elsewhere.headers.get('idempotency-key')).toBe(key);
  const foreign = await shop.call('POST', '/shop/order-intents', good(), {
    'Idempotency-Key': key,
    'Sec-Fetch-Site': 'cross-site',
  });
  expect(foreign.status).toBe(403);
  expect(foreign.headers.get('idempotency-key')).toBe(key);
  const fine = await place(good(), key);
  expect(fine.status).toBe(201);
});
