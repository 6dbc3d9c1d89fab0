/** What strangers try on the calls of the shop: nothing read without end, nothing of others told, nothing kept that is not theirs. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bodyLimit } from '#server/http/read-body.ts';
import type { ApiErrorBody } from '#contract/errors.ts';
import { demoSeller } from '#server/channels/seller.ts';
import { openSandboxBank } from '#server/payment/sandbox-bank.ts';
import { sendDueMails } from '#server/mail/mail-outbox.ts';
import { linksOf } from '#server/mail/mail-transport.ts';
import { composeOrderMail } from '#server/mail/order-mail.ts';
import { emailOfBuyer, wordsOfBuyer } from '#server/text/words-of-buyer.ts';
import { newcomer, signInPeople } from '#tests/server/test-people.ts';
import { setOrderMail } from '#server/jobs/order-mail-command.ts';
import { changeOrderState } from '#server/jobs/shop-commands.ts';
import type { Order } from '#contract/orders/orders.ts';
import {
  address,
  cartWith,
  consents,
  deviceToken,
  intentOf,
  jonas,
  openTestShop,
  readyToPay,
  sellableVariant,
  type TestShop,
} from '#tests/server/test-shop.ts';

let shop: TestShop;
let bearers: Record<'rasa' | 'ivan' | 'guest', Record<string, string>>;
let goods: { code: string; price: number };
beforeAll(async () => {
  shop = await openTestShop();
  goods = await sellableVariant(shop, { atLeast: 50 });
  const { rasa, ivan } = await signInPeople(shop);
  bearers = {
    rasa: { Authorization: `Bearer ${rasa.bearer}` },
    ivan: { Authorization: `Bearer ${ivan.bearer}` },
    guest: {},
  };
}, 60_000);
beforeEach(() =>
  shop.database.pool.query(`delete from "order" where customer_id is not null and state = 'cart'`),
);
afterAll(() => shop.close());

/** A body that never ends by itself, and how much of it was taken. */
function endlessBody() {
  const piece = new Uint8Array(16 * 1024).fill(32);
  const taken = { bytes: 0, isCancelled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        taken.bytes += piece.length;
        // Far above every limit, so that a reader without one comes to an end too.
        if (taken.bytes > 8 * bodyLimit) controller.close();
        else controller.enqueue(piece);
      },
      cancel() {
        taken.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, taken };
}

test('no route reads a body without end, nor one that says that it is too long', async () => {
  const filled = (path: string) =>
    path.replace(/:(\w+)(\{[^}]*\})?/g, (_, name: string) => (/id$/i.test(name) ? '1' : 'x'.repeat(32)));
  const routes = shop.app.routes.filter(
    ({ method, path }) => method !== 'GET' && !path.includes('*') && path !== '/',
  );
  expect(routes.length).toBeGreaterThan(40);
  for (const { method, path } of [
    ...routes,
    { method: 'POST', path: '/api/v2/unknown' },
    { method: 'POST', path: '/kontaktai' },
  ]) {
    const at = `${method} ${path}`;
    const headers = {
      'Content-Type': 'application/json',
      's-channel': 'retail',
      'Idempotency-Key': crypto.randomUUID(),
    };
    const { body, taken } = endlessBody();
    const init = { method, headers, body, duplex: 'half' } as RequestInit;
    const answer = await shop.app.request(filled(path), init);
    expect([at, answer.status < 500, taken.bytes <= bodyLimit + 32 * 1024]).toEqual([at, true, true]);
    const told = await shop.app.request(filled(path), {
      method,
      headers: { ...headers, 'Content-Length': String(bodyLimit + 1) },
    });
    expect([at, told.status, told.headers.get('connection')]).toEqual([at, 413, 'close']);
  }
});

