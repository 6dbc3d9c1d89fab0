import type { Order } from '#contract/orders.ts';
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

test('a letter says what of the total is tax, and nothing of it where gift cards have paid it all', () => {
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
  expect(letterOf(order)).toContain('of which VAT');
  const paid = letterOf({ ...order, total: 0, giftCardTotal: -2629 });
  expect(paid).toContain('€0.00');
  expect(paid).not.toContain('of which VAT');
});
