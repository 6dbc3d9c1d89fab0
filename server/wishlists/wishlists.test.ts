/** Wishlists of customers against a real database: what goes in and out, for whom, and what bad input meets. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Wishlist } from '#contract/wishlists.ts';
import { shapes } from '#contract/calls/shapes.ts';
import { openTestShop, type Answer, type TestShop } from '#tests/server/test-shop.ts';

interface Refusal {
  errorCode: string;
  detail: string;
  violations: { propertyPath: string; message: string; code: string }[];
}
type Said = Wishlist & Refusal & { skipped: string[]; data: Wishlist[]; meta: { totalItems: number } };

let shop: TestShop;
let rasa: string;
let jonas: string;
/** Codes of goods that are sold in the test's channel. */
let goods: string[];

const signIn = async (email: string, password: string) =>
  (await shop.call<{ token: string }>('POST', '/shop/authentication-token', { email, password })).body.token;
beforeAll(async () => {
  shop = await openTestShop();
  rasa = await signIn('rasa.demo@example.com', 'Demo-Rasa-1');
  jonas = await signIn('ukis.baigesi@example.com', 'Demo-Ukis-2');
  const { rows } = await shop.database.pool.query<{ code: string }>(
    `select p.code from product p where p.enabled and not p.is_gift and exists (
       select 1 from product_variant v join channel_price c on c.variant_id = v.id
       join channel on channel.id = c.channel_id and channel.code = 'retail' where v.product_id = p.id and v.enabled)
     order by p.code limit 210`,
  );
  goods = rows.map(({ code }) => code);
}, 60_000);
beforeEach(() => shop.database.pool.query('delete from wishlist; delete from idempotency_key'));
afterAll(() => shop.close());

const path = '/shop/wishlists';
const call = (
  method: string,
  at: string,
  body?: unknown,
  { bearer = rasa, key = randomUUID(), ...more }: Record<string, string> = {},
): Promise<Answer<Said>> =>
  shop.call<Said>(method, at, body, {
    ...(bearer === '' ? {} : { Authorization: `Bearer ${bearer}` }),
    ...(method === 'GET' || key === '' ? {} : { 'Idempotency-Key': key }),
    ...more,
  });
const read = (more?: Record<string, string>) => call('GET', path, undefined, more);
const bodyOf = (codes: readonly string[]) => ({ products: codes.map((productCode) => ({ productCode })) });
const add = (codes: readonly string[], more?: Record<string, string>) =>
  call('POST', path, bodyOf(codes), more);
const merge = (codes: readonly string[], more?: Record<string, string>) =>
  call('POST', `${path}/merge`, bodyOf(codes), more);
const remove = (token: string, code: string, more?: Record<string, string>) =>
  call('DELETE', `${path}/${token}/product/${code}`, undefined, more);