test('nothing in the server reads the body of a request but the reader with the limit', () => {
  const sources = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const readers = sources.filter((name) =>
    /(?:\breq|\brequest|\braw)\.(?:text|json|formData|arrayBuffer|blob|parseBody)\(|request\.body\b/.test(
      readFileSync(`server/${name}`, 'utf8'),
    ),
  );
  expect(readers).toEqual(['http/read-body.ts']);
});

type Who = keyof typeof bearers;
const as = <T = Order>(
  who: Who,
  method: string,
  path: string,
  body?: unknown,
  key: string = crypto.randomUUID(),
) => shop.call<T>(method, path, body, { ...bearers[who], 'Idempotency-Key': key });
/** The cart of a customer, made by the first change of one that began as a guest's. */
async function cartOf(who: Who): Promise<Order> {
  const cart = await cartWith(shop, goods.code);
  const path = `/shop/orders/${cart.tokenValue}/items/${String(cart.items[0]?.id)}`;
  const { status, body } = await as(who, 'PATCH', path, { quantity: 1 });
  expect(status).toBe(200);
  return body;
}
/** Brings a customer's cart to the payment step. */
const ready = (who: Who, cart: Order, method: string): Promise<Order> =>
  readyToPay({ ...shop, send: (verb, path, body) => as(who, verb, path, body) }, cart, method);

test('what a key was answered is told to nobody but whose order it is', async () => {
  const cart = await ready('rasa', await cartOf('rasa'), 'CARD');
  const path = `/shop/orders/${cart.tokenValue}`;
  const key = deviceToken();
  const placed = await as('rasa', 'PATCH', `${path}/complete`, consents, key);
  expect(placed.status).toBe(200);
  const asked = {
    paymentId: placed.body.payments.at(-1)?.id,
    action: 'capture',
    payload: { returnUrl: 'http://localhost/a', cancelUrl: 'http://localhost/b' },
  };
  const paying = deviceToken();
  expect((await as('rasa', 'POST', `${path}/payment-requests`, asked, paying)).status).toBe(201);
  const intent = intentOf([{ productVariantCode: goods.code, quantity: 1 }], 100_000);
  const sent = deviceToken();
  expect((await as('rasa', 'POST', '/shop/order-intents', intent, sent)).status).toBe(201);
  const dear = { ...intent, tokenValue: deviceToken(), expectedTotal: 1 };
  const refused = deviceToken();
  expect((await as('rasa', 'POST', '/shop/order-intents', dear, refused)).status).toBe(409);

  const repeats = [
    ['PATCH', `${path}/complete`, consents, key],
    ['POST', `${path}/payment-requests`, asked, paying],
    ['POST', '/shop/order-intents', intent, sent],
    ['POST', '/shop/order-intents', dear, refused],
    ['GET', `/shop/order-intents/${sent}`, undefined, undefined],
    ['GET', `/shop/order-intents/${refused}`, undefined, undefined],
  ] as const;
  for (const [method, at, body, sameKey] of repeats) {
    const own = await as('rasa', method, at, body, sameKey);
    expect([at, own.status < 300 || own.status === 409]).toEqual([at, true]);
    if (sameKey) expect(own.headers.get('idempotency-replayed')).toBe('true');
    for (const stranger of ['guest', 'ivan'] as const) {
      const told = await as(stranger, method, at, body, sameKey);
      expect([at, told.status]).toEqual([at, 404]);
      expect(JSON.stringify(told.body)).not.toMatch(/Basanavi|sandbox-bank|37061234567/);
    }
  }
  // Nor that the key was used at all.
  const otherBody = { ...consents, notes: 'Other' };
  expect((await as('ivan', 'PATCH', `${path}/complete`, otherBody, key)).status).toBe(404);
  expect((await as('rasa', 'PATCH', `${path}/complete`, otherBody, key)).status).toBe(422);
});

test("a guest's stored answer stays with who knows token, key and body, also once they have signed in", async () => {
  const cart = await readyToPay(shop, await cartWith(shop, goods.code));
  const path = `/shop/orders/${cart.tokenValue}/complete`;
  const key = deviceToken();
  const placed = await as('guest', 'PATCH', path, consents, key);
  expect(placed.status).toBe(200);
  for (const who of ['guest', 'rasa'] as const) {
    const again = await as(who, 'PATCH', path, consents, key);
    expect(again).toMatchObject({ status: 200, body: { number: placed.body.number } });
  }
});

const quantityOf = (order: Order) => order.items.reduce((sum, item) => sum + item.quantity, 0);

test('one key is one change, whether it comes by the name of the cart or by another', async () => {
  const own = await cartOf('rasa');
  const guests = await cartWith(shop, goods.code);
  const more = { productVariantCode: goods.code, quantity: 1 };
  const early = deviceToken();
  expect(
    quantityOf((await as('guest', 'POST', `/shop/orders/${guests.tokenValue}/items`, more, early)).body),
  ).toBe(2);
  // Signed in: the guest's cart goes into hers, and its token is another name of it.
  const merged = await as('rasa', 'POST', `/shop/orders/${guests.tokenValue}/items`, more);
  expect(merged.body.tokenValue).toBe(own.tokenValue);
  expect(quantityOf(merged.body)).toBe(4);
  const key = deviceToken();
  for (const [at, sameKey, then] of [
    [guests.tokenValue, key, 5],
    [own.tokenValue, key, 5],
    [guests.tokenValue, key, 5],
    // Done before the two were one, and repeated by a device that knows hers since the sign-in.
    [guests.tokenValue, early, 5],
    [own.tokenValue, early, 5],
  ] as const) {
    const { status, body } = await as('rasa', 'POST', `/shop/orders/${at}/items`, more, sameKey);
    expect([status, quantityOf(body)]).toEqual([201, then]);
  }
  // What was refused to who was signed out is no answer to who has signed in.
  const late = deviceToken();
  const at = `/shop/orders/${guests.tokenValue}/items`;
  expect((await as('guest', 'POST', at, more, late)).status).toBe(404);
  expect((await as('rasa', 'POST', at, more, late)).status).toBe(201);
});

test('whoever knows another name of a cart cannot make it name theirs', async () => {
  const own = await cartOf('rasa');
  const guests = await cartWith(shop, goods.code);
  const alias = guests.tokenValue;
  const more = { productVariantCode: goods.code, quantity: 1 };
  expect((await as('rasa', 'POST', `/shop/orders/${alias}/items`, more)).body.tokenValue).toBe(
    own.tokenValue,
  );
  await cartOf('ivan');
  for (const [who, status, errorCode] of [
    ['ivan', 409, 'cart.token_taken'],
    // Its device is a guest's until the sign-in, and is told to wait for it.
    ['guest', 404, 'cart.claimed'],
  ] as const) {
    const picked = await as(who, 'POST', '/shop/orders', { tokenValue: alias });
    expect(picked).toMatchObject({ status, body: { errorCode } });
    const intent = intentOf([{ productVariantCode: goods.code, quantity: 1 }], 100_000, {
      tokenValue: alias,
    });
    const sent = await as(who, 'POST', '/shop/order-intents', intent);
    expect(sent).toMatchObject({ status, body: { errorCode } });
  }
  expect((await as('rasa', 'POST', `/shop/orders/${alias}/items`, more)).body.tokenValue).toBe(
    own.tokenValue,
  );
  // Her own device may pick it up by that name.
  expect((await as('rasa', 'POST', '/shop/orders', { tokenValue: alias })).body.tokenValue).toBe(
    own.tokenValue,
  );
});

test('a NUL in an address finds nothing, and none of it reaches the database', async () => {
  for (const [path, status] of [
    ['/shop/products-by-slug/%00', 404],
    ['/shop/orders/%00', 404],
    ['/shop/payment-requests/a%00b', 404],
    ['/shop/newsletter/confirm/%00', 404],
    ['/shop/pickup-points?provider=%00', 400],
    ['/shop/invoices/1/download?orderToken=%00', 400],
  ] as const) {
    const { status: told, body } = await shop.call<{ errorCode: string }>('GET', path);
    expect([path, told, typeof body.errorCode]).toEqual([path, status, 'string']);
  }
  for (const path of ['/sandbox-bank/%00', '/kontaktai/%00', '/dev/mails?to=%00'])
    expect([path, (await shop.app.request(path)).status]).toEqual([path, path.includes('?') ? 400 : 404]);
  for (const body of ['{"localeCode":"a\\u0000b"}', '{"a\\u0000b":1}'])
    expect(await shop.call('POST', '/shop/orders', body)).toMatchObject({
      status: 400,
      body: { errorCode: 'body.invalid' },
    });
});

test('a cart dearer than a column is wide is refused where it becomes so, and can be made smaller', async () => {
  const variant = await sellableVariant(shop, { except: goods.code });
  const priced = (price: number) =>
    shop.database.pool.query(
      `update channel_price set price = $2, original_price = null, percent = null, minimum_price = 0 where variant_id = (select id from product_variant where code = $1)`,
      [variant.code, price],
    );
  await shop.database.pool.query(
    `update stock set on_hand = on_hold + 9999 where variant_id = (select id from product_variant where code = $1)`,
    [variant.code],
  );
  await shop.database.pool.query('update product_variant set weight = 1 where code = $1', [variant.code]);
  const cart = await cartWith(shop, variant.code, 10);
  const items = `/shop/orders/${cart.tokenValue}/items`;
  const line = `${items}/${String(cart.items[0]?.id)}`;
  await priced(2_000_000);
  const range = { status: 422, body: { errorCode: 'cart.total_range' } };
  const add = (quantity: number) =>
    as('guest', 'POST', items, { productVariantCode: variant.code, quantity });
  expect(await add(9_000)).toMatchObject(range);
  expect(await as('guest', 'PATCH', line, { quantity: 9_999 })).toMatchObject(range);
  const intent = intentOf([{ productVariantCode: variant.code, quantity: 9_999 }], 2_000_000_000);
  expect(await as('guest', 'POST', '/shop/order-intents', intent)).toMatchObject(range);
  expect((await add(400)).status).toBe(201);
  // Prices rose meanwhile: not dearer by a change of the buyer, who may still take some out.
  await priced(4_000_000);
  expect(await add(1)).toMatchObject(range);
  expect((await as('guest', 'PATCH', line, { quantity: 200 })).status).toBe(200);
});

const mailsTo = async (recipient: string) =>
  (
    await shop.database.pool.query<{ sent: boolean; next_at: Date; attempts: number }>(
      'select sent_at is not null as sent, next_at, attempts from mail_outbox where recipient = $1 order by next_at, id',
      [recipient],
    )
  ).rows;

test('an address gets five letters in an hour of what strangers can cause; the others come later', async () => {
  const mail = { ...shop.orders.mail, mailsAnHour: 5 };
  const victim = 'Victim@example.lt';
  const send = async (at: string) => {
    shop.clock.at = new Date(at);
    try {
      await sendDueMails(mail);
    } finally {
      shop.clock.at = null;
    }
  };
  const placed = await as('guest', 'POST', '/shop/order-intents', {
    ...intentOf([{ productVariantCode: goods.code, quantity: 1 }], 100_000),
    email: victim,
  });
  const { rows } = await shop.database.pool.query<{ id: number }>('select id from "order" where token = $1', [
    placed.body.tokenValue,
  ]);
  const order = rows[0]?.id ?? 0;
  await shop.database.pool.query('delete from mail_outbox');
  const write = (kind: string, recipient: string, order: number | null = null) =>
    shop.database.pool.query(
      `insert into mail_outbox (kind, order_id, recipient, locale, payload, occasion, next_at)
       values ($1, $2, $3, 'lt', '{"origin":"http://localhost","token":"x","path":"/p","name":"n","channelId":1}', gen_random_uuid(), '2026-01-01')`,
      [kind, order, recipient],
    );
  for (let count = 0; count < 4; count += 1) await write('newsletter_confirmation', victim);
  for (let count = 0; count < 3; count += 1) await write('stock_request', victim.toLowerCase());
  await write('newsletter_confirmation', 'other@example.lt');
  await write('password_reset', victim);
  // What their orders and wishes lead to later.
  await write('back_in_stock', victim);
  await write('order_cancelled', victim, order);
  await write('order_paid', victim, order);
  await write('order_shipped', victim, order);
  await send('2026-02-01T10:00:00Z');
  const all = async () => [...(await mailsTo(victim)), ...(await mailsTo(victim.toLowerCase()))];
  // Five of ten, the reset and what the shop itself says.
  expect((await all()).filter(({ sent }) => sent)).toHaveLength(7);
  expect((await mailsTo('other@example.lt'))[0]?.sent).toBe(true);
  for (const waiting of (await all()).filter(({ sent }) => !sent))
    expect(waiting).toMatchObject({ next_at: new Date('2026-02-01T11:00:00Z'), attempts: 0 });
  await send('2026-02-01T10:59:00Z');
  expect((await all()).filter(({ sent }) => sent)).toHaveLength(7);
  await send('2026-02-01T11:00:01Z');
  expect((await all()).every(({ sent }) => sent)).toBe(true);
});

test('lines and links of a stranger do not come into letters and papers of the shop', async () => {
  const cart = await readyToPay(shop, await cartWith(shop, goods.code));
  const path = `/shop/orders/${cart.tokenValue}`;
  const evil = { ...address, street: 'Laimėjote!\nhttp://evil.example/prizas' };
  const refused = await as<ApiErrorBody>('guest', 'PUT', path, { shippingAddress: evil });
  expect([refused.status, refused.body.violations.map(({ propertyPath }) => propertyPath)]).toEqual([
    422,
    ['shippingAddress.street'],
  ]);
  for (const contact of [
    { ...jonas, firstName: 'Jonas\nLaimėjote' },
    { ...jonas, lastName: 'A\u202Eb' },
  ])
    expect((await as('guest', 'PUT', path, { contact })).status).toBe(422);
  const intent = intentOf([{ productVariantCode: goods.code, quantity: 1 }], 100_000);
  expect(
    (await as('guest', 'POST', '/shop/order-intents', { ...intent, shippingAddress: evil })).status,
  ).toBe(422);
  const inOneLine =
    'http://evil.example/a HTTPS://evil。example/b http://ev\u200Bil.example www.evil.example a@evil.example x:evil.example';
  const placed = await as('guest', 'POST', '/shop/order-intents', {
    ...intent,
    email: 'links@example.lt',
    shippingAddress: { ...address, street: inOneLine },
  });
  expect(placed.status).toBe(201);
  const { text, html } = composeOrderMail({
    kind: 'order_placed',
    order: placed.body,
    locale: 'lt',
    seller: demoSeller,
    orderUrl: 'http://localhost/orders/x',
    attached: null,
  });
  // As whoever resolves a name reads it: what has no width is not there.
  const read = (words: string) => words.replaceAll(/\p{Cf}/gu, '');
  expect(linksOf(read(text))).toEqual(['http://localhost/orders/x']);
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, to]) => to)).toEqual(['http://localhost/orders/x']);
  for (const one of [text, html]) {
    expect(one).toContain('evil');
    expect(read(one)).not.toMatch(/evil[.。]\S|www\.\S|\S@evil|:\/\/e/i);
  }
  // Nor where they were stored before such lines were refused.
  expect(wordsOfBuyer('Laimėjote!\nwww.evil.example')).toBe('Laimėjote! www. evil. example');
  for (const plain of ['Basanavičiaus g. 12A-3, LT-57289 Kėdainiai', '10:30, 12.50 EUR, 1/2... Ačiū'])
    expect(wordsOfBuyer(plain)).toBe(plain);
});

