import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  cartWith,
  consents,
  openTestShop,
  piecesOf,
  placedOrder,
  readyToPay,
  sellableVariant,
  type TestShop,
} from '#tests/server/test-shop.ts';
import { readPdfText } from '#tests/server/read-pdf-text.ts';
import { sendDueMails } from '#server/mail/mail-outbox.ts';
import { composeOrderMail } from '#server/mail/order-mail.ts';
import { demoSeller } from '#server/channels/seller.ts';
import { listGoods } from './goods-look-up.ts';
import { setOrderMail } from './order-mail-command.ts';
import { listOrders, listReviews, listCategories, listWarehouses, showOrder } from './look-up-commands.ts';
import { readShipOptions } from './ship-command.ts';
import { changeOrderState, decideReview } from './shop-commands.ts';
import { readPieceCount, setStock } from './set-stock-command.ts';
import { setSeller } from './seller-command.ts';
import { expireCarts, forgetOldKeys } from './run-due.ts';

let shop: TestShop;
let goods: { code: string; price: number };
beforeAll(async () => {
  shop = await openTestShop();
  goods = await sellableVariant(shop);
}, 60_000);
afterAll(() => shop.close());

const place = (paymentMethod = 'TRANSFER') => placedOrder(shop, goods.code, { paymentMethod });
const read = async (token: string) => (await shop.call('GET', `/shop/orders/${token}`)).body;

test('an order is paid, shipped and completed by hand, each once and in its order', async () => {
  const order = await place();
  const { mail } = shop.orders;
  const by = order.number ?? '';
  await expect(changeOrderState(mail, by, 'complete')).rejects.toThrow(
    `complete is not possible. First order ${by} mark-paid and order ${by} ship.`,
  );
  await expect(changeOrderState(mail, by, 'refund')).rejects.toThrow(
    'refund is not possible. There is no money to send back.',
  );
  expect(await changeOrderState(mail, order.tokenValue, 'mark-paid')).toContain('processing, paid, ready');
  await expect(changeOrderState(mail, by, 'mark-paid')).rejects.toThrow(/not possible/);
  await expect(changeOrderState(mail, by, 'refund')).rejects.toThrow(
    `Money goes back for cancelled orders: order ${by} cancel first.`,
  );
  expect(await changeOrderState(mail, by, 'ship')).toContain('processing, paid, shipped');
  expect(await changeOrderState(mail, by, 'complete')).toContain('fulfilled, paid, shipped');
  await expect(changeOrderState(mail, by, 'cancel')).rejects.toThrow(/cancel is not possible/);
  expect(await read(order.tokenValue)).toMatchObject({ state: 'fulfilled', shippingState: 'shipped' });
  // A sum is written as money: two digits after the point.
  const [headings = '', ...lines] = (await listOrders(mail)).split('\n');
  expect(headings.split(/\s+/)).toEqual('NUMBER PLACED ORDER PAYMENT DELIVERY TOTAL NAME TOKEN'.split(' '));
  const line = lines.find((one) => one.startsWith(by))?.split(/\s{2,}/);
  expect(line?.slice(2)).toEqual([
    'fulfilled',
    'paid',
    'shipped',
    `${(order.total / 100).toFixed(2)} EUR`,
    'Jonas Žukauskas',
    order.tokenValue,
  ]);
  expect(line?.[1]).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/);
  await expect(changeOrderState(mail, 'nobody', 'ship')).rejects.toThrow('There is no placed order nobody.');
});

test('a cancelled order gives back its pieces, paid or not', async () => {
  const free = () => piecesOf(shop, goods.code);
  const before = await free();
  const unpaid = await place();
  await changeOrderState(shop.orders.mail, unpaid.tokenValue, 'cancel');
  expect(await free()).toEqual(before);
  const paid = await place();
  await changeOrderState(shop.orders.mail, paid.tokenValue, 'mark-paid');
  await changeOrderState(shop.orders.mail, paid.tokenValue, 'cancel');
  expect(await free()).toEqual(before);
  expect(await read(unpaid.tokenValue)).toMatchObject({ state: 'cancelled', paymentState: 'cancelled' });
});

