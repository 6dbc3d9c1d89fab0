import { textsIn } from '#locales/server-texts.ts';
import { openSync } from 'fontkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoSeller } from '#server/channels/seller.ts';
import { changeOrderState } from '#server/jobs/shop-commands.ts';
import {
  address,
  cartWith,
  consents,
  jonas,
  openTestShop,
  paidOrder,
  readyToPay,
  sellableVariant,
  type TestShop,
} from '#tests/server/test-shop.ts';
import { catalogueLocales, type Locale } from '#contract/locale.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { PaymentKind } from '#contract/orders/payments.ts';
import { pieceWithoutTax } from '#domain/cart/line-amounts.ts';
import { sendDueMails } from '#server/mail/mail-outbox.ts';
import type { OrderMailKind } from '#server/mail/mail-kinds.ts';
import { composeOrderMail } from '#server/mail/order-mail.ts';
import type { Seller } from '#server/database/schema-channels.ts';
import { anItem, anOrder } from '#tests/builders.ts';
import { beginPdf, fontFile } from './begin-pdf.ts';
import { writeOrderDocument } from './order-document.ts';
import { moneyText } from '#server/text/money-text.ts';
import { readPdfText } from '#tests/server/read-pdf-text.ts';
import { taxRowsOf } from '#server/placed-orders/tax-rows.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
}, 60_000);
afterAll(() => shop.close());

const storedOrder = async (token: string) => {
  const row = await shop.database.db
    .selectFrom('order')
    .selectAll()
    .where('token', '=', token)
    .executeTakeFirstOrThrow();
  return { ...row, channel_code: 'retail' };
};

const fetchPdf = async (path: string, locale: string) => {
  const answer = await shop.app.request(`/api/v2${path}`, { headers: { 's-locale': locale } });
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  return readPdfText(Buffer.from(await answer.arrayBuffer()));
};

test('a pre-invoice names seller, buyer, lines, tax and how to pay, in the letters of each language', async () => {
  const goods = await sellableVariant(shop);
  const cart = await readyToPay(shop, await cartWith(shop, goods.code, 3));
  const company = {
    companyName: 'Žvirblių ūkis „Ąžuolas“',
    companyCode: '123456789',
    vatNumber: 'LT119511515',
    countryCode: 'LT',
    city: 'Šiauliai',
    street: 'Ėglių g.',
    houseNumber: '7',
    postCode: 'LT-76001',
  };
  const path = `/shop/orders/${cart.tokenValue}`;
  await shop.send('PUT', path, { shippingAddress: address, invoice: company });
  await shop.send('PATCH', `${path}/payments/${cart.payments[0]?.id}`, { paymentMethod: 'TRANSFER' });
  const order = (await shop.send('PATCH', `${path}/complete`, consents)).body;
  expect(order.number).toBeDefined();

  const text = await fetchPdf(`${path}/pre-invoice/download`, 'lt');
  const whole = text.join('\n');
  expect(whole).not.toContain('?');
  for (const words of [
    `Išankstinė sąskaita faktūra Nr. IS-${order.number}`,
    company.companyName,
    company.vatNumber,
    'Ėglių g. 7, LT-76001 Šiauliai',
    'UAB „Arimas“',
    goods.code,
    moneyText(order.total, 'lt'),
    `Mokėjimo paskirtis: ${order.number}`,
  ])
    expect(whole).toContain(words);
  expect((await fetchPdf(`${path}/pre-invoice/download`, 'ru')).join('\n')).toContain('Предварительный счёт');
  expect((await fetchPdf(`${path}/pre-invoice/download`, 'et')).join('\n')).toContain('Ettemaksuarve');

  // Net and tax of all rates are the order's.
  const rows = await taxRowsOf(shop.database.db, await storedOrder(order.tokenValue));
  const sum = (name: 'net' | 'tax' | 'gross') => rows.reduce((total, row) => total + row[name], 0);
  expect(sum('tax')).toBe(order.taxTotal);
  expect(sum('gross')).toBe(order.total);
  expect(sum('net')).toBe(order.totalWithoutTax);
});