test('T37 the keeper is told of an order without a link that a stranger wrote, wherever they wrote it', async () => {
  const { mail } = shop.orders;
  await setOrderMail(mail, 'retail', 'desk@shop.example');
  const link = 'http://evil.example/c';
  const company = { ...address, companyName: link, companyCode: '304567891', street: link, city: link };
  const placed = await as('guest', 'POST', '/shop/order-intents', {
    ...intentOf([{ productVariantCode: goods.code, quantity: 1 }], 100_000),
    certificate: { number: link, holder: 'Jonas Jonas', validUntil: '2035-05-10' },
  });
  expect(placed.status).toBe(201);
  await shop.database.pool.query(
    `update "order" set notes = $1, gift_wrap = true, gift_wrap_message = $1, first_name = $1, last_name = $1,
       phone_number = $1, invoice = $2, shipping_address = $2, billing_address = $2, trade_proof = $3
     where token = $4`,
    [link, company, { at: '2026-01-01', statement: link }, placed.body.tokenValue],
  );
  await sendDueMails(mail);
  await setOrderMail(mail, 'retail', null);
  const [sent] = await mail.transport.sent('desk@shop.example');
  expect(sent?.text.match(/evil/g)?.length).toBeGreaterThan(8);
  expect([sent?.links, sent?.text.match(/\S*(?:evil\.\S|:\/\/)\S*/g)]).toEqual([[], null]);
  expect(sent?.text).toMatch(/^Certificate given: http: /m);
  // What the shop says itself stays as it is, and so does the address that the keeper answers.
  expect(sent?.text).toContain(goods.code);
  for (const told of [sent?.text, sent?.html])
    expect(told).toMatch(
      new RegExp(
        `^Buyer: http: //evil\\. example/c.*, ${placed.body.customer?.email ?? 'none'}, http: `,
        'm',
      ),
    );
  // But for one with the look of something else.
  for (const one of [
    'www.evil.example@a.lt',
    'evil.example/c@a.lt',
    "a'www.evil.example@a.lt",
    'a@evil.example/c',
  ])
    expect(emailOfBuyer(one)).toBe(wordsOfBuyer(one));
  expect(sent?.text).toMatch(/^Placed \d{4}-\d\d-\d\d \d\d:\d\d,.* token \S+$/m);
});

