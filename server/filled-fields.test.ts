/** Every field that somebody fills in, of every request: nothing that can be seen, too long, out of range (contract 2.6). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints, type EndpointName } from '#contract/calls/endpoints.ts';
import type { Violation } from '#contract/errors.ts';
import { shapes, type Shape } from '#contract/calls/shapes.ts';
import { firm, newcomer, signInPeople } from '#tests/server/test-people.ts';
import {
  address,
  cartWith,
  consents,
  intentOf,
  jonas,
  openTestShop,
  readyToPay,
  sellableVariant,
  type TestShop,
} from '#tests/server/test-shop.ts';
import { hashOf } from './text/secret-token.ts';

interface Schema {
  _zod: {
    def: {
      type: string;
      shape?: Record<string, Schema>;
      innerType?: Schema;
      element?: Schema;
      checks?: { _zod: { def: { check: string } } }[];
    };
  };
}
/** Paths of the texts that people type (codes and tokens have a pattern), and whether each has to be there. */
function textsOf(schema: unknown, path: readonly string[] = [], isNeeded = true): [string, boolean][] {
  const { type, shape, innerType, element, checks = [] } = (schema as Schema)._zod.def;
  if (innerType) return textsOf(innerType, path, innerType._zod.def.type !== 'string' && isNeeded);
  if (element) return textsOf(element, [...path, '0'], false);
  if (shape) return Object.entries(shape).flatMap(([name, one]) => textsOf(one, [...path, name]));
  return type === 'string' && !checks.some((one) => one._zod.def.check === 'string_format')
    ? [[path.join('.'), isNeeded]]
    : [];
}
const fields = (Object.keys(endpoints) as EndpointName[]).flatMap((name) => {
  const { body }: Shape = shapes[name];
  return body ? textsOf(body).map(([field, isNeeded]) => ({ name, field, isNeeded })) : [];
});

type Filled = { params?: Record<string, string>; body: object; caller?: string };
let shop: TestShop;
let code: string;
let price: number;
let rasa: { bearer: string; id: number };
let cart: { token: string };
let cartOfCards: { token: string };
const company = { ...firm, vatNumber: 'LT119511515', flatNumber: '3' };
const { isCompany: _, ...invoice } = company;
const certificate = { number: 'AP-1234', holder: 'Jonas Žukauskas', validUntil: '2035-05-10' };
const account = () => ({ params: { id: String(rasa.id) }, caller: rasa.bearer });

