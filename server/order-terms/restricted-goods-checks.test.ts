import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { presentProduct } from '#domain/catalogue/product-presenter.ts';
import { Catalogue } from '#server/catalogue/catalogue.ts';
import { loadCatalogueData } from '#server/catalogue/catalogue-data.ts';
import { importFeed } from '#server/catalogue/import-feed.ts';
import { stockQuery } from '#server/catalogue/load-index.ts';
import { loadProducts } from '#server/catalogue/product-store.ts';
import { callsAs, people, signInPeople } from '#tests/server/test-people.ts';
import { writeFeed } from '#server/discovery/merchant-feed.ts';
import { createOfferTerms } from '#server/discovery/offer-terms.ts';
import { restrictGoods } from '#server/jobs/restrict-goods.ts';
import { showOrder } from '#server/jobs/look-up-commands.ts';
import { setStock } from '#server/jobs/set-stock-command.ts';
import { recordTradeProof, showTradeProof } from '#server/jobs/account-commands.ts';
import { forgetOldProofs } from './restricted-goods-checks.ts';
import {
  cartWith,
  consents,
  deviceToken,
  intentOf,
  openTestShop,
  readyToPay,
  sellableVariant,
  type TestShop,
} from '#tests/server/test-shop.ts';

/** Ammonium nitrate with 34 % N, whose page says that private persons cannot have it. */
const nitrate = 'MT1001A';
const day = 24 * 60 * 60 * 1000;

let shop: TestShop;
let rasa: { bearer: string };
beforeAll(async () => {
  shop = await openTestShop();
  ({ rasa } = await signInPeople(shop));
}, 60_000);
afterAll(() => shop.close());

const asRasa = (method: string, path: string, body?: unknown) =>
  callsAs(shop, rasa.bearer)(method, path, body);
const rasaTrade = async () =>
  (await callsAs(shop, rasa.bearer)<{ data: { tradeUntil?: string }[] }>('GET', '/shop/customers/me')).body
    .data[0]?.tradeUntil;
const placeIntent = (headers: Record<string, string> = {}) =>
  shop.call(
    'POST',
    '/shop/order-intents',
    intentOf([{ productVariantCode: nitrate, quantity: 1 }], 1_000_000),
    { 'Idempotency-Key': deviceToken(), ...headers },
  );
const setFlag = (code: string, column: 'ammonium_nitrate16' | 'professional_use', value: boolean) =>
  shop.database.pool.query(
    `update product set ${column} = $2 where id = (select product_id from product_variant where code = $1)`,
    [code, value],
  );

test('ammonium nitrate goes into no cart and no order of a guest, in any channel', async () => {
  for (const channel of ['retail', 'business']) {
    const cart = await shop.call(
      'POST',
      '/shop/orders',
      {},
      {
        's-channel': channel,
        'Idempotency-Key': randomUUID(),
      },
    );
    const refused = await shop.call(
      'POST',
      `/shop/orders/${cart.body.tokenValue}/items`,
      { productVariantCode: nitrate, quantity: 1 },
      { 's-channel': channel, 'Idempotency-Key': randomUUID() },
    );
    expect(refused).toMatchObject({
      status: 422,
      body: {
        errorCode: 'cart.trade_proof_required',
        violations: [{ propertyPath: 'productVariantCode', code: 'cart.trade_proof_required' }],
      },
    });
  }
  expect(await placeIntent()).toMatchObject({
    status: 422,
    body: { errorCode: 'cart.trade_proof_required', violations: [{ propertyPath: 'lines[0]' }] },
  });
});

test.each([
  ['ammonium_nitrate16', 'cart.trade_proof_required'],
  ['professional_use', 'cart.certificate_required'],
] as const)(
  'what became restricted (%s) while it lay in a cart is not ordered',
  async (column, errorCode) => {
    const goods = await sellableVariant(shop);
    const cart = await readyToPay(shop, await cartWith(shop, goods.code));
    await setFlag(goods.code, column, true);
    const refused = await shop.send('PATCH', `/shop/orders/${cart.tokenValue}/complete`, consents);
    expect(refused).toMatchObject({
      status: 422,
      body: { errorCode, violations: [{ propertyPath: `items[${cart.items[0]?.id}]`, code: errorCode }] },
    });
    await setFlag(goods.code, column, false);
    const placed = await shop.send('PATCH', `/shop/orders/${cart.tokenValue}/complete`, consents);
    expect(placed.status).toBe(200);
  },
);