test('what people type is kept in composed letters, whatever keyboard they have', async () => {
  const apart = (text: string) => text.normalize('NFD');
  const cart = await cartWith(shop, goods.code);
  const path = `/shop/orders/${cart.tokenValue}`;
  const contact = { ...jonas, lastName: apart('Žukauskaitė-Šimėnė') };
  expect((await as('guest', 'PUT', path, { email: 'jonas@example.lt', contact })).body).toMatchObject({
    customer: { lastName: 'Žukauskaitė-Šimėnė' },
  });
  const added = await as<{ street: string; city: string }>('rasa', 'POST', '/shop/addresses', {
    ...address,
    street: apart('Ąžuolų g.'),
    city: apart('Kėdainiai'),
  });
  expect([added.status, added.body.street, added.body.city]).toEqual([201, 'Ąžuolų g.', 'Kėdainiai']);
  const { rows } = await shop.database.pool.query<{ kept: string }>(
    `select string_agg(a::text, '') as kept from (select to_jsonb(o) as a from "order" o union all select to_jsonb(c) from customer_address c) x`,
  );
  expect(rows[0]?.kept).not.toMatch(/\p{L}\p{M}/u);
});

test('the sandbox bank is there for the demo goods alone, or where the keeper says so', async () => {
  const { db } = shop.database;
  const demo = (isThere: boolean) =>
    shop.database.pool.query(
      `update product set source = $1 where source = $2`,
      isThere ? ['seed', 'was seed'] : ['was seed', 'seed'],
    );
  const cart = await readyToPay(shop, await cartWith(shop, goods.code), 'CARD');
  const path = `/shop/orders/${cart.tokenValue}`;
  const placed = await as('guest', 'PATCH', `${path}/complete`, consents);
  const asked = {
    paymentId: placed.body.payments.at(-1)?.id,
    action: 'capture',
    payload: { returnUrl: 'http://localhost/a', cancelUrl: 'http://localhost/b' },
  };
  const begun = await as<{ hash: string }>('guest', 'POST', `${path}/payment-requests`, asked);
  const bank = `/sandbox-bank/${begun.body.hash}`;
  const press = async () =>
    shop.app.request(bank, { method: 'POST', body: new URLSearchParams({ outcome: 'success' }) });
  const other = await readyToPay(shop, await cartWith(shop, goods.code));
  const methods = async () => {
    const at = `/shop/orders/${other.tokenValue}/payments/${String(other.payments[0]?.id)}/methods`;
    const { body } = await shop.call<{ data: { kind: string }[] }>('GET', at);
    return body.data.some(({ kind }) => kind === 'card');
  };
  try {
    await demo(false);
    expect(await openSandboxBank(db, undefined)).toBe(false);
    expect([(await shop.app.request(bank)).status, (await press()).status]).toEqual([404, 404]);
    expect(await as('guest', 'POST', `${path}/payment-requests`, asked)).toMatchObject({
      status: 409,
      body: { errorCode: 'payment.not_payable' },
    });
    expect(await methods()).toBe(false);
    expect((await shop.call('GET', path)).body.paymentState).toBe('awaiting_payment');
    expect(await openSandboxBank(db, true)).toBe(true);
    expect([(await shop.app.request(bank)).status, await methods()]).toEqual([200, true]);
    await demo(true);
    expect(await openSandboxBank(db, false)).toBe(false);
    expect((await press()).status).toBe(404);
    expect(await openSandboxBank(db, undefined)).toBe(true);
    expect((await press()).status).toBe(303);
    expect((await shop.call('GET', path)).body.paymentState).toBe('paid');
  } finally {
    await demo(true);
    await openSandboxBank(db, undefined);
  }
});