test('stock is set, but never below what orders hold', async () => {
  const { mail } = shop.orders;
  const order = await place();
  const place0 = order.shipments[0]?.warehouse.code ?? '';
  await expect(setStock(mail, goods.code, place0, 0)).rejects.toThrow(/Orders hold/);
  expect(await setStock(mail, goods.code, place0, 500)).toContain('500 pieces on hand');
  await expect(setStock(mail, 'NOPE', place0, 1)).rejects.toThrow('There is no variant NOPE.');
  await expect(setStock(mail, goods.code, 'MOON', 1)).rejects.toThrow('There is no warehouse MOON:');
  await expect(setStock(mail, 'DS1001', place0, 1)).rejects.toThrow(
    /^DS1001 is a product: its variants are DS1001A, DS1001B/,
  );
  expect(() => setStock(mail, goods.code, place0, 1.5)).toThrow(/whole number/);
});

test('pieces are said in digits, and nothing else is taken for a number of them', () => {
  expect(['0', '16', '1000000'].map(readPieceCount)).toEqual([0, 16, 1_000_000]);
  for (const text of ['', ' ', '0x10', '1e3', '1.5', '-1', '+1', '1000001', 'NaN', '٣'])
    expect(() => readPieceCount(text)).toThrow('The number of pieces should be a whole number');
});

test('carts and keys whose time is over are forgotten, orders stay', async () => {
  const order = await place();
  const cart = await cartWith(shop, goods.code);
  shop.clock.at = new Date(Date.now() + 31 * 24 * 60 * 60 * 1000);
  expect(await expireCarts(shop.orders.mail)).toBeGreaterThanOrEqual(1);
  shop.clock.at = new Date(Date.now() + 91 * 24 * 60 * 60 * 1000);
  expect(await forgetOldKeys(shop.orders.mail)).toBeGreaterThanOrEqual(1);
  shop.clock.at = null;
  expect(await shop.call('GET', `/shop/orders/${cart.tokenValue}`)).toMatchObject({ status: 404 });
  expect((await read(order.tokenValue)).number).toBe(order.number);
  // The completion's own key is kept for 400 days.
  const kept = await shop.database.pool.query(`select 1 from idempotency_key where endpoint = 'CHK-12'`);
  expect(kept.rowCount).toBeGreaterThanOrEqual(1);
});

test('papers, mails and transfers name the company of the channel', async () => {
  const { mail } = shop.orders;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'arimas-seller-'));
  const file = path.join(folder, 'seller.json');
  const seller = {
    ...demoSeller,
    name: 'UAB „Kitas ūkis“',
    email: 'info@kitas.example',
    phone: '+370 611 11111',
  };
  const given = (value: unknown) => writeFileSync(file, JSON.stringify(value));
  try {
    given({ ...seller, name: '' });
    await expect(setSeller(mail, 'retail', file)).rejects.toThrow(
      'Not as a seller is given: name is missing or not valid.',
    );
    given({ ...seller, colour: 'green', bankAccounts: [{ bank: 'B', iban: 'LT12', bic: 'X' }] });
    await expect(setSeller(mail, 'retail', file)).rejects.toThrow(
      'Not as a seller is given: iban of the first bank account is not valid; there is no colour.',
    );
    given(seller);
    await expect(setSeller(mail, 'nowhere', file)).rejects.toThrow('There is no channel nowhere.');
    expect(await setSeller(mail, 'retail', file)).toContain('Kitas ūkis');
    const order = await place();
    const at = `/shop/orders/${order.tokenValue}`;
    const paper = await shop.app.request(`/api/v2${at}/pre-invoice/download`, {
      headers: { 's-channel': 'retail' },
    });
    expect(readPdfText(Buffer.from(await paper.arrayBuffer())).join('\n')).toContain('Kitas ūkis');
    const payment = order.payments.at(-1)?.id;
    const how = await shop.call('GET', `${at}/payments/${String(payment)}/configuration`);
    expect(JSON.stringify(how.body)).toContain('Kitas ūkis');
    await shop.database.pool.query(
      'delete from mail_outbox where order_id <> (select id from "order" where token = $1)',
      [order.tokenValue],
    );
    await sendDueMails(mail);
    const sent = await mail.transport.sent('jonas@example.lt');
    expect(JSON.stringify(sent.at(-1))).toContain('info@kitas.example');
    expect(sent.at(-1)?.from).toEqual({ name: 'UAB „Kitas ūkis“', address: 'info@kitas.example' });
  } finally {
    given(demoSeller);
    await setSeller(mail, 'retail', file);
    rmSync(folder, { recursive: true });
  }
});