test('whoever has shown their trade may have it for a year, in a cart and in an intent', async () => {
  const cart: Order = (await asRasa('POST', '/shop/orders', {})).body;
  const add = () =>
    asRasa('POST', `/shop/orders/${cart.tokenValue}/items`, { productVariantCode: nitrate, quantity: 1 });
  expect(await add()).toMatchObject({ status: 422, body: { errorCode: 'cart.trade_proof_required' } });
  await expect(recordTradeProof(shop.orders.mail, 'nobody@example.lt', 'farm')).rejects.toThrow(/no account/);
  expect(await recordTradeProof(shop.orders.mail, people.rasa.email.toUpperCase(), 'farm 1234')).toMatch(
    /counts for a year/,
  );
  expect((await add()).status).toBe(201);
  // The account itself says so: a screen tells before anything goes into the cart.
  expect(Math.abs(Date.parse((await rasaTrade()) ?? '') - Date.now() - 365 * day)).toBeLessThan(60_000);
  expect((await placeIntent({ Authorization: `Bearer ${rasa.bearer}` })).body).not.toMatchObject({
    errorCode: 'cart.trade_proof_required',
  });
  await shop.database.pool.query(
    `update customer set trade_proof = jsonb_build_object('statement', 'farm', 'at', $2::text) where email_key = $1`,
    [people.rasa.email, new Date(Date.now() - 366 * day).toISOString()],
  );
  expect(await add()).toMatchObject({ status: 422, body: { errorCode: 'cart.trade_proof_required' } });
  expect(await rasaTrade()).toBeUndefined();
});

test('what was shown is kept: an empty statement is refused, a later one hides none, an order holds the one that it was placed on', async () => {
  const { mail } = shop.orders;
  const show = () => showTradeProof(mail, people.rasa.email);
  await shop.database.pool.query('update customer set trade_proof = null where email_key = $1', [
    people.rasa.email,
  ]);
  expect(await show()).toBe(`Account ${people.rasa.email} has shown no trade.`);
  await recordTradeProof(mail, people.rasa.email, 'farm 1234');
  const before = await show();
  for (const empty of ['', '   ', '""', '-'])
    await expect(recordTradeProof(mail, people.rasa.email, empty)).rejects.toThrow('The statement is empty');
  expect(await show()).toBe(before);
  await recordTradeProof(mail, people.rasa.email, 'farm 5678');
  expect(
    (await show())
      .split('\n')
      .slice(1)
      .map((line) => line.slice(12)),
  ).toEqual(['farm 5678', 'farm 1234']);
  const goods = await sellableVariant(shop);
  await setFlag(goods.code, 'ammonium_nitrate16', true);
  const placed = await asRasa(
    'POST',
    '/shop/order-intents',
    intentOf([{ productVariantCode: goods.code, quantity: 1 }], 1_000_000),
  );
  await setFlag(goods.code, 'ammonium_nitrate16', false);
  expect(placed.status).toBe(201);
  // The account goes, the order keeps it; in the list of the keeper too, until the law asks for it no more.
  await shop.database.pool.query('update customer set trade_proof = null where email_key = $1', [
    people.rasa.email,
  ]);
  const told = () => showOrder(mail, placed.body.tokenValue);
  expect(await told()).toMatch(/^Trade shown on \d{4}-\d\d-\d\d: farm 5678$/m);
  await forgetOldProofs(mail.db, new Date(Date.now() + 17 * 30 * day));
  expect(await told()).toContain('farm 5678');
  await forgetOldProofs(mail.db, new Date(Date.now() + 19 * 31 * day));
  expect(await told()).not.toContain('farm 5678');
});

async function codesInFeed(): Promise<string[]> {
  const catalogue = await Catalogue.open(shop.database.db, (error) => {
    throw error;
  });
  const terms = await createOfferTerms(shop.database.db)('retail');
  if (!terms) throw new Error('no terms');
  const options = {
    channel: 'retail',
    locale: 'lt',
    origin: 'http://localhost',
    newUrls: false,
    shopName: 'A',
  };
  let text = '';
  for await (const part of writeFeed({ ...options, catalogue, terms })) text += part;
  catalogue.close();
  return [...text.matchAll(/<g:id>(.*?)<\/g:id>/g)].map(([, code = '']) => code);
}

/** What pages and lists say of the stock of a variant. */
async function stockShown(code: string) {
  const { db } = shop.database;
  const data = await loadCatalogueData(db);
  const channel = data.channels.find((one) => one.code === 'retail');
  const { id } = await db
    .selectFrom('product')
    .select('id')
    .where('code', '=', code.split('-')[0] ?? '')
    .executeTakeFirstOrThrow();
  const stored = (await loadProducts(db, channel ?? { id: 0, code: '' }, [id])).get(id);
  const variant = stored && presentProduct(stored, data, 'lt').variants.find((one) => one.code === code);
  const listed = (await stockQuery('retail', [id]).execute(db)).rows[0]?.in_stock;
  return { inStock: variant?.inStock, stock: variant?.stock, listed };
}