test('what is wrong with a body is told to nobody who has no business with what it is for', async () => {
  const kept = await as<{ id: number }>('rasa', 'POST', '/shop/addresses', address);
  const cart = await cartOf('rasa');
  const { body } = await as<{ data: { id: number }[] }>('rasa', 'GET', '/shop/customers/me');
  const me = `/shop/customers/${String(body.data[0]?.id)}`;
  const order = `/shop/orders/${cart.tokenValue}`;
  const payment = String(cart.payments.at(-1)?.id);
  for (const [method, path] of [
    ['PUT', `/shop/addresses/${String(kept.body.id)}`],
    ['PUT', me],
    ['PUT', `${me}/password`],
    ['PUT', order],
    ['POST', `${order}/items`],
    ['POST', `${order}/product-bundle`],
    ['PATCH', `${order}/items/${String(cart.items[0]?.id)}`],
    ['PATCH', `${order}/apply-coupon`],
    ['PUT', `${order}/shipping-plan`],
    ['PATCH', `${order}/payments/${payment}`],
    ['PATCH', `${order}/complete`],
    ['POST', `${order}/payment-requests`],
    ['PATCH', `/shop/account/orders/${cart.tokenValue}/payments/${payment}`],
  ] as const)
    for (const broken of [{ no: 'such field' }, '{', [], { firstName: 5, quantity: 'x' }]) {
      const own = await as('rasa', method, path, broken);
      const others = await as('ivan', method, path, broken);
      expect([method, path, own.status, others.status]).toEqual([method, path, 400, 404]);
    }
});