test('the tax of each rate is right by itself: goods of two rates, delivery and wrap, book first', async () => {
  const cart = await cartWith(shop, 'SD1013A');
  const path = `/shop/orders/${cart.tokenValue}`;
  for (const productVariantCode of ['LS1022A', 'MT1019A', 'ST1007A'])
    await shop.send('POST', `${path}/items`, { productVariantCode, quantity: 1 });
  await shop.send('PUT', `${path}/gift-wrap`, { selected: true });
  const order = await readyToPay(shop, (await shop.call('GET', path)).body);
  const rows = await taxRowsOf(shop.database.db, await storedOrder(order.tokenValue));
  expect(rows.map((row) => row.rate)).toEqual([0.21, 0.05]);
  expect(rows[1]).toEqual({ rate: 0.05, gross: 789, net: 751, tax: 38 });
  for (const row of rows) expect(row.tax).toBe(Math.round(row.gross - row.gross / (1 + row.rate)));
  expect(rows.reduce((sum, row) => sum + row.gross, 0)).toBe(order.total);
  expect(rows.reduce((sum, row) => sum + row.tax, 0)).toBe(order.taxTotal);
  const text = (await fetchPdf(`${path}/pre-invoice/download`, 'lt')).join('\n');
  for (const amount of [789, 751, 38]) expect(text).toContain(moneyText(amount, 'lt'));
});

test.each(['Hường Nguyễn', 'Žarna 3/4″', 'Ąžuolė Öö Дарья „Salpa 34“ – 5 €', 'Παπαδόπουλος', 'Šiauliai'])(
  '%s is drawn as it is, without boxes',
  async (name) => {
    const { doc, finish } = beginPdf({ title: 'Names', author: 'Arimas', locale: 'lt' });
    doc.font('regular').text(name.normalize('NFD')).font('bold').text(name);
    const pdf = await finish();
    expect(readPdfText(pdf)).toEqual([name, name]);
    for (const weight of ['400Regular', '600SemiBold'] as const) {
      const letters = openSync(fontFile(weight));
      expect(
        Array.from(name).filter((sign) => !letters.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0)),
      ).toEqual([]);
    }
  },
);

test.each([
  ['Vamzdis ⌀ 110, ≥ 5 bar → ✓ ■', 'Vamzdis Ø 110, >= 5 bar -> + -'],
  ['Slėgis ≈ 3 m², 5 ㎡', 'Slėgis ~ 3 m², 5 m²'],
  ['გიორგი ბერიძე, Հակոբյան', 'giorgi beridze, Hakobyan'],
  ['Trąšos 🌱👩‍🌾 „Žalia“ ✔️', 'Trąšos :seedling::woman::ear_of_rice: „Žalia“ +'],
  ['שלום, مرحبا, 水管 5 m', 'slvm, mrhba, ShuiGuan 5 m'],
  ['สมชาย 김철수', 'smchay GimCheolSu'],
])('%s is drawn in signs that the font has, and nothing is lost silently', async (name, drawn) => {
  const { doc, finish } = beginPdf({ title: 'Names', author: 'Arimas', locale: 'lt' });
  doc.font('regular').text(name).font('bold').text(name);
  expect(doc.heightOfString(name)).toBe(doc.heightOfString(drawn));
  const pdf = await finish();
  const read = readPdfText(pdf);
  expect(read.join('\n')).toBe(`${drawn}\n${drawn}`);
  for (const weight of ['400Regular', '600SemiBold'] as const) {
    // Glyph 0 is the box.
    const { glyphs } = openSync(fontFile(weight)).layout(read[0] ?? '');
    expect(glyphs.map(({ id }) => id)).not.toContain(0);
  }
});