const codesIn = (list: Wishlist | undefined) => list?.wishlistProducts.map(({ product }) => product.code);
const rowsOf = async (table: string) =>
  Number((await shop.database.pool.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n);
const variantOf = async (product: string) =>
  (
    await shop.database.pool.query<{ code: string }>(
      `select v.code from product_variant v join product p on p.id = v.product_id where p.code = $1 and v.enabled`,
      [product],
    )
  ).rows[0]?.code ?? '';
const some = (n: number, from = 0) => goods.slice(from, from + n);
const [a, b, c] = [() => goods[0] ?? '', () => goods[1] ?? '', () => goods[2] ?? ''];

test('R7.55 R3.67 who has no list gets an empty one, and always the same', async () => {
  const first = await read();
  expect(first.status).toBe(200);
  expect(first.headers.get('cache-control')).toBe('private, no-store');
  expect(shapes.wishlists.response.parse(first.body)).toEqual(first.body);
  expect(first.body).toMatchObject({ data: [{ wishlistProducts: [] }], meta: { totalItems: 1 } });
  expect((await read()).body.data[0]?.token).toBe(first.body.data[0]?.token);
  expect(first.body.data[0]?.token).toMatch(/^[\w-]{22,64}$/);
});

test('R3.67 R3.70 R7.56 what is added is in the list with its card and its variant, newest first', async () => {
  const variant = await variantOf(a());
  const one = await call('POST', path, { products: [{ productCode: a(), productVariantCode: variant }] });
  expect(one.status).toBe(201);
  expect(shapes.addWished.response.parse(one.body)).toEqual(one.body);
  expect(one.body.wishlistProducts).toMatchObject([
    {
      product: { code: a(), name: expect.any(String) as string, slug: expect.any(String) as string },
      productVariantCode: variant,
    },
  ]);
  const more = await add([b(), c()]);
  expect(codesIn(more.body)).toEqual([b(), c(), a()]);
  // The card is that of the list of goods, in the locale of the call.
  const [lt, en] = [await read({ 's-locale': 'lt' }), await read()];
  const nameIn = ({ body }: Answer<Said>) => {
    const product = body.data[0]?.wishlistProducts[0]?.product;
    return product && 'name' in product ? product.name : '';
  };
  expect(nameIn(lt)).not.toBe(nameIn(en));
  expect(codesIn(en.body.data[0])).toEqual([b(), c(), a()]);
});

test('what is in the list already stays as it is, and one call names a product as often as it likes', async () => {
  const variant = await variantOf(a());
  await call('POST', path, { products: [{ productCode: a(), productVariantCode: variant }] });
  const before = (await read()).body.data[0]?.wishlistProducts;
  expect(before).toMatchObject([{ productVariantCode: variant }]);
  const { status, body } = await add([b(), a(), b()]);
  expect(status).toBe(201);
  expect(codesIn(body)).toEqual([b(), a()]);
  expect(body.wishlistProducts[1]).toEqual(before?.[0]);
});

test('goods that are not sold here are refused, each at its place, and none of the others goes in', async () => {
  const { rows } = await shop.database.pool.query<{ code: string }>(
    `select code from product where is_gift limit 1`,
  );
  const gift = rows[0]?.code ?? '';
  expect(gift).not.toBe('');
  const refused = await add([a(), 'NOTHING', gift]);
  expect(refused).toMatchObject({
    status: 422,
    body: { errorCode: 'wishlist.product_unknown', detail: 'This product is not sold any more.' },
  });
  expect(refused.body.violations.map((one) => one.propertyPath)).toEqual([
    'products[1].productCode',
    'products[2].productCode',
  ]);
  expect(await add(['NOTHING'], { 's-locale': 'lt' })).toMatchObject({
    body: { detail: 'Ši prekė nebeparduodama.' },
  });
  for (const productVariantCode of ['NOTHING', 'constructor', '__proto__', 'DS1001A'].filter(
    (one) => one !== a(),
  )) {
    const wrong = await call('POST', path, { products: [{ productCode: 'MT1001', productVariantCode }] });
    expect(wrong.body.violations).toMatchObject([{ propertyPath: 'products[0].productVariantCode' }]);
  }
  expect(await rowsOf('wishlist_product')).toBe(0);
  // A channel without the product refuses it too.
  expect((await add([a()], { 's-channel': 'nothing' })).status).toBe(404);
});

test('R7.57 an entry is taken out by the code of its product; one that is not there is gone already', async () => {
  await add([a(), b()]);
  const token = (await read()).body.data[0]?.token ?? '';
  const gone = await remove(token, a());
  expect(gone.status).toBe(200);
  expect(shapes.removeWished.response.parse(gone.body)).toEqual(gone.body);
  expect(codesIn(gone.body)).toEqual([b()]);
  for (const code of [a(), 'NOTHING', 'constructor'])
    expect(await remove(token, code)).toMatchObject({ status: 200, body: { token } });
  expect(codesIn((await read()).body.data[0])).toEqual([b()]);
});

test('R3.69 of several lists the last made is in use', async () => {
  await add([a()]);
  await shop.database.pool.query(
    `insert into wishlist (customer_id, token) select customer_id, $1 from wishlist`,
    ['z'.repeat(32)],
  );
  expect((await add([b()])).body.token).toBe('z'.repeat(32));
  const { data, meta } = (await read()).body;
  expect(data.map(codesIn)).toEqual([[a()], [b()]]);
  expect(meta.totalItems).toBe(2);
});

test('R4.58 a guest’s list is put in front of what is there, each product once; what is not sold is told and skipped', async () => {
  await add([c(), b()]);
  const merged = await merge([a(), 'NOTHING', b(), 'NOTHING']);
  expect(merged.status).toBe(200);
  expect(shapes.mergeWished.response.parse(merged.body)).toEqual(merged.body);
  expect(merged.body.skipped).toEqual(['NOTHING']);
  expect(codesIn(merged.body)).toEqual([a(), c(), b()]);
  // A variant that is unknown does not lose its product.
  const odd = await call('POST', `${path}/merge`, {
    products: [{ productCode: goods[5] ?? '', productVariantCode: 'NOTHING' }],
  });
  expect(odd.body.wishlistProducts[0]).toMatchObject({ product: { code: goods[5] } });
  expect(odd.body.wishlistProducts[0]).not.toHaveProperty('productVariantCode');
  expect((await merge(['NOTHING'])).body).toMatchObject({ skipped: ['NOTHING'] });
});

test('goods that are no longer sold keep their place by their code, and can be taken out', async () => {
  await add([a(), b()]);
  const sell = (enabled: boolean) =>
    shop.database.pool.query('update product set enabled = $1 where code = $2', [enabled, a()]);
  await sell(false);
  const { data } = (await read()).body;
  expect(shapes.wishlists.response.safeParse((await read()).body).success).toBe(true);
  expect(data[0]?.wishlistProducts.map(({ product }) => Object.keys(product).length === 1)).toEqual([
    true,
    false,
  ]);
  expect(codesIn((await remove(data[0]?.token ?? '', a())).body)).toEqual([b()]);
  await sell(true);
});

test('one call takes 1 to 200 products and nothing else', async () => {
  expect((await add(some(200))).body.wishlistProducts).toHaveLength(200);
  expect(codesIn((await read()).body.data[0])).toEqual(some(200));
  const entry = { productCode: a() };
  const broken: unknown[] = [
    bodyOf(some(201)),
    bodyOf([]),
    {},
    [],
    null,
    'text',
    '{"products":',
    { products: 'all' },
    { products: {} },
    { products: [null] },
    { products: [a()] },
    { products: [{}] },
    { products: [entry], more: 1 },
    { products: [{ ...entry, quantity: 2 }] },
    { products: [{ productCode: 5 }] },
    { products: [{ productCode: '' }] },
    { products: [{ productCode: 'x'.repeat(65) }] },
    { products: [{ productCode: "x' or 1=1" }] },
    { products: [{ productCode: 'a\u0000' }] },
    { products: [{ productCode: '😀' }] },
    { products: [{ ...entry, productVariantCode: null }] },
    { products: [{ ...entry, productVariantCode: '' }] },
  ];
  for (const at of [path, `${path}/merge`])
    for (const body of broken) {
      const answer = await call('POST', at, body);
      expect([answer.status, answer.body.errorCode, JSON.stringify(body)]).toEqual([
        400,
        'body.invalid',
        JSON.stringify(body),
      ]);
    }
  expect((await call('POST', path, bodyOf(['x'.repeat(300_000)]))).status).toBe(413);
  expect((await call('POST', path, bodyOf([a()]), { 'Content-Type': 'text/plain' })).status).toBe(415);
  expect(await rowsOf('wishlist_product')).toBe(200);
});

test('an address that names no list or no code is not found', async () => {
  await add([a()]);
  const token = (await read()).body.data[0]?.token ?? '';
  for (const [one, code] of [
    ['short', a()],
    ['a'.repeat(32), a()],
    ['a'.repeat(65), a()],
    ["x'%20or%201=1", a()],
    ['%00', a()],
    [token, '%00'],
    [token, '%E0%A4%A'],
    [token, 'x'.repeat(65)],
  ] as const)
    expect([(await remove(one, code)).status, one, code]).toEqual([404, one, code]);
  expect(codesIn((await read()).body.data[0])).toEqual([a()]);
});

test('R6.24 without a valid bearer every call is 401 and changes nothing', async () => {
  await add([a()]);
  const token = (await read()).body.data[0]?.token ?? '';
  for (const bearer of ['', 'nonsense', `${rasa}x`]) {
    const more = { bearer };
    for (const answer of [
      await read(more),
      await add([b()], more),
      await merge([b()], more),
      await remove(token, a(), more),
      // Who is not known is told so before anything about the input.
      await call('POST', path, { nonsense: true }, more),
    ])
      expect([answer.status, answer.body.errorCode]).toEqual([401, 'auth.required']);
  }
  expect(codesIn((await read()).body.data[0])).toEqual([a()]);
});

test('the list of somebody else is neither shown nor changed: its token is not found', async () => {
  await add([a()]);
  const token = (await read()).body.data[0]?.token ?? '';
  expect((await read({ bearer: jonas })).body.data[0]).toMatchObject({ wishlistProducts: [] });
  expect(await remove(token, a(), { bearer: jonas })).toMatchObject({
    status: 404,
    body: { errorCode: 'not_found' },
  });
  await add([b()], { bearer: jonas });
  expect(codesIn((await read()).body.data[0])).toEqual([a()]);
  expect(codesIn((await read({ bearer: jonas })).body.data[0])).toEqual([b()]);
});

test('an answer is not told again to another customer, nor to nobody, who brings its key', async () => {
  await add([a(), b()]);
  const token = (await read()).body.data[0]?.token ?? '';
  const key = randomUUID();
  expect(codesIn((await remove(token, a(), { key })).body)).toEqual([b()]);
  expect(await remove(token, a(), { key, bearer: jonas })).toMatchObject({
    status: 404,
    body: { errorCode: 'not_found' },
  });
  expect((await remove(token, a(), { key, bearer: '' })).status).toBe(401);
  expect(codesIn((await remove(token, a(), { key })).body)).toEqual([b()]);
});

test('a repeat with the same key does nothing and tells the list as it is now, of which nothing is kept; the key with another body is refused', async () => {
  const key = randomUUID();
  const first = await add([a()], { key });
  const token = first.body.token;
  await remove(token, a());
  const again = await add([a()], { key });
  expect(again.status).toBe(201);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.headers.get('idempotency-key')).toBe(key);
  expect(again.body).toEqual({ token, wishlistProducts: [] });
  expect(codesIn((await read()).body.data[0])).toEqual([]);
  const { rows } = await shop.database.pool.query('select body from idempotency_key where body is not null');
  expect(rows).toEqual([]);
  expect(await add([b()], { key })).toMatchObject({
    status: 422,
    body: { errorCode: 'idempotency.key_reused' },
  });
  // The same key of another customer is another one.
  expect(codesIn((await add([b()], { key, bearer: jonas })).body)).toEqual([b()]);
  for (const ask of [
    (more: Record<string, string>) => merge([a(), 'NOTHING'], more),
    (more: Record<string, string>) => remove(token, a(), more),
  ]) {
    const own = { key: randomUUID() };
    const [one, other] = [await ask(own), await ask(own)];
    // What was left out is told once.
    expect(other).toMatchObject({
      status: 200,
      body: { ...one.body, ...('skipped' in one.body && { skipped: [] }) },
    });
    expect(other.headers.get('idempotency-replayed')).toBe('true');
  }
  const refusal = randomUUID();
  expect((await add(['NOTHING'], { key: refusal })).status).toBe(422);
  expect(await add(['NOTHING'], { key: refusal })).toMatchObject({
    status: 422,
    body: { errorCode: 'wishlist.product_unknown' },
  });
  // Without a key the call is harmless by itself.
  await add([a()], { key: '' });
  expect(codesIn((await add([a()], { key: '' })).body)).toEqual([a()]);
});