test('a token whose signature was changed in bits that say nothing is no token', async () => {
  const token = bearers.rasa['Authorization']?.slice('Bearer '.length) ?? '';
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = alphabet.indexOf(token.at(-1) ?? '');
  const twin = token.slice(0, -1) + (alphabet[last ^ 1] ?? '');
  expect(Buffer.from(twin.split('.')[2] ?? '', 'base64url')).toEqual(
    Buffer.from(token.split('.')[2] ?? '', 'base64url'),
  );
  const ask = async (bearer: string) =>
    (await shop.call('GET', '/shop/customers/me', undefined, { Authorization: `Bearer ${bearer}` })).status;
  expect([await ask(token), await ask(twin), await ask(`${token}=`)]).toEqual([200, 401, 401]);
});

test('the scheme of a bearer has no case: in whatever letters, its customer is known', async () => {
  const token = bearers.rasa['Authorization']?.slice('Bearer '.length) ?? '';
  const cart = await cartOf('rasa');
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR ']) {
    const header = { Authorization: `${scheme} ${token}` };
    const asked = await shop.call('GET', `/shop/orders/${cart.tokenValue}`, undefined, header);
    expect([scheme, asked.status]).toEqual([scheme, 200]);
    const broken = { Authorization: `${scheme} x${token}` };
    const refused = await shop.call('POST', '/shop/orders', {}, broken);
    expect([scheme, refused.status]).toEqual([scheme, 401]);
  }
});