test('an invoice takes the place of the pre-invoice once the money has come, numbered without gaps', async () => {
  const goods = await sellableVariant(shop);
  const numbers: string[] = [];
  for (let index = 0; index < 3; index += 1) {
    const paid = await paidOrder(shop, goods.code);
    expect(paid.documents?.map((one) => one.kind)).toEqual(['invoice']);
    numbers.push(paid.documents?.[0]?.number ?? '');
    const text = await fetchPdf(paid.documents?.[0]?.downloadUrl ?? '', 'lt');
    expect(text.join('\n')).toContain(`PVM sąskaita faktūra Nr. ${numbers.at(-1)}`);
    expect(text.join('\n')).toContain(`${jonas.firstName} ${jonas.lastName}`);
    const gone = await shop.app.request(`/api/v2/shop/orders/${paid.tokenValue}/pre-invoice/download`);
    expect(gone.status).toBe(409);
  }
  const counted = numbers.map((number) => Number(number.slice(3)));
  expect(counted).toEqual([counted[0], (counted[0] ?? 0) + 1, (counted[0] ?? 0) + 2]);
});

test('a paper names who sold when it was issued, whoever sells in the channel later', async () => {
  const goods = await sellableVariant(shop);
  const { tokenValue } = await paidOrder(shop, goods.code);
  const path = `/shop/orders/${tokenValue}`;
  const rename = (name: string) =>
    shop.database.pool.query(
      `update channel set seller = jsonb_set(seller, '{name}', to_jsonb($1::text)) where code = 'retail'`,
      [name],
    );
  await rename('UAB „Kita“');
  await changeOrderState(shop.orders.mail, tokenValue, 'cancel');
  const papers = (await shop.call('GET', path)).body.documents ?? [];
  expect(papers.map(({ kind }) => kind)).toEqual(['invoice', 'credit_note']);
  const texts = await Promise.all(
    papers.map(async ({ downloadUrl }) => (await fetchPdf(downloadUrl, 'lt')).join()),
  );
  await rename('UAB „Arimas“');
  for (const text of texts) {
    expect(text).toContain('UAB „Arimas“');
    expect(text).not.toContain('UAB „Kita“');
  }
});

/** A placed order as it is presented, for papers and mails that need no shop. */
const placed = (given: Partial<Order> = {}): Order =>
  anOrder({
    number: '10001',
    state: 'new',
    paymentState: 'awaiting_payment',
    checkoutCompletedAt: '2026-11-20T10:00:00Z',
    ...given,
  });
const seller = {
  name: 'UAB „Arimas“',
  bankAccounts: [{ iban: 'LT12', bank: 'Bank', bic: 'X' }],
} as unknown as Seller;
const paperOf = async (order: Order, locale = 'en') => {
  const bytes = await writeOrderDocument({
    kind: 'pre_invoice',
    number: 'IS-1',
    issuedAt: new Date('2026-11-20T10:00:00Z'),
    order,
    taxRows: [],
    seller,
    locale,
  });
  return readPdfText(bytes).join('\n');
};
const payment = (kind: PaymentKind): Order['payments'] => [
  {
    id: 1,
    state: 'new',
    method: { code: kind, name: kind, kind },
    amount: 1000,
    currencyCode: 'EUR',
    createdAt: '2026-11-20T10:00:00Z',
  },
];

