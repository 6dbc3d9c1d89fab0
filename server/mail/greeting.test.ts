import { expect, test } from 'vitest';
import { demoSeller } from '#server/channels/seller.ts';
import { anOrder } from '#tests/builders.ts';
import { composeGiftCardMail } from './gift-card-mail.ts';
import { greeting } from './greeting.ts';
import { composeOrderMail } from './order-mail.ts';

test.each([
  ['Hello {name},', 'Ona', 'Hello Ona,'],
  ['Hello {name},', 'Ona Marija Eglė', 'Hello Ona Marija Eglė,'],
  ['Sveiki, {name},', '', 'Sveiki,'],
  ['Sveiki, {name}!', 'a'.repeat(40), `Sveiki, ${'a'.repeat(40)}!`],
  ['Sveiki, {name}!', 'a'.repeat(41), 'Sveiki!'],
  ['Tere, {name}!', 'Your account is blocked', 'Tere!'],
  ['Здравствуйте, {name}!', 'Your parcel waits, pay the duty by a transfer today', 'Здравствуйте!'],
])('T37 “%s” greets by “%s” if it can be a name: “%s”', (hello, name, greeted) => {
  expect(greeting(hello, name)).toBe(greeted);
});

test.each([
  ['Ona', true],
  ['Dear customer your parcel waits pay the duty by a transfer to this account', false],
])('T37 letters of an order and of gift cards greet by one rule: %s', (name, isName) => {
  const order = anOrder({ state: 'new' });
  const placed = composeOrderMail({
    kind: 'order_placed',
    order: {
      ...order,
      customer: { email: 'ona@example.lt', firstName: name, lastName: 'Onaitė', phoneNumber: '+37061234567' },
    },
    locale: 'en',
    seller: demoSeller,
    orderUrl: 'http://localhost/o',
    attached: null,
  });
  const given = composeGiftCardMail({
    cards: [],
    recipientName: name,
    balanceUrl: 'http://localhost/c',
    seller: demoSeller,
    locale: 'en',
  });
  for (const { text } of [placed, given])
    expect([text.includes(name), text.split('\n')[0]]).toEqual([
      isName,
      isName ? `Hello ${name},` : 'Hello,',
    ]);
});