/** Each call filled in so that it is accepted, or refused for the token alone. */
const filled: Partial<Record<EndpointName, () => Filled | Promise<Filled>>> = {
  addItem: () => ({
    params: cartOfCards,
    body: {
      productVariantCode: 'GIFT-CARD',
      quantity: 1,
      giftCard: { amount: 500, recipientName: 'Ona', recipientEmail: 'ona@example.lt' },
    },
  }),
  addBundle: () => ({
    params: cart,
    body: { productCode: 'X', quantity: 1, items: [{ productVariantCode: code, quantity: 1 }] },
  }),
  pickUpCart: () => ({ body: {} }),
  applyCoupon: () => ({ params: cart, body: {} }),
  addGiftCard: () => ({ params: cart, body: {} }),
  chooseGiftWrap: () => ({ params: cart, body: { selected: true } }),
  orderAgain: () => ({ body: { orderId: 1 }, caller: rasa.bearer }),
  updateOrder: () => ({
    params: cart,
    body: {
      email: 'jonas@example.lt',
      contact: jonas,
      shippingAddress: address,
      billingAddress: { ...address },
      invoice,
      certificate,
    },
  }),
  completeOrder: async () => ({
    params: { token: (await readyToPay(shop, await cartWith(shop, code))).tokenValue },
    body: consents,
  }),
  placeIntent: () => ({
    body: intentOf([{ productVariantCode: code, quantity: 1 }], price + 499, {
      billingAddress: { ...address },
      invoice,
      certificate,
    }),
  }),
  requestPayment: () => ({
    params: cart,
    body: {
      paymentId: 1,
      action: 'capture',
      payload: { returnUrl: 'http://localhost/', cancelUrl: 'http://localhost/' },
    },
  }),
  signIn: () => ({ body: { email: newcomer.email, password: newcomer.password } }),
  refreshSession: () => ({ body: {} }),
  logOut: () => ({ body: {} }),
  signUp: () => ({ body: { ...newcomer, ...company, firstName: 'Ona', lastName: 'Onaitė' } }),
  requestVerification: () => ({ body: {} }),
  verifyAccount: () => ({ params: { token: 'x' }, body: {} }),
  requestPasswordReset: () => ({ body: { email: newcomer.email } }),
  resetPassword: async () => {
    const token = randomUUID();
    await shop.database.pool.query(
      `insert into account_token (hash, kind, customer_id, expires_at) values ($1, 'password_reset', $2, now() + interval '1 day')`,
      [hashOf(token), rasa.id],
    );
    return { params: { token }, body: { newPassword: 'Kita-Rasa-22', confirmNewPassword: 'Kita-Rasa-22' } };
  },
  updateCustomer: () => ({ ...account(), body: { ...company, defaultAddress: null } }),
  chooseDefaultAddress: () => ({ ...account(), body: {} }),
  changePassword: () => ({
    ...account(),
    body: {
      currentPassword: 'Demo-Rasa-1',
      newPassword: 'Kita-Rasa-22',
      confirmNewPassword: 'Kita-Rasa-22',
    },
  }),
  addAddress: () => ({ body: address, caller: rasa.bearer }),
  changeAddress: async () => {
    const { rows } = await shop.database.pool.query<{ id: number }>(
      'select id from customer_address where customer_id = $1',
      [rasa.id],
    );
    return { params: { id: String(rows[0]?.id) }, body: address, caller: rasa.bearer };
  },
  subscribeNewsletter: () => ({ body: {} }),
  unsubscribeNewsletter: () => ({ body: {} }),
  writeReview: async () => {
    const reviewToken = randomUUID();
    await shop.database.pool.query('delete from review_link');
    await shop.database.pool.query(
      `insert into review_link (hash, order_id, product_id, expires_at)
       select $1, (select min(id) from "order"), id, now() + interval '1 day' from product where code = 'DS1001'`,
      [hashOf(reviewToken)],
    );
    return { body: { product: 'DS1001', rating: 5, comment: 'Geras daiktas', reviewToken } };
  },
  giftCardBalance: () => ({ body: { code: 'DEMO-DOVANA-5000' } }),
  joinLoyalty: async () => {
    await shop.database.pool.query('delete from loyalty_membership where customer_id = $1', [rasa.id]);
    return { body: { loyaltyRuleCode: 'KLUBAS' }, caller: rasa.bearer };
  },
  requestStock: () => ({ body: { productVariantCode: code, acceptedPrivacyPolicy: true } }),
};

beforeAll(async () => {
  shop = await openTestShop();
  ({ code, price } = await sellableVariant(shop, { atLeast: 40 }));
  ({ rasa } = await signInPeople(shop));
  cartOfCards = { token: (await shop.call('POST', '/shop/orders', {})).body.tokenValue };
  cart = { token: (await readyToPay(shop, await cartWith(shop, code))).tokenValue };
}, 60_000);
afterAll(() => shop.close());

/** Calls that tell nobody whether there is such an address or password; a token is unknown, however it looks. */
const silent = new Set<EndpointName>(['signIn', 'requestVerification', 'requestPasswordReset']);