test('the papers of a seller that is not registered for VAT say nothing of VAT, in each language', async () => {
  const order = placed({ items: [anItem({ quantity: 2, unitPrice: 500, subtotal: 1000, total: 1000 })] });
  for (const locale of catalogueLocales) {
    const { document } = textsIn(locale).papers;
    for (const kind of ['pre_invoice', 'invoice', 'credit_note'] as const) {
      const paper = async (vatNumber: string) =>
        readPdfText(
          await writeOrderDocument({
            kind,
            number: 'A-1',
            issuedAt: new Date('2026-11-20T10:00:00Z'),
            order,
            taxRows: [{ rate: 0.21, net: 826, tax: 174, gross: 1000 }],
            seller: { ...seller, vatNumber },
            locale,
          }),
        ).join('\n');
      const tax = /PVM|VAT|НДС|KM|käibemaks/i;
      expect(await paper(seller.vatNumber)).toMatch(tax);
      const untaxed = await paper('');
      expect(untaxed).not.toMatch(tax);
      expect(untaxed).not.toContain(document.rate);
      expect(untaxed).toContain(document.untaxed.price);
    }
  }
});

test('on a paper pieces times price is the sum of the line, and what was taken off stands by itself', async () => {
  const item = anItem({ quantity: 2, unitPrice: 51_076, subtotal: 102_152, total: 97_043, taxTotal: 16_842 });
  const paper = await paperOf(placed({ items: [item] }));
  for (const amount of [51_076, 102_152, 97_043 - 102_152, Math.round((51_076 * (97_043 - 16_842)) / 97_043)])
    expect(paper).toContain(moneyText(amount, 'en'));
  expect(paper).not.toContain(moneyText(48_522, 'en'));
  expect(paper).toContain('Price excl. VAT');
});

test('a paper says that a name in another script is written in Latin letters, and only then', async () => {
  const note = 'Words in other scripts are written here in Latin letters.';
  const paper = await paperOf(placed({ items: [anItem({ productName: 'שלום 水' })] }));
  expect(paper).toContain('slvm Shui');
  expect(paper).toContain(note);
  expect(await paperOf(placed({ items: [anItem({ productName: 'Žarna 5 ㎡, Ω, Дарья' })] }))).not.toContain(
    note,
  );
});

test.each([1, 2, 4])(
  'the price of a piece without tax is the same on papers and screens for %i pieces',
  async (pieces) => {
    const goods = await sellableVariant(shop);
    await shop.database.pool.query(
      `update channel_price set price = 349, original_price = null, promotion = null
       where variant_id = (select id from product_variant where code = $1)`,
      [goods.code],
    );
    const cart = await readyToPay(shop, await cartWith(shop, goods.code, pieces));
    const [item] = cart.items;
    if (!item) throw new Error('The cart has no line.');
    expect(item.unitPrice).toBe(349);
    expect(pieceWithoutTax(item)).toBe(288);
    const path = `/shop/orders/${cart.tokenValue}`;
    await shop.send('PATCH', `${path}/complete`, consents);
    const paper = (await fetchPdf(`${path}/pre-invoice/download`, 'lt')).join('\n');
    expect(paper).toContain(moneyText(288, 'lt'));
    expect(paper).not.toContain(moneyText(289, 'lt'));
  },
);

test.each(catalogueLocales)('the headings of a paper in %s break between words only', async (locale) => {
  const words = textsIn(locale).papers.document;
  const paper = await paperOf(placed(), locale);
  for (const heading of [words.code, words.quantity, words.price, words.netPrice, words.sum])
    for (const word of heading.split(' ')) expect(paper.split(/\s/)).toContain(word);
});

test('a pre-invoice says how the order is paid and until when; cash asks for no transfer', async () => {
  const transfer = await paperOf(placed({ payments: payment('transfer') }));
  expect(transfer).toContain('LT12');
  expect(transfer).toContain('Pay by: November 30, 2026');
  const cash = await paperOf(placed({ payments: payment('cash') }));
  expect(cash).not.toContain('LT12');
  expect(cash).toContain('You pay when you get the goods.');
  expect(await paperOf(placed({ payments: payment('card') }))).not.toContain('LT12');
});