test('what the keeper does with an order is told at once and in its order, however many letters its reader got', async () => {
  const mail = { ...shop.orders.mail, mailsAnHour: 5 };
  const { pool } = shop.database;
  const order = await place();
  const other = await place();
  await pool.query('delete from mail_outbox where recipient = $1', ['jonas@example.lt']);
  const queued = (kind: string, token: string) =>
    pool.query(
      `insert into mail_outbox (kind, order_id, recipient, locale, payload, occasion)
       select $1, id, email, 'lt', '{"origin":"http://localhost"}', $1 || id from "order" where token = $2`,
      [kind, token],
    );
  await pool.query(
    `insert into mail_outbox (kind, recipient, locale, occasion, sent_at)
     select 'newsletter_confirmation', 'jonas@example.lt', 'lt', 'sent ' || n, now() from generate_series(1, 5) n`,
  );
  await queued('order_placed', order.tokenValue);
  await queued('order_placed', other.tokenValue);
  const sent = async () =>
    (
      await pool.query<{ kind: string; token: string }>(
        `select m.kind, o.token from mail_outbox m join "order" o on o.id = m.order_id
         where m.sent_at is not null and m.recipient = 'jonas@example.lt' order by m.sent_at, m.id`,
      )
    ).rows.map(({ kind, token }) => `${kind} ${token === order.tokenValue ? 'this' : 'other'}`);
  // What strangers can cause waits.
  await sendDueMails(mail);
  expect(await sent()).toEqual([]);
  for (const action of ['mark-paid', 'cancel', 'refund'] as const)
    await changeOrderState(mail, order.tokenValue, action);
  await sendDueMails(mail);
  expect(await sent()).toEqual([
    'order_placed this',
    'order_paid this',
    'order_cancelled this',
    'order_refunded this',
  ]);
});

test('goods that should have been paid for are not sent without a word', async () => {
  const { mail } = shop.orders;
  const unpaid = await place();
  const by = unpaid.number ?? '';
  await expect(changeOrderState(mail, by, 'ship')).rejects.toThrow(
    `Order ${by} is not paid. Is the money there? order ${by} mark-paid. To send it all the same: order ${by} ship --unpaid.`,
  );
  expect((await read(unpaid.tokenValue)).shippingState).toBe('ready');
  expect(await changeOrderState(mail, by, 'ship', readShipOptions(['--unpaid']))).toContain(
    'awaiting_payment, shipped',
  );
  // What is paid at the door goes out before.
  const atTheDoor = await place('CASH_ON_DELIVERY');
  expect(await changeOrderState(mail, atTheDoor.number ?? '', 'ship')).toContain('awaiting_payment, shipped');
});

test('a parcel that its buyer did not take comes back: the order is cancelled, its pieces are for sale again, its buyer is told', async () => {
  const { mail } = shop.orders;
  const before = await piecesOf(shop, goods.code);
  const order = await place('CASH_ON_DELIVERY');
  const by = order.number ?? '';
  await expect(changeOrderState(mail, by, 'returned')).rejects.toThrow(
    `returned is not possible. Nothing has left: order ${by} cancel.`,
  );
  await changeOrderState(mail, by, 'ship');
  await expect(changeOrderState(mail, by, 'cancel')).rejects.toThrow(
    `A parcel that has left cannot be called back. Has it come back unpaid? order ${by} returned.`,
  );
  expect(await changeOrderState(mail, by, 'returned')).toBe(`Order ${by}: cancelled, cancelled, cancelled.`);
  expect(await piecesOf(shop, goods.code)).toEqual(before);
  expect(await read(order.tokenValue)).toMatchObject({
    state: 'cancelled',
    paymentState: 'cancelled',
    shippingState: 'cancelled',
    shipments: [{ state: 'cancelled' }],
  });
  const { rows } = await shop.database.pool.query<{ kind: string }>(
    `select kind from mail_outbox where order_id = (select id from "order" where token = $1)
     union all select kind from document where order_id = (select id from "order" where token = $1)`,
    [order.tokenValue],
  );
  const told = rows.map(({ kind }) => kind);
  expect(told).toContain('order_cancelled');
  // It has no invoice that would be taken back.
  expect(told).not.toContain('credit_note');
  await expect(changeOrderState(mail, by, 'returned')).rejects.toThrow(/returned is not possible\.$/);
  const paid = await place();
  await changeOrderState(mail, paid.tokenValue, 'mark-paid');
  await changeOrderState(mail, paid.tokenValue, 'ship');
  await expect(changeOrderState(mail, paid.tokenValue, 'returned')).rejects.toThrow(
    'Money of goods that were sent and came back is paid by the bank',
  );
});