/** What the call says to the value in the field, without what is of this one answer. */
async function answerTo(name: EndpointName, field: string, value: string | number) {
  const { params = {}, body, caller } = (await filled[name]?.()) ?? { body: {} };
  const sent = structuredClone(body) as Record<string, unknown>;
  const parts = field.split('.');
  let at = sent;
  for (const [index, part] of parts.slice(0, -1).entries())
    at = (at[part] ??= parts[index + 1] === '0' ? [] : {}) as Record<string, unknown>;
  at[parts.at(-1) ?? ''] = value;
  const { method, path } = endpoints[name];
  const answer = await shop.call<{ errorCode?: string; violations?: Violation[] }>(
    method,
    path.replaceAll(/:(\w+)/g, (_all, part: string) => params[part] ?? ''),
    sent,
    {
      'Idempotency-Key': randomUUID(),
      ...(caller === undefined ? {} : { Authorization: `Bearer ${caller}` }),
    },
  );
  const { errorCode, violations = [] } = answer.body;
  return {
    status: answer.status,
    errorCode,
    violations: violations.map((one) => `${one.propertyPath} ${one.code}`),
    messages: violations.map(({ message }) => message),
  };
}

test('every call that takes a text is filled in here', () => {
  expect([...new Set(fields.map(({ name }) => name))].filter((name) => !(name in filled))).toEqual([]);
});

test.each(fields)('what cannot be seen is nothing: $name $field', async ({ name, field, isNeeded }) => {
  const nothing = await answerTo(name, field, '');
  expect(nothing.status).toBeLessThan(500);
  if (isNeeded && !silent.has(name) && !/token$/i.test(field))
    expect(nothing).toMatchObject({
      status: 422,
      violations: expect.arrayContaining([expect.stringMatching(new RegExp(`^${field} `))]),
    });
  for (const text of ['\u200B\u200B', '\u3164\u00AD\u2800\u034F\u180E\u061C\u115F\uFE0F\u{E0041}\u{E0020}'])
    expect(await answerTo(name, field, text)).toEqual(nothing);
});

/** What pages make and nobody types: a text of another length is none of them. */
const isMade = (field: string) => /tokens?(\.0)?$|^locale|Url$|^defaultAddress$/i.test(field);
const mayBeLong: Readonly<Record<string, number>> = {
  'completeOrder notes': 1000,
  'placeIntent notes': 1000,
  'writeReview comment': 2000,
  // A code that is none changes nothing of an agreed total.
  'placeIntent couponCode': 1000,
};
test.each(fields.filter(({ field }) => !isMade(field)))(
  'a text that is too long is told at its field: $name $field',
  async ({ name, field }) => {
    const path = field.replace(/\.0$/, '[0]');
    for (const length of silent.has(name) ? [1001, 20_000] : [300, 1001, 20_000]) {
      if (length <= (mayBeLong[`${name} ${field}`] ?? 0)) continue;
      expect(await answerTo(name, field, 'a'.repeat(length))).toMatchObject({
        status: 422,
        violations: expect.arrayContaining([expect.stringContaining(`${path} `)]),
      });
    }
  },
);

test('the length that is told is that of the rule', async () => {
  for (const [name, field, most] of [
    ['chooseGiftWrap', 'message', 250],
    ['writeReview', 'title', 255],
    ['signUp', 'password', 254],
  ] as const)
    for (const length of [most + 1, 2000]) {
      const { messages } = await answerTo(name, field, `Aa1${'a'.repeat(length - 3)}`);
      expect([name, length, messages[0]]).toEqual([
        name,
        length,
        `This value is too long. It should have ${most} characters or less.`,
      ]);
    }
});

test.each([
  ['writeReview', 'rating', 'range', 1, 5],
  ['addItem', 'quantity', 'cart.quantity_range', 1, 20],
  ['addBundle', 'quantity', 'cart.quantity_range', 1, 99],
  ['placeIntent', 'lines.0.quantity', 'cart.quantity_range', 1, 9999],
] as const)(
  'a number out of range is told with its bounds: %s %s',
  async (name, field, rule, least, most) => {
    for (const value of [least - 1, most + 1, -1, 2_000_000_000])
      expect(await answerTo(name, field, value)).toMatchObject({
        status: 422,
        violations: [`${field.replace('.0.', '[0].')} ${rule}`],
        messages: [expect.stringMatching(new RegExp(`\\b${least}\\b.*\\b${most}\\b`))],
      });
  },
);