test('mails name the day to pay by, what is in each parcel, its number, and the note of the buyer', () => {
  const items = [anItem({ id: 1, productName: 'Hoe', quantity: 2 }), anItem({ id: 2, productName: 'Rake' })];
  const parcel = (
    id: number,
    more: Partial<Order['shipments'][number]> = {},
  ): Order['shipments'][number] => ({
    id,
    state: 'ready',
    kind: 'courier',
    price: 0,
    items: [{ itemId: id, quantity: id === 1 ? 2 : 1 }],
    warehouse: { code: 'A', name: 'A', address: 'A', city: 'A' },
    ...more,
  });
  const order = placed({
    items,
    notes: 'Call before you come',
    invoice: {
      companyName: 'UAB Dirva',
      companyCode: '304000000',
      vatNumber: 'LT100001738313',
      countryCode: 'LT',
      city: 'Kėdainiai',
      street: 'Laukų g.',
      houseNumber: '5',
      postCode: '57123',
    },
    payments: payment('transfer'),
    shipments: [parcel(1, { tracking: 'LT123', trackingUrl: 'https://track.example/LT123' }), parcel(2)],
  });
  const mail = (kind: OrderMailKind) =>
    composeOrderMail({ kind, order, locale: 'en', seller, orderUrl: 'https://x.example', attached: null });
  expect(mail('order_placed').text).toContain('Please pay by November 30, 2026.');
  for (const form of ['text', 'html'] as const) {
    const shipped = mail('order_shipped')[form];
    for (const words of [
      'Hoe × 2)',
      'Rake × 1)',
      'Tracking number: LT123',
      'Call before you come',
      'LT100001738313',
      'Laukų g. 5, 57123 Kėdainiai',
    ])
      expect(shipped).toContain(words);
  }
  expect(
    composeOrderMail({ kind: 'order_placed', order, locale: 'et', seller, orderUrl: '', attached: null })
      .subject,
  ).toBe('Saime teie tellimuse 10001');
});

test('the confirmation says what the shop could not keep of the order, later letters do not', () => {
  const warnings = [{ errorCode: 'coupon.invalid', detail: 'This promo code is not valid.' }];
  const order = placed({ warnings, payments: payment('transfer') });
  const text = (kind: 'order_placed' | 'order_paid') =>
    composeOrderMail({ kind, order, locale: 'en', seller, orderUrl: 'https://x.example', attached: null })
      .text;
  expect(text('order_placed')).toContain('This promo code is not valid.');
  expect(text('order_paid')).not.toContain('promo code');
});

test('a letter shows lines as the cart does, what each promotion takes off, and the terms that were accepted', () => {
  const order = placed({
    items: [anItem({ id: 1, productName: 'Kastuvas', quantity: 1, subtotal: 2499, total: 1965 })],
    adjustments: [
      { type: 'order_promotion', label: 'Pavasaris', amount: -334, originCode: 'SPRING', neutral: false },
      { type: 'order_promotion', label: 'Laiškas', amount: -200, originCode: 'LETTER', neutral: false },
    ],
    itemsSubtotal: 2499,
    itemsTotal: 1965,
    giftWrapTotal: 300,
    customer: { email: 'x@example.lt' },
    payments: payment('transfer'),
  });
  const termsUrl = 'https://x.example/taisykles';
  const mail = (kind: OrderMailKind, locale = 'lt') =>
    composeOrderMail({
      kind,
      order,
      locale,
      seller,
      orderUrl: 'https://x.example',
      attached: null,
      termsUrl,
    });
  const { text, html } = mail('order_placed');
  for (const form of [text, html]) {
    for (const part of [
      '24,99',
      'Pavasaris',
      '-3,34',
      'Laiškas',
      '-2,00',
      'Dovanos įpakavimas',
      '3,00',
      termsUrl,
    ])
      expect(form.replaceAll('\u2212', '-')).toContain(part);
    expect(form).not.toContain('19,65');
  }
  // Nobody is greeted by a comma.
  const greetings = {
    lt: 'Sveiki,',
    en: 'Hello,',
    et: 'Tere,',
    ru: 'Здравствуйте!',
  } satisfies Record<Locale, string>;
  for (const [locale, greeting] of Object.entries(greetings))
    expect(mail('order_placed', locale).text.split('\n')[0]).toBe(greeting);
});