/** A retailer's feed of one fertiliser in two packs, and what its keeper says of it. */
function feedOfSalpa() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'arimas-restricted-'));
  const row = (code: string, price: string) =>
    `${code}\tSALPA\tAmonio salietra Salpa, ${code}\t${price} EUR\tin_stock\t50\n`;
  const take = async (price: string) => {
    const file = path.join(folder, 'feed');
    const head = 'id\titem_group_id\ttitle\tprice\tavailability\tquantity\n';
    writeFileSync(file, head + row('SALPA-10', price) + row('SALPA-25', price));
    return importFeed(shop.database.pool, file);
  };
  const restrict = (code: string, kind: Parameters<typeof restrictGoods>[2], isOn: boolean) =>
    restrictGoods(shop.orders.mail, code, kind, isOn);
  const refusalOf = async (code: string) => {
    const cart = await shop.send('POST', '/shop/orders', {});
    const added = await shop.send<Order & { errorCode?: string }>(
      'POST',
      `/shop/orders/${cart.body.tokenValue}/items`,
      { productVariantCode: code, quantity: 1 },
    );
    return added.status === 201 ? (added.body.items[0]?.collectOnly ?? null) : added.body.errorCode;
  };
  const clear = () => {
    rmSync(folder, { recursive: true, force: true });
  };
  return { take, restrict, refusalOf, clear };
}

test('goods of a feed are restricted by a word of the keeper, which the next import leaves', async () => {
  const { take, restrict, refusalOf, clear } = feedOfSalpa();
  try {
    expect(await take('20.00')).toMatchObject({ created: 2, refused: [] });
    expect(await refusalOf('SALPA-25')).toBe(false);
    expect(await codesInFeed()).toContain('SALPA-25');
    await expect(restrict('SALPA-99', 'trade', true)).rejects.toThrow(
      'There is no product and no variant SALPA-99.',
    );
    // Said of one pack it holds for all of them.
    expect(await restrict('SALPA-10', 'trade', true)).toBe(
      'Product SALPA: sold to accounts that have shown their trade.',
    );
    expect(await take('21.00')).toMatchObject({ updated: 2, refused: [] });
    expect(await refusalOf('SALPA-25')).toBe('cart.trade_proof_required');
    expect((await codesInFeed()).filter((code) => code.startsWith('SALPA'))).toEqual([]);
    await restrict('SALPA', 'professional', true);
    expect(await restrict('SALPA', 'trade', false)).toMatch(/no longer/);
    // Goods of professional use may lie in a cart: their certificate is given with the order.
    expect(await refusalOf('SALPA-10')).toBe(false);
    expect((await codesInFeed()).filter((code) => code.startsWith('SALPA'))).toEqual([]);
    await restrict('SALPA', 'professional', false);
    expect(await refusalOf('SALPA-10')).toBe(false);
    expect((await codesInFeed()).filter((code) => code.startsWith('SALPA'))).toHaveLength(2);
    await restrict('SALPA', 'chemical', true);
    expect((await codesInFeed()).filter((code) => code.startsWith('SALPA'))).toEqual([]);
  } finally {
    clear();
  }
});

test('chemicals that a feed put where none is handed out are not sold, and their keeper is told', async () => {
  const { take, restrict, refusalOf, clear } = feedOfSalpa();
  try {
    await take('20.00');
    // The feed put them into the main warehouse, where no chemical is handed out.
    expect(await restrict('SALPA', 'chemical', true)).toMatch(
      /^Product SALPA: a chemical: collected in a shop, not sent\.\nSALPA-10: a chemical, 50 pieces in UKMERGE, where none is handed out: nobody can buy it\. Say how many lie in KEDAINIAI or .*: set-stock SALPA-10 KEDAINIAI PIECES\nSALPA-25: /,
    );
    expect(await refusalOf('SALPA-10')).toBe('cart.insufficient_stock');
    expect((await take('21.00')).notes.map(({ line, id }) => [line, id])).toEqual([
      [2, 'SALPA-10'],
      [3, 'SALPA-25'],
    ]);
    expect(await stockShown('SALPA-10')).toEqual({ inStock: false, stock: 0, listed: false });
    await setStock(shop.orders.mail, 'SALPA-10', 'KEDAINIAI', 7);
    expect(await stockShown('SALPA-10')).toEqual({ inStock: true, stock: 7, listed: true });
    expect(await restrict('SALPA', 'chemical', true)).not.toContain('SALPA-10');
    expect(await refusalOf('SALPA-10')).toBe(true);
  } finally {
    clear();
  }
});
