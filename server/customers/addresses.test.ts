/** Addresses that a customer keeps, against a real database (contract ACC-12, ACC-16 to ACC-20, 1.9). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CustomerAddress } from '#contract/addresses.ts';
import type { Violation } from '#contract/errors.ts';
import { shapes } from '#contract/calls/shapes.ts';
import { address, openTestShop, type TestShop } from '#tests/server/test-shop.ts';
import { mostAddresses } from '#server/order-terms/buyer-account.ts';
import { signInPeople, type Person } from '#tests/server/test-people.ts';
import { whileHeld } from '#tests/server/while-held.ts';

type Answer = CustomerAddress & {
  errorCode: string;
  detail: string;
  violations: Violation[];
  context: { address: CustomerAddress };
  data: CustomerAddress[];
  meta: Record<string, number>;
  defaultAddress?: string;
};

let shop: TestShop;
let signedIn: Awaited<ReturnType<typeof signInPeople>>;
beforeAll(async () => {
  shop = await openTestShop();
  signedIn = await signInPeople(shop);
}, 60_000);
beforeEach(() =>
  shop.database.pool.query('delete from customer_address where customer_id = $1', [signedIn.rasa.id]),
);
afterAll(() => shop.close());

const call = (
  method: string,
  path: string,
  body?: unknown,
  options: { who?: Person | null; headers?: Record<string, string> } = {},
) => {
  const { who = 'rasa' } = options;
  return shop.call<Answer>(method, path, body, {
    ...(method === 'GET' ? {} : { 'Idempotency-Key': randomUUID() }),
    ...(who === null ? {} : { Authorization: `Bearer ${signedIn[who].bearer}` }),
    ...options.headers,
  });
};
const add = (body: unknown = address, options = {}) => call('POST', '/shop/addresses', body, options);
const at = (id: number | string) => `/shop/addresses/${id}`;
const list = async () => (await call('GET', '/shop/addresses')).body.data;
const defaults = async () => (await list()).filter(({ isDefault }) => isDefault).map(({ id }) => id);
const chooseDefault = (reference: string | null) =>
  call('PUT', `/shop/customers/${signedIn.rasa.id}`, { defaultAddress: reference });

test('an address is kept as it was meant, and read again alone and in the list', async () => {
  const made = await add({
    ...address,
    firstName: ' Jonas ',
    phoneNumber: '8 612 34567',
    countryCode: 'lt',
    flatNumber: null,
    postCode: '57289',
  });
  expect(made.status).toBe(201);
  expect(shapes.addAddress.response.safeParse(made.body).error?.issues ?? []).toEqual([]);
  const { flatNumber: _, ...kept } = address;
  expect(made.body).toEqual({ ...kept, id: made.body.id, isDefault: true, version: 1 });
  expect(made.headers.get('etag')).toBe('"v1"');
  const read = await call('GET', at(made.body.id));
  expect([read.status, read.body, read.headers.get('etag')]).toEqual([200, made.body, '"v1"']);
  expect(read.headers.get('cache-control')).toBe('private, no-store');
  const all = await call('GET', '/shop/addresses');
  expect(shapes.addresses.response.safeParse(all.body).error?.issues ?? []).toEqual([]);
  expect(all.body.data).toEqual([made.body]);
});

test('the first one is the default; a later one where it is said, in place of the other', async () => {
  const first = (await add({ ...address, isDefault: false })).body;
  const second = (await add()).body;
  expect([first.isDefault, second.isDefault]).toEqual([true, false]);
  const third = (await add({ ...address, isDefault: true })).body;
  expect((await list()).map(({ id, isDefault }) => [id, isDefault])).toEqual([
    [third.id, true],
    [second.id, false],
    [first.id, false],
  ]);
  // What changed of the first one is a new version of it.
  expect((await call('GET', at(first.id))).body.version).toBe(2);
  const changed = await call('PUT', at(first.id), { ...address, isDefault: true });
  expect(changed.body).toMatchObject({ isDefault: true, version: 3 });
  expect((await list()).map(({ id, isDefault }) => [id, isDefault])).toEqual([
    [first.id, true],
    [third.id, false],
    [second.id, false],
  ]);
  expect((await call('PUT', at(first.id), { ...address, isDefault: false })).body.isDefault).toBe(false);
  expect(await defaults()).toEqual([]);
});

test('R3.56 the default address is chosen by its reference, or none is', async () => {
  const [first, second] = [(await add()).body, (await add()).body];
  const chosen = await chooseDefault(`/api/v2/shop/addresses/${second.id}`);
  expect([chosen.status, chosen.body.defaultAddress]).toEqual([200, `/api/v2/shop/addresses/${second.id}`]);
  expect(shapes.chooseDefaultAddress.response.safeParse(chosen.body).success).toBe(true);
  expect(await defaults()).toEqual([second.id]);
  // Once more is the same: no version more.
  await chooseDefault(`/api/v2/shop/addresses/${second.id}`);
  expect((await list()).map(({ version }) => version)).toEqual([2, 2]);
  expect((await chooseDefault(null)).body).not.toHaveProperty('defaultAddress');
  expect(await defaults()).toEqual([]);
  await chooseDefault(`/api/v2/shop/addresses/${first.id}`);
  const foreign = (await call('GET', '/shop/addresses', undefined, { who: 'ivan' })).body.data[0];
  const refused = await chooseDefault(`/api/v2/shop/addresses/${foreign?.id}`);
  expect(refused).toMatchObject({
    status: 422,
    body: { errorCode: 'address.not_found', violations: [{ propertyPath: 'defaultAddress' }] },
  });
  expect(await defaults()).toEqual([first.id]);
});

test('a change counts the version; one that was made on an older version is refused with the address as it is', async () => {
  const made = (await add()).body;
  const changed = await call(
    'PUT',
    at(made.id),
    { ...address, city: 'Vilnius' },
    { headers: { 'If-Match': '"v1"' } },
  );
  expect([changed.status, changed.body.city, changed.body.version]).toEqual([200, 'Vilnius', 2]);
  expect(changed.body.isDefault).toBe(true);
  expect(changed.headers.get('etag')).toBe('"v2"');
  for (const [method, body] of [
    ['PUT', { ...address, city: 'Kaunas' }],
    ['DELETE', undefined],
  ] as const)
    for (const tag of ['"v1"', 'W/"v2"', 'v2', '"v3"'])
      expect(await call(method, at(made.id), body, { headers: { 'If-Match': tag } })).toMatchObject({
        status: 412,
        body: { errorCode: 'address.version_mismatch', context: { address: changed.body } },
      });
  expect((await call('GET', at(made.id))).body).toEqual(changed.body);
  // Without a version the last one wins.
  expect((await call('PUT', at(made.id), { ...address, city: 'Kaunas' })).body.version).toBe(3);
  expect((await call('DELETE', at(made.id), undefined, { headers: { 'If-Match': '*' } })).status).toBe(204);
});

test('a deleted address is gone, and stays so; after the default one the newest of the others is the default', async () => {
  const [first, older, second] = [(await add()).body, (await add()).body, (await add()).body];
  const deleted = await call('DELETE', at(first.id), {});
  expect([deleted.status, deleted.body]).toEqual([204, '']);
  expect((await call('DELETE', at(first.id))).status).toBe(204);
  expect((await call('GET', at(first.id))).status).toBe(404);
  expect((await call('PUT', at(first.id), address)).body.errorCode).toBe('address.not_found');
  expect((await list()).map(({ id, isDefault }) => [id, isDefault])).toEqual([
    [second.id, true],
    [older.id, false],
  ]);
  // Its flag is a change of it like any other.
  expect((await call('GET', at(second.id))).body.version).toBe(2);
  const me = await call('GET', '/shop/customers/me');
  expect(me.body.data[0]).toMatchObject({ defaultAddress: `/api/v2/shop/addresses/${second.id}` });
  // Deleted twice, as by a repeat without its key, it chooses none again.
  await chooseDefault(null);
  expect((await call('DELETE', at(first.id))).status).toBe(204);
  expect((await call('DELETE', at(older.id))).status).toBe(204);
  expect(await defaults()).toEqual([]);
  expect((await call('DELETE', at(second.id))).status).toBe(204);
  expect(await list()).toEqual([]);
});

test("R6.14 somebody else's address does not exist for the caller", async () => {
  const before = (await call('GET', '/shop/addresses', undefined, { who: 'ivan' })).body.data;
  const foreign = before[0]?.id ?? 0;
  for (const [method, body] of [
    ['GET', undefined],
    ['PUT', address],
    ['DELETE', undefined],
  ] as const)
    expect(await call(method, at(foreign), body)).toMatchObject({
      status: 404,
      body: { errorCode: 'address.not_found' },
    });
  expect((await call('GET', '/shop/addresses', undefined, { who: 'ivan' })).body.data).toEqual(before);
  expect(await list()).toEqual([]);
});

test('R6.04 without a sign-in nothing is read and nothing is kept', async () => {
  for (const [method, path, body] of [
    ['GET', '/shop/addresses', undefined],
    ['POST', '/shop/addresses', address],
    ['GET', at(1), undefined],
    ['PUT', at(1), address],
    ['DELETE', at(1), undefined],
  ] as const)
    expect(await call(method, path, body, { who: null })).toMatchObject({
      status: 401,
      body: { errorCode: 'auth.required' },
    });
});

test.each(['0', '-1', '1.5', 'x', 'new', '99999999999', '%00', "1'--"])(
  'the id %j names nothing',
  async (id) => {
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', address],
      ['DELETE', undefined],
    ] as const)
      expect((await call(method, at(id), body)).status).toBe(404);
  },
);

const long = (length: number) => 'a'.repeat(length);
test.each<[string, unknown, string]>([
  ['firstName', '', 'required'],
  ['firstName', 'J', 'min'],
  ['firstName', long(256), 'max'],
  ['firstName', 'J0nas', 'name'],
  ['lastName', ' ', 'required'],
  ['lastName', 'Ž', 'min'],
  ['lastName', long(256), 'max'],
  ['phoneNumber', '', 'required'],
  ['phoneNumber', '12345', 'phone'],
  ['phoneNumber', '+3706123456789012', 'phone'],
  ['countryCode', '', 'required'],
  ['countryCode', 'US', 'address.country_unavailable'],
  ['countryCode', 'Lietuva', 'address.country_unavailable'],
  ['city', '', 'required'],
  ['city', 'K', 'min'],
  ['city', long(256), 'max'],
  ['street', '', 'required'],
  ['street', 'g', 'min'],
  ['street', long(256), 'max'],
  ['houseNumber', '', 'required'],
  ['houseNumber', '1'.repeat(17), 'max'],
  ['flatNumber', '1'.repeat(17), 'max'],
  ['postCode', '', 'required'],
  ['postCode', '5728', 'format'],
  ['postCode', '1'.repeat(17), 'max'],
])('%s %j breaks the rule %s, on a new address and on a kept one', async (field, value, rule) => {
  const made = (await add()).body;
  const body = { ...address, [field]: value };
  for (const answer of [await add(body), await call('PUT', at(made.id), body)]) {
    expect(answer.status).toBe(422);
    expect(answer.body.violations.map(({ propertyPath, code }) => [propertyPath, code])).toEqual([
      [field, rule],
    ]);
    expect(answer.body.errorCode).toBe(rule.includes('.') ? rule : 'address.invalid');
  }
  expect(await list()).toEqual([made]);
});

test('the outermost values pass', async () => {
  const widest = {
    ...address,
    firstName: long(255),
    lastName: 'Ąž',
    city: 'Ąž',
    street: `${long(254)}\uD800`,
    houseNumber: '1'.repeat(16),
    flatNumber: '1'.repeat(16),
  };
  const made = await add(widest);
  expect(made.status).toBe(201);
  expect(made.body.street).toBe(`${long(254)}\uFFFD`);
  expect((await add({ ...address, houseNumber: '1', flatNumber: '' })).body).not.toHaveProperty('flatNumber');
});

test('a body in another shape is refused', async () => {
  const made = (await add()).body;
  for (const body of [
    '',
    '{"city":',
    [address],
    { ...address, city: undefined },
    { ...address, city: null },
    { ...address, houseNumber: 5 },
    { ...address, isDefault: 'yes' },
    { ...address, isDefault: null },
    { ...address, id: 1 },
    { ...address, version: 1 },
    { ...address, customerId: 1 },
    { ...address, street: 'a\0b' },
    '{"__proto__":{}}',
  ])
    for (const answer of [await add(body), await call('PUT', at(made.id), body)])
      expect([body, answer.status, answer.body.errorCode]).toEqual([body, 400, 'body.invalid']);
  expect(await list()).toEqual([made]);
});

test('sent again with its key an address is the same address', async () => {
  const headers = { 'Idempotency-Key': randomUUID() };
  const first = await add(address, { headers });
  const again = await add(address, { headers });
  expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([
    201,
    first.body,
    'true',
  ]);
  expect(await add({ ...address, city: 'Kaunas' }, { headers })).toMatchObject({
    status: 422,
    body: { errorCode: 'idempotency.key_reused' },
  });
  expect(await list()).toHaveLength(1);
});

test('of what is sent at once everything is kept, and one is the default', async () => {
  const made = await Promise.all(Array.from({ length: 6 }, () => add({ ...address, isDefault: true })));
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201]);
  const kept = await list();
  expect(kept).toHaveLength(6);
  const changes = await Promise.all([
    ...kept.map(({ id }) => call('PUT', at(id), { ...address, isDefault: true })),
    ...kept.map(({ id }) => chooseDefault(`/api/v2/shop/addresses/${id}`)),
    call('DELETE', at(kept[5]?.id ?? 0)),
  ]);
  for (const { status } of changes) expect([200, 204, 404, 422]).toContain(status);
  expect(await list()).toHaveLength(5);
  expect((await defaults()).length).toBeLessThanOrEqual(1);
});

test.each([undefined, true])(
  'beside the first address of a book, which an order writes just then, one is kept too: the default one (%s) where it was said',
  async (isDefault) => {
    const ofOrder = `insert into customer_address
      (customer_id, first_name, last_name, phone_number, country_code, city, street, house_number, post_code, is_default)
      values ($1, 'Rasa', 'Demo', '+37061234567', 'LT', 'Vilnius', 'Gedimino pr.', '1', 'LT-01103', true)`;
    const added = await whileHeld(shop.database.pool, [ofOrder, [signedIn.rasa.id]], ['select 1', []], () =>
      add({ ...address, isDefault }),
    );
    expect(added).toMatchObject({ status: 201, body: { isDefault: isDefault ?? false } });
    expect((await list()).map((one) => [one.city, one.isDefault])).toEqual(
      isDefault
        ? [
            [address.city, true],
            ['Vilnius', false],
          ]
        : [
            ['Vilnius', true],
            [address.city, false],
          ],
    );
  },
);

test('a person has as many as one page of the list holds', async () => {
  await shop.database.pool.query(
    `insert into customer_address (customer_id, first_name, last_name, phone_number, country_code, city, street, house_number, post_code)
     select $1, 'Jonas', 'Jonaitis', '+37061234567', 'LT', 'Vilnius', 'Gatvė', n::text, 'LT-01100' from generate_series(1, $2::int) n`,
    [signedIn.rasa.id, mostAddresses - 1],
  );
  expect((await add()).status).toBe(201);
  expect(await add()).toMatchObject({
    status: 422,
    body: { errorCode: 'address.too_many', detail: `You can keep at most ${mostAddresses} addresses.` },
  });
  const all = await call('GET', '/shop/addresses');
  expect(all.body.data).toHaveLength(mostAddresses);
  expect(all.body.meta).toEqual({ totalItems: 100, page: 1, itemsPerPage: 100, pageCount: 1 });
  const second = await call('GET', '/shop/addresses?page=2&itemsPerPage=30');
  expect(second.body.data).toEqual(all.body.data.slice(30, 60));
  expect(second.body.meta).toEqual({ totalItems: 100, page: 2, itemsPerPage: 30, pageCount: 4 });
  expect((await call('GET', '/shop/addresses?itemsPerPage=0')).body.data).toEqual([]);
  for (const query of ['page=0', 'page=x', 'itemsPerPage=101', 'itemsPerPage=-1'])
    expect((await call('GET', `/shop/addresses?${query}`)).status).toBe(400);
});
