import type { Order } from '#contract/orders/orders.ts';
import { demoSeller } from '#server/channels/seller.ts';
import { anOrder } from '#tests/builders.ts';
import { composeOrderMail } from './order-mail.ts';
import { expect, test } from 'vitest';
import { textsIn } from '#locales/server-texts.ts';

test('the subject about a placed order says in Estonian that it was received by the shop, and not that it came to the buyer', () => {
  const { subject } = textsIn('et').mails.order.order_placed;
  expect(subject).toMatch(/^Saime teie tellimuse \{number\}/);
  expect(subject).not.toMatch(/jõud|kohal|kätte|saabu/i);
});

test('a letter tells the tax of what was bought, however much of it gift cards have paid, and as no part of what is left', () => {
  const letterOf = (order: Order) =>
    composeOrderMail({
      kind: 'order_placed',
      order,
      locale: 'en',
      seller: demoSeller,
      orderUrl: 'http://localhost/o',
      attached: null,
    }).text;
  const order = anOrder({ state: 'new', total: 2629, taxTotal: 456 });
  for (const giftCardTotal of [0, -2628, -2629]) {
    const letter = letterOf({ ...order, total: order.total + giftCardTotal, giftCardTotal });
    expect(letter).toMatch(/Total with VAT\W+€26\.29\s/);
    expect(letter.includes('Total to pay: ')).toBe(giftCardTotal !== 0);
    if (giftCardTotal !== 0) expect(letter).toMatch(/Total to pay\W+€0\.0[01]\s/);
    expect(letter).toMatch(/VAT of the order\W+€4\.56/);
  }
});