test('mails end a day with one dot, and say of goods what has become of them', () => {
  const base = placed({ payments: payment('transfer'), shippingState: 'shipped' });
  const mail = (kind: OrderMailKind, locale: string, order = base) =>
    composeOrderMail({ kind, order, locale, seller, orderUrl: 'https://x.example', attached: null });
  for (const locale of catalogueLocales) {
    const { text, html } = mail('order_placed', locale);
    expect(text + html).toContain('2026');
    expect(text + html).not.toContain('..');
  }
  const collected = placed({
    shippingState: 'shipped',
    shipments: [
      {
        id: 1,
        state: 'shipped',
        kind: 'collection',
        price: 0,
        items: [],
        warehouse: { code: 'A', name: 'A', address: 'A', city: 'A' },
      },
    ],
  });
  expect(mail('order_shipped', 'en', collected).subject).toBe('Order 10001 is ready to collect');
  expect(mail('order_shipped', 'en').subject).toBe('Order 10001 sent');
  expect(mail('order_paid', 'en').text).not.toContain('preparing');
  expect(mail('order_paid', 'en', placed({ shippingState: 'ready' })).text).toContain('preparing');
});

test('the mail that an order is paid brings its invoice', async () => {
  const goods = await sellableVariant(shop);
  const cart = await readyToPay(shop, await cartWith(shop, goods.code));
  const order = (await shop.send('PATCH', `/shop/orders/${cart.tokenValue}/complete`, consents)).body;
  await changeOrderState(shop.orders.mail, order.tokenValue, 'mark-paid');
  await sendDueMails(shop.orders.mail);
  const sent = await shop.app.request('/dev/mails?to=jonas@example.lt');
  const { data: mails } = (await sent.json()) as { data: { subject: string; attachments?: string[] }[] };
  const paid = mails.find(
    ({ subject }) => subject.includes(order.number ?? '?') && /paid|apmokėtas/.test(subject),
  );
  expect(paid?.attachments).toEqual([expect.stringMatching(/\.pdf$/)]);
});

test('T37 a pre-invoice holds no link of its buyer, and their own address of mail as it is; an invoice names them to the letter', async () => {
  const link = 'http://evil.example/p';
  const place = { city: 'www.evil.example', street: link, houseNumber: 'evil.lt/1', flatNumber: 'a@evil.lt' };
  const company = {
    companyName: link,
    companyCode: '304567891',
    countryCode: 'LT',
    postCode: '57289',
    ...place,
  };
  const person = { firstName: link, lastName: 'evil.example', phoneNumber: '+37061234567' };
  const customer = { email: 'ona@buyer.example', ...person };
  const write = async (given: Partial<Order>, kind: 'invoice' | 'pre_invoice' = 'pre_invoice') =>
    readPdfText(
      await writeOrderDocument({
        kind,
        number: 'IS-1',
        issuedAt: new Date('2026-11-21T10:00:00Z'),
        order: anOrder({ number: '000001', customer, ...given }),
        taxRows: [],
        seller: { ...demoSeller, email: '' },
        locale: 'lt',
      }),
    ).join(' ');
  for (const given of [
    { invoice: company },
    { billingAddress: { ...company, ...person } },
    {},
  ] satisfies Partial<Order>[]) {
    const text = await write(given);
    expect(text).toContain('evil');
    expect(text.replaceAll(/\s+/g, ' ')).not.toMatch(/evil\.\S|www\.\S|:\/\/e|@evil/);
    expect(text).toContain('ona@buyer.example');
  }
  const shop = { ...company, companyName: 'Varle.lt, UAB' };
  expect(await write({ invoice: shop }, 'invoice')).toContain('Varle.lt, UAB');
});