test('of an unpaid order in part on its way what was sent and what was held are both for sale again', async () => {
  const { mail } = shop.orders;
  const before = await piecesOf(shop, goods.code);
  const order = await placedOrder(shop, goods.code, { quantity: 2, paymentMethod: 'CASH_ON_DELIVERY' });
  // As where its pieces lie in two parcels.
  await shop.database.pool.query(
    `with first as (update shipment set held = jsonb_set(held, '{0,quantity}', '1')
       where order_id = (select id from "order" where token = $1) returning *)
     insert into shipment (order_id, position, state, kind, warehouse_id, method_code, method_name, items, held)
     select order_id, position + 1, state, kind, warehouse_id, method_code, method_name, items, held from first`,
    [order.tokenValue],
  );
  expect(
    await changeOrderState(mail, order.tokenValue, 'ship', readShipOptions(['--parcel', '1'])),
  ).toContain('awaiting_payment, partially_shipped');
  expect(await piecesOf(shop, goods.code)).toEqual({ hand: before.hand - 1, hold: before.hold + 1 });
  await changeOrderState(mail, order.tokenValue, 'returned');
  expect(await piecesOf(shop, goods.code)).toEqual(before);
});

test('words for the card of a gift are in the order, in its letter and before whoever packs it', async () => {
  const cart = await cartWith(shop, goods.code);
  const wrapped = await shop.send('PUT', `/shop/orders/${cart.tokenValue}/gift-wrap`, {
    selected: true,
    message: 'Su gimtadieniu\nOnai',
  });
  expect(wrapped.body.giftWrap).toMatchObject({ selected: true, message: 'Su gimtadieniu\nOnai' });
  await readyToPay(shop, wrapped.body);
  const { body: order } = await shop.send('PATCH', `/shop/orders/${cart.tokenValue}/complete`, consents);
  expect(await showOrder(shop.orders.mail, order.number ?? '')).toMatch(
    /^Gift wrap, on the card: Su gimtadieniu.Onai$/m,
  );
  const { text, html } = composeOrderMail({
    kind: 'order_placed',
    order,
    locale: 'en',
    seller: demoSeller,
    orderUrl: '',
    attached: null,
  });
  for (const letter of [text, html]) expect(letter).toMatch(/Card with the gift: Su gimtadieniu\sOnai/);
});

test('one order is shown with what is in it, who bought it, where it goes and how it is paid', async () => {
  const order = await place();
  const told = await showOrder(shop.orders.mail, order.number ?? '');
  expect(told).toContain(`Order ${order.number}: new, awaiting_payment, ready.`);
  expect(told).toContain('Buyer: Jonas Žukauskas, jonas@example.lt, +37061234567');
  expect(told).toMatch(new RegExp(`^${goods.code} +\\d+ +[\\d.]+ EUR +[\\d.]+ EUR +\\S`, 'm'));
  expect(told).toContain(`Total: ${(order.total / 100).toFixed(2)} EUR, `);
  expect(told).toMatch(/^Delivery: .+, ready, from [A-Z]+/m);
  expect(told).toMatch(/^Payment: .+, new$/m);
  expect(await showOrder(shop.orders.mail, order.tokenValue)).toBe(told);
  await expect(showOrder(shop.orders.mail, 'nobody')).rejects.toThrow('There is no placed order nobody.');
});