test('an invoice opens to the sign-in of its customer alone, or to the token of its order', async () => {
  const ready = await readyToPay(
    { ...shop, send: (verb, at, body) => as('rasa', verb, at, body) },
    await cartOf('rasa'),
  );
  const placed = await as('rasa', 'PATCH', `/shop/orders/${ready.tokenValue}/complete`, consents);
  await changeOrderState(shop.orders.mail, placed.body.number ?? '', 'mark-paid');
  const { rows } = await shop.database.pool.query<{ id: number }>(
    `select d.id from document d join "order" o on o.id = d.order_id where o.token = $1 and d.kind = 'invoice'`,
    [ready.tokenValue],
  );
  const path = `/shop/invoices/${String(rows[0]?.id)}/download`;
  const statuses = async (at: string) =>
    Promise.all((['rasa', 'ivan', 'guest'] as const).map(async (who) => (await as(who, 'GET', at)).status));
  expect(await statuses(path)).toEqual([200, 404, 404]);
  expect(await statuses(`${path}?orderToken=${ready.tokenValue}`)).toEqual([200, 404, 404]);
});

test('a cart that is gone says so to who wants it back', async () => {
  const gone = {
    status: 404,
    body: { errorCode: 'cart.recover_gone', detail: 'This cart is no longer available.' },
  };
  // A link that a mail program cut, or took its full stop into, names no cart either.
  for (const link of [deviceToken(), deviceToken().slice(0, 9), `${deviceToken()}.`])
    expect(await as('guest', 'POST', `/shop/orders/${link}/recover`, {})).toMatchObject(gone);
  const own = await cartOf('rasa');
  expect(await as('ivan', 'POST', `/shop/orders/${own.tokenValue}/recover`, {})).toMatchObject(gone);
  expect((await as('rasa', 'POST', `/shop/orders/${own.tokenValue}/recover`, {})).status).toBe(200);
});