test('first calls at once make one list', async () => {
  const { pool } = shop.database;
  const held = await pool.connect();
  try {
    await held.query('begin');
    await held.query(`select id from customer where email = 'rasa.demo@example.com' for no key update`);
    const first = Promise.all([read(), read(), read(), read(), read(), add([a()]), merge([b()])]);
    const over = new AbortController();
    void first.finally(() => over.abort());
    const waiting = async () =>
      Number(
        (
          await pool.query<{ n: string }>(`select count(*) as n from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock'`)
        ).rows[0]?.n,
      );
    // All of them have found no list by then, and none may make one of its own.
    while (!over.signal.aborted && (await waiting()) < 7)
      await new Promise((resolve) => setTimeout(resolve, 5));
    await held.query('commit');
    expect(new Set((await first).map(({ body }) => (body.data?.[0] ?? body).token)).size).toBe(1);
  } finally {
    held.release();
  }
  expect([await rowsOf('wishlist'), await rowsOf('wishlist_product')]).toEqual([1, 2]);
});

test('calls at once put each product in once, and none of them fails', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      n % 3 === 0
        ? add([a()])
        : n % 3 === 1
          ? add(some(40).toReversed(), { key: '' })
          : merge(some(40), { key: '' }),
    ),
  );
  expect(answers.map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
  expect([await rowsOf('wishlist'), await rowsOf('wishlist_product')]).toEqual([1, 40]);
  const key = randomUUID();
  const same = await Promise.all([add([goods[50] ?? ''], { key }), add([goods[50] ?? ''], { key })]);
  for (const { status } of same) expect([201, 409]).toContain(status);
  expect(await rowsOf('wishlist_product')).toBe(41);
});

test('an account that is gone takes its list with it', async () => {
  await add([a()]);
  const { pool } = shop.database;
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`delete from customer where email = 'rasa.demo@example.com'`);
    const left = await client.query<{ n: string }>('select count(*) as n from wishlist_product');
    expect(Number(left.rows[0]?.n)).toBe(0);
  } finally {
    await client.query('rollback');
    client.release();
  }
});
