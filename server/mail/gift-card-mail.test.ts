import { expect, test } from 'vitest';
import type { Seller } from '#server/database/schema-channels.ts';
import { composeGiftCardMail } from './gift-card-mail.ts';

test.each([
  ['en', '“Gero vėjo!”'],
  ['lt', '„Gero vėjo!“'],
  ['et', '„Gero vėjo!“'],
  ['ru', '«Gero vėjo!»'],
])('the wish that goes with a gift card stands in the quotes of %s', (locale, wish) => {
  const { text } = composeGiftCardMail({
    cards: [],
    recipientName: 'Ona',
    message: 'Gero vėjo!',
    balanceUrl: 'https://shop.example/card',
    seller: { name: 'Shop', email: 'shop@example.lt' } as unknown as Seller,
    locale,
  });
  expect(text.split('\n')).toContain(wish);
});
