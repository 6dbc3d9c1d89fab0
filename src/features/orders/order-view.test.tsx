// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { anItem, anOrder } from '#tests/builders.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { LineWords } from '#features/cart-lines/line-words.tsx';
import { OrderView } from './order-view.tsx';

beforeEach(() => setMedia());
afterEach(clearShown);

const warehouse = { code: 'W', name: 'Panevėžys', address: 'Ūkio g. 1', city: 'Panevėžys' };
const parcel = (id: number, kind: 'courier' | 'collection', items: [number, number][]) => ({
  id,
  kind,
  state: 'ready' as const,
  price: 0,
  items: items.map(([itemId, quantity]) => ({ itemId, quantity })),
  warehouse,
});
const items = [anItem({ id: 1, productName: 'Seeds', quantity: 3 }), anItem({ id: 2, productName: 'Lime' })];
const parcels = (container: HTMLElement) =>
  [...container.querySelectorAll('section[aria-label="Delivery"] li')].map((one) => one.textContent);

test('each of several parcels says which goods are in it; one alone has them all', async () => {
  const placed = { state: 'new' as const, number: '10001', items };
  const two = anOrder({
    ...placed,
    shipments: [
      parcel(1, 'courier', [[1, 2]]),
      parcel(2, 'collection', [
        [1, 1],
        [2, 1],
      ]),
    ],
  });
  const [sent, collected] = parcels((await show(<OrderView order={two} />)).container);
  expect(sent).toContain('Seeds ×\u00A02');
  expect(sent).not.toContain('Lime');
  expect(collected).toContain('Seeds ×\u00A01, Lime ×\u00A01');
  const one = anOrder({ ...placed, shipments: [parcel(1, 'courier', [[1, 3]])] });
  expect(parcels((await show(<OrderView order={one} />)).container)[0]).not.toContain('Seeds');
});
test('a line of a cart and of an order leads to the pack that was bought, among all packs of its goods', async () => {
  const item = anItem({ id: 1 });
  const bought = { ...item, variant: { ...item.variant, code: 'BIG-25' } };
  const order = anOrder({ state: 'new', number: '10001', items: [bought] });
  for (const line of [
    <OrderView key="" order={order} />,
    <LineWords key="" item={bought} isRefused={false} />,
  ]) {
    const link = (await show(line)).container.querySelector('a[href*="morku-seklos"]');
    expect(link?.getAttribute('href')).toMatch(/morku-seklos-7\?variant=BIG-25$/);
  }
});
test('a gift card that was bought says under delivery to whom it is mailed, as no parcel holds it', async () => {
  const giftCard = { amount: 4000, recipientName: 'Ona', recipientEmail: 'ona@example.lt' };
  const order = anOrder({
    state: 'new',
    number: '10001',
    items: [anItem({ id: 1, giftCard })],
    shipments: [],
  });
  expect(parcels((await show(<OrderView order={order} />)).container)).toEqual(['For Ona, ona@example.lt']);
});
test('the company of the invoice stands with its code, VAT number and address', async () => {
  const invoice = {
    companyName: 'UAB Dirva',
    companyCode: '304000000',
    vatNumber: 'LT100001738313',
    countryCode: 'LT',
    city: 'Kėdainiai',
    street: 'Laukų g.',
    houseNumber: '5',
    postCode: '57123',
  };
  const order = anOrder({ state: 'new', number: '10001', invoice });
  const words = (await show(<OrderView order={order} />)).container.textContent;
  for (const part of ['UAB Dirva', '304000000', 'LT100001738313', 'Laukų g. 5, Kėdainiai, 57123'])
    expect(words).toContain(part);
});
test('what the shop could not keep of an order stands on its page', async () => {
  const warnings = [{ errorCode: 'coupon.invalid', detail: 'This promo code is not valid.' }];
  const order = anOrder({ state: 'new', number: '10001', warnings });
  expect((await show(<OrderView order={order} />)).container.textContent).toContain(warnings[0]?.detail);
});
test('the customer’s note stands with the order', async () => {
  const order = anOrder({ state: 'new', number: '10001', notes: 'The gate is blue' });
  expect((await show(<OrderView order={order} />)).container.textContent).toContain('The gate is blue');
});

test.each([
  ['transfer', 'TRANSFER', '11 May 2026'],
  ['transfer', 'CREDIT_INVOICE', '15 May 2026'],
  ['cash', 'CASH', null],
  ['cash_on_delivery', 'COD', null],
] as const)(
  'the page says until when %s (%s) is to be paid, as the paper and the letter do',
  async (kind, code, day) => {
    const order = anOrder({
      state: 'new',
      number: '10001',
      paymentState: 'awaiting_payment',
      checkoutCompletedAt: '2026-05-01T09:00:00Z',
      payments: [
        {
          id: 1,
          state: 'new',
          method: { code, name: code, kind },
          amount: 1000,
          currencyCode: 'EUR',
          createdAt: '2026-05-01T09:00:00Z',
        },
      ],
    });
    const { textContent } = (
      await show(<OrderView order={order} />, { answers: { paymentConfiguration: () => ({ kind }) } })
    ).container;
    expect(textContent).toContain('To pay');
    if (day === null) expect(textContent).not.toContain('pay by');
    else expect(textContent).toContain(`Please pay by ${day}`);
  },
);