test('a text longer than anybody types is told at its field, and forms name their fields', async () => {
  const long = 'ą'.repeat(1001);
  const tooLong = (propertyPath: string, n: number) => ({
    status: 422,
    body: {
      errorCode: 'form.invalid',
      violations: [
        {
          propertyPath,
          code: 'maxLength',
          message: `This value is too long. It should have ${String(n)} characters or less.`,
        },
      ],
    },
  });
  const { body } = await as<{ data: { id: number }[] }>('rasa', 'GET', '/shop/customers/me');
  const me = `/shop/customers/${String(body.data[0]?.id)}`;
  expect(await as('rasa', 'PUT', me, { firstName: long })).toMatchObject(tooLong('firstName', 255));
  expect(
    await as('rasa', 'PUT', `${me}/password`, {
      currentPassword: 'x',
      newPassword: long,
      confirmNewPassword: 'x',
    }),
  ).toMatchObject(tooLong('newPassword', 254));
  const letters = '/shop/customers/subscribe-newsletter';
  expect(await as('guest', 'POST', letters, { email: long })).toMatchObject(tooLong('email', 254));
  const reset = { newPassword: long, confirmNewPassword: 'x' };
  expect(await as('guest', 'PATCH', '/shop/reset-password-requests/x', reset)).toMatchObject(
    tooLong('newPassword', 254),
  );
  expect(await as('guest', 'POST', '/shop/reset-password-requests', { email: long })).toMatchObject(
    tooLong('email', 254),
  );
  const signIn = { email: 'ruta@example.com', password: long };
  expect(await as('guest', 'POST', '/shop/authentication-token', signIn)).toMatchObject(
    tooLong('password', 254),
  );
  const named = { ...newcomer, email: 'long@new.example', firstName: long };
  expect(await as('guest', 'POST', '/shop/customers', named)).toMatchObject(tooLong('firstName', 255));
  const signUp = { ...newcomer, email: 'long@new.example', companyName: long };
  expect(await as('guest', 'POST', '/shop/customers', signUp)).toMatchObject(tooLong('companyName', 255));
  const review = { product: 'A', rating: 5, title: 'Good', comment: 'Good seeds', reviewToken: 'x' };
  for (const [field, n] of [
    ['title', 255],
    ['comment', 2000],
  ] as const)
    expect(
      await as('guest', 'POST', '/shop/product-reviews', { ...review, [field]: long.repeat(11) }),
    ).toMatchObject(tooLong(field, n));
  const asked = { productVariantCode: goods.code, email: 'x' };
  for (const [path, given, fields, errorCode = 'form.invalid'] of [
    [letters, { email: 'x' }, ['email']],
    ['/shop/stock-requests', asked, ['email', 'acceptedPrivacyPolicy'], 'consent.required'],
    [
      '/shop/product-reviews',
      { product: 'A', rating: 9, title: 'x', comment: '', reviewToken: 'x' },
      ['rating', 'title', 'comment'],
    ],
  ] as const) {
    const refused = await as<ApiErrorBody>('guest', 'POST', path, given);
    expect([path, refused.status, refused.body.errorCode]).toEqual([path, 422, errorCode]);
    expect(refused.body.violations.map(({ propertyPath }) => propertyPath)).toEqual(fields);
  }
});

test('a payment method that was switched off is named when the order is pressed', async () => {
  const cart = await readyToPay(shop, await cartWith(shop, goods.code), 'TRANSFER');
  const enable = (isOn: boolean) =>
    shop.database.pool.query(`update payment_method set enabled = $1 where code = 'TRANSFER'`, [isOn]);
  const chosen = cart.payments.at(-1)?.method?.name ?? '';
  expect(chosen).not.toBe('');
  await enable(false);
  try {
    const refused = await as<ApiErrorBody>(
      'guest',
      'PATCH',
      `/shop/orders/${cart.tokenValue}/complete`,
      consents,
    );
    expect(refused).toMatchObject({
      status: 422,
      body: { errorCode: 'payment.method_ineligible', detail: `${chosen} cannot be used for this order.` },
    });
  } finally {
    await enable(true);
  }
});