test('categories are listed with the codes that discounts take, each below its parent with all goods below it', async () => {
  const lines = (await listCategories(shop.orders.mail)).split('\n');
  const { rows } = await shop.database.pool.query<{ code: string; products: number }>(
    `select t.code, (select count(distinct pt.product_id)::int from product_taxon pt join taxon b on b.id = pt.taxon_id
       where b.lft between t.lft and t.rgt) as products from taxon t order by t.lft`,
  );
  const cells = lines.slice(1).map((line) => line.trim().split(/ {2,}/));
  expect(cells.map(([code]) => code)).toEqual(rows.map(({ code }) => code));
  expect(cells.map((row) => Number(row.at(-2)))).toEqual(rows.map(({ products }) => products));
  expect(lines.some((line) => /^SEKLOS +Sėklos/.test(line))).toBe(true);
});

test('warehouses and waiting reviews are listed with what the other commands want to be told', async () => {
  const { mail } = shop.orders;
  const [headings = '', ...warehouses] = (await listWarehouses(mail)).split('\n');
  expect(headings).toMatch(/^CODE +CITY +NAME/);
  expect(warehouses.some((line) => /^UKMERGE +Ukmergė .*sends/.test(line))).toBe(true);
  const { rows } = await shop.database.pool.query<{ id: number }>(
    `insert into review (product_id, rating, title, comment, author_first_name)
     select id, 4, 'Geras', 'Sudygo\nvisos', 'Ona' from product order by id limit 1 returning id`,
  );
  const id = String(rows[0]?.id);
  expect(await listReviews(mail)).toMatch(new RegExp(`${id}  .* 4 of 5  Ona  .*\\n +Geras\\n +Sudygo visos`));
  for (const wrong of ['abc', '', '0', '99999999999', id.concat('.5')])
    await expect(decideReview(mail, wrong, 'accepted')).rejects.toThrow(`There is no review ${wrong} that`);
  expect(await decideReview(mail, id, 'accepted')).toBe(`Review ${id}: accepted.`);
  expect(await listReviews(mail)).not.toContain('Sudygo');
});

test('a seller without a bank account offers no transfer, and is told so', async () => {
  const { mail } = shop.orders;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'arimas-seller-'));
  const file = path.join(folder, 'seller.json');
  const said = (bankAccounts: unknown, channel = 'retail') => {
    writeFileSync(file, JSON.stringify({ ...demoSeller, bankAccounts }));
    return setSeller(mail, channel, file);
  };
  try {
    expect(await said([])).toMatch(
      /sells in retail\. No bank account is named, so nobody can pay there by bank transfer; offered are (?!.*TRANSFER).*CASH_ON_DELIVERY/,
    );
    await expect(place()).rejects.toThrow('payment');
    expect((await place('CASH_ON_DELIVERY')).state).toBe('new');
    await said(demoSeller.bankAccounts);
    expect((await place()).state).toBe('new');
  } finally {
    await said(demoSeller.bankAccounts);
    rmSync(folder, { recursive: true });
  }
});

test('a file that is not there is said to be missing, not to be wrong', async () => {
  await expect(setSeller(shop.orders.mail, 'retail', 'no-such.json')).rejects.toThrow(
    'There is no file no-such.json.',
  );
  await expect(setSeller(shop.orders.mail, 'retail', 'README.md')).rejects.toThrow(
    'README.md is no JSON file.',
  );
});

