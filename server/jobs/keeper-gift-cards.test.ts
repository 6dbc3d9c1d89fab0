import { afterAll, beforeAll, expect, test } from 'vitest';
import { cartWith, openTestShop, sellableVariant, type TestShop } from '#tests/server/test-shop.ts';
import { addDiscount } from './discount-commands.ts';
import { addGiftCard, sellCards, showGiftCard, switchGiftCard } from './keeper-gift-cards.ts';
import { restrictGoods } from './restrict-goods.ts';
import { setStock } from './set-stock-command.ts';
import { setTiers } from './tier-price-commands.ts';

let shop: TestShop;
let goods: { code: string; price: number };
beforeAll(async () => {
  shop = await openTestShop();
  goods = await sellableVariant(shop);
}, 60_000);
afterAll(() => shop.close());

const add = (amount: string, words = '') =>
  addGiftCard(shop.orders.mail, amount, words.split(' ').filter(Boolean));

test('a card is made, pays for a cart, and tells what is left on it; switched off it pays for nothing', async () => {
  const told = await add('1,00', '--until 2035-12-31 --channel retail');
  const code =
    /^Gift card ((?:[2-9A-Z]{4}-){3}[2-9A-Z]{4}): 1\.00 EUR, until 2035-12-31, in retail\.$/.exec(
      told,
    )?.[1] ?? '';
  expect(code).not.toBe('');
  const cart = await cartWith(shop, goods.code);
  const lay = () => shop.send('POST', `/shop/orders/${cart.tokenValue}/gift-cards`, { code });
  expect((await lay()).body.giftCardTotal).toBe(-100);
  expect(await showGiftCard(shop.orders.mail, code.toLowerCase())).toBe(
    `Gift card ${code}: 1.00 EUR of 1.00 EUR left, until 2035-12-31, in retail; 0 orders.`,
  );
  expect(await switchGiftCard(shop.orders.mail, code, 'off')).toBe(
    `Gift card ${code} is switched off, with 1.00 EUR left on it.`,
  );
  const other = await cartWith(shop, goods.code);
  expect(await shop.send('POST', `/shop/orders/${other.tokenValue}/gift-cards`, { code })).toMatchObject({
    status: 422,
    body: { errorCode: 'gift_card.invalid' },
  });
  await switchGiftCard(shop.orders.mail, code, 'on');
  const again = await shop.send('POST', `/shop/orders/${other.tokenValue}/gift-cards`, { code });
  expect(again.body.giftCardTotal).toBe(-100);
});

test('what cannot be is refused in words, and no card is made', async () => {
  for (const [amount, words, message] of [
    ['0', '', 'The amount should be an amount above 0 like 5 or 5.50, not "0".'],
    ['-5', '', 'The amount should be an amount above 0 like 5 or 5.50, not "-5".'],
    [
      '99999999',
      '',
      'The amount should be an amount above 0 like 5 or 5.50 and below ten million, not "99999999".',
    ],
    ['5000.01', '', 'The amount should be 5000.00 EUR at most, not "5000.01".'],
    ['5', '--code SHORT', 'The code of a gift card should be 12 characters or more.'],
    ['5', '--code DEMO-DOVANA-5000', 'There is a card or a promo code DEMO-DOVANA-5000 already.'],
    ['5', '--until 2020-01-01', '--until is over already.'],
    ['5', '--channel nowhere', 'There is no channel nowhere'],
  ] as const)
    await expect(add(amount, words)).rejects.toThrow(message);
  await expect(showGiftCard(shop.orders.mail, 'NO-SUCH')).rejects.toThrow('There is no gift card NO-SUCH.');
});

test('cards can be bought where the keeper sells them, and nowhere else', async () => {
  const sell = (to: 'on' | 'off', ...words: string[]) => sellCards(shop.orders.mail, to, words);
  const buy = async (channel: string) => {
    const headers = { 's-channel': channel };
    const { body } = await shop.call('POST', '/shop/orders', {}, headers);
    const answer = await shop.call(
      'POST',
      `/shop/orders/${body.tokenValue}/items`,
      {
        productVariantCode: 'GIFT-CARD',
        quantity: 1,
        giftCard: { amount: 1000, recipientName: 'Ona', recipientEmail: 'ona@example.lt' },
      },
      headers,
    );
    return answer.status;
  };
  expect(await sell('off')).toBe('Gift cards are not sold in retail and business.');
  expect([await buy('retail'), await buy('business')]).toEqual([422, 422]);
  expect(await sell('on', '--channel', 'business')).toBe('Gift cards are sold in business.');
  expect([await buy('retail'), await buy('business')]).toEqual([422, 201]);
  await sell('on');
  await sell('on');
  expect([await buy('retail'), await buy('business')]).toEqual([201, 201]);
});

test('what is said of goods is refused for the gift card that is sold: it is money', async () => {
  const { mail } = shop.orders;
  const money = 'GIFT-CARD is money: buyers choose its amount.';
  await expect(setTiers(mail, 'GIFT-CARD', ['--from', '2=1'])).rejects.toThrow(money);
  await expect(setStock(mail, 'GIFT-CARD', 'UKMERGE', 3)).rejects.toThrow(money);
  await expect(restrictGoods(mail, 'GIFT-CARD', 'trade', true)).rejects.toThrow(money);
  const reduce = (...words: string[]) =>
    addDiscount(mail, 'CARDS', ['--off', '20%', '--until', '2099-12-31', ...words]);
  await expect(reduce('--variant', 'GIFT-CARD')).rejects.toThrow(money);
  const reduced = () =>
    shop.database.pool.query(
      `select 1 from channel_price c join product_variant v on v.id = c.variant_id
       where v.code = 'GIFT-CARD' and c.original_price is not null`,
    );
  await reduce('--all');
  expect((await reduced()).rows).toEqual([]);
});