test('a file of another encoding is refused, and the mark of UTF-8 before the text is no part of it', async () => {
  const { mail } = shop.orders;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'arimas-seller-'));
  const file = path.join(folder, 'seller.json');
  const text = JSON.stringify(demoSeller);
  try {
    // `ė` as windows-1257 has it.
    writeFileSync(file, Buffer.from(text.replace('Arimas', 'S\u00EBkla'), 'latin1'));
    await expect(setSeller(mail, 'retail', file)).rejects.toThrow(
      `${file} is not written in UTF-8: save it as UTF-8 in your editor.`,
    );
    writeFileSync(file, `\uFEFF${text}`, 'utf16le');
    await expect(setSeller(mail, 'retail', file)).rejects.toThrow('not written in UTF-8');
    writeFileSync(file, `\uFEFF${text}`);
    expect(await setSeller(mail, 'retail', file)).toBe(`${demoSeller.name} sells in retail.`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the keeper finds goods by words and codes: what they cost, where they lie, who may buy them', async () => {
  const { mail } = shop.orders;
  const [headings = '', ...lines] = (await listGoods(mail, goods.code)).split('\n');
  expect(headings.split(/\s{2,}/)).toEqual(['CODE', 'PRODUCT', 'PRICE', 'STOCK', 'NAME']);
  expect(lines[0]?.split(/\s{2,}/)[0]).toBe(goods.code);
  expect(lines[0]).toContain(`${(goods.price / 100).toFixed(2)} EUR`);
  expect(lines[0]).toMatch(/UKMERGE \d+/);
  const nitrate = await listGoods(mail, 'MT1001A');
  expect(nitrate).toMatch(/^MT1001A .* trade /m);
  const name = lines[0]?.split(/\s{2,}/).at(-1) ?? '';
  const [first = '', second = ''] = name.split(/[\s,]+/);
  expect(await listGoods(mail, `${second} ${first}`)).toContain(goods.code);
  expect(await listGoods(mail, 'xyzzy%')).toBe('No goods match "xyzzy%".');
  expect(await listGoods(mail, '')).toMatch(/\n50 of \d+ variants\.$/);
});

test('orders are listed by their state, day and buyer', async () => {
  const { mail } = shop.orders;
  const unpaid = await place();
  const paid = await place();
  await changeOrderState(mail, paid.tokenValue, 'mark-paid');
  const listed = async (...words: string[]) => {
    const told = await listOrders(mail, words);
    return [unpaid, paid].map(({ tokenValue }) => told.includes(tokenValue));
  };
  expect(await listed()).toEqual([true, true]);
  expect(await listed('--state', 'paid')).toEqual([false, true]);
  expect(await listed('--state', 'awaiting_payment')).toEqual([true, false]);
  expect(await listed('--since', '2099-01-01')).toEqual([false, false]);
  expect(await listed('--email', unpaid.customer?.email.toUpperCase() ?? '')).toEqual([true, true]);
  expect(await listed('--email', 'nobody@example.com')).toEqual([false, false]);
  await expect(listOrders(mail, ['--state', 'lost'])).rejects.toThrow(
    /^--state should be one of new, (?!.*\bcancelled\b.*\bcancelled\b)/,
  );
});

test('each new order is told to the address of its channel, and to nobody where there is none', async () => {
  const { mail } = shop.orders;
  const told = async (token: string) => {
    await sendDueMails(mail);
    const { rows } = await shop.database.pool.query<{ recipient: string; sent: boolean }>(
      `select recipient, sent_at is not null as sent from mail_outbox
        where kind = 'order_notice' and order_id = (select id from "order" where token = $1)`,
      [token],
    );
    return rows;
  };
  expect(await told((await place()).tokenValue)).toEqual([]);
  await expect(setOrderMail(mail, 'retail', 'nobody')).rejects.toThrow('"nobody" is no address for mail.');
  await expect(setOrderMail(mail, 'lost', 'a@b.example')).rejects.toThrow('There is no channel lost.');
  await setOrderMail(mail, 'retail', 'desk@shop.example');
  const order = await place();
  await shop.database.pool.query('update "order" set notes = $1 where token = $2', [
    'see https://evil.example/x',
    order.tokenValue,
  ]);
  expect(await told(order.tokenValue)).toEqual([{ recipient: 'desk@shop.example', sent: true }]);
  const [sent] = await mail.transport.sent('desk@shop.example');
  expect(sent?.subject).toBe(`Order ${order.number ?? ''}, ${(order.total / 100).toFixed(2)} EUR`);
  expect(sent?.text).toContain('Buyer: Jonas Žukauskas');
  expect(sent?.text).toContain(goods.code);
  // What a stranger wrote is no link in a mail of the shop.
  expect(sent?.links).toEqual([]);
  expect(sent?.text).toContain('The buyer says: see https: //evil. example/x');
  expect(await setOrderMail(mail, 'retail', null)).toBe('Nobody is told of new orders in retail.');
});
