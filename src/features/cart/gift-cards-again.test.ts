// @vitest-environment jsdom
/** Gift cards that are bought, also once more from an emptied cart: the shop itself puts them in (decision 50), and all stands in one cart. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import { buyCard } from '#features/gift-cards/buy-card.ts';
import { guest } from '#domain/waiting/waiting-command.ts';
import { newCartToken } from '#domain/cart/new-cart-token.ts';
import { writeTokens } from '#api/session-tokens.ts';
import type { Changes } from '#offline/outbox/outbox-records.ts';
import { openOutboxStore } from '#offline/outbox/outbox-store.ts';
import { theOutbox } from '#offline/outbox/page-outbox.ts';
import { anOrder } from '#tests/builders.ts';
import { currentToast } from '#ui/toast-state.ts';
import { ofCart } from './cart-change.ts';
import { changeCart, openCart } from './cart-outbox.ts';
import { readCartToken, writeCartToken } from './cart-token.ts';
import { beginAtShop } from './fill-cart.ts';
import { clearedCart } from './cleared-cart.ts';
import {
  atShop,
  begun,
  card,
  cards,
  customer,
  emptied,
  gift,
  giftCard,
  goods,
  here,
  leaveShop,
  nobody,
  onNewShop,
  shop,
} from '#tests/emptied-carts.ts';

beforeEach(onNewShop);
afterEach(leaveShop);

test('gift cards that were bought come back with the goods, for the same people', async () => {
  const { cleared, undo } = await emptied([goods, gift, card(3, 'Ona', 2), card(4, 'Jonas')]);
  expect(cleared().items).toHaveLength(3);
  await undo();
  expect(cards().map(({ params, body }) => [params?.token, body])).toEqual([
    [
      begun,
      { productVariantCode: 'GIFT-CARD', quantity: 2, giftCard: { ...giftCard, recipientName: 'Ona' } },
    ],
    [
      begun,
      { productVariantCode: 'GIFT-CARD', quantity: 1, giftCard: { ...giftCard, recipientName: 'Jonas' } },
    ],
  ]);
  expect(atShop.calls.filter(({ name }) => name === 'pickUpCart')).toHaveLength(1);
  expect(readCartToken()).toBe(begun);
  expect(theOutbox().state().entries).toMatchObject([
    { kind: 'addItem', scope: `cart:${begun}`, body: { productVariantCode: 'V1', quantity: 2 } },
  ]);
  expect(clearedCart.current()).toBeNull();
});

/** Goods that somebody puts in while the shop is asked this. */
function addDuring(asked: string): void {
  atShop.meanwhile = async ({ name }) => {
    if (name !== asked) return;
    atShop.meanwhile = () => Promise.resolve();
    await changeCart(here, { kind: 'add', variantCode: 'V9', quantity: 1, productName: 'Morkos' });
  };
}

test('I1 goods that begin a cart while the shop begins one for the cards stay in front, and all that comes back is with them', async () => {
  const { undo } = await emptied([goods, card(3, 'Ona')]);
  atShop.isTaking = true;
  addDuring('pickUpCart');
  await undo();
  const front = readCartToken();
  expect(front).not.toBe(begun);
  expect(cards().map(({ params }) => params?.token)).toEqual([front]);
  await vi.waitFor(() => expect(theOutbox().state().entries).toEqual([]));
  expect(atShop.sent).toMatchObject([
    { tokenValue: front },
    { productVariantCode: 'V9' },
    { productVariantCode: 'V1' },
  ]);
});

test('I1 a gift card that is bought while goods begin a cart is with them, in front', async () => {
  await openCart(here);
  atShop.isTaking = true;
  addDuring('pickUpCart');
  await buyCard(here, giftCard, 'k'.repeat(36));
  const front = readCartToken();
  expect(front).not.toBe(begun);
  expect(cards().map(({ params }) => params?.token)).toEqual([front]);
  expect(atShop.sent).toMatchObject([{ tokenValue: front }, { productVariantCode: 'V9' }]);
});

test('I1 goods that are put in while a bought card is on its way go into its cart', async () => {
  await openCart(here);
  addDuring('addItem');
  await buyCard(here, giftCard, 'k'.repeat(36));
  expect(readCartToken()).toBe(begun);
  expect(theOutbox().state().entries).toMatchObject([{ kind: 'addItem', scope: `cart:${begun}` }]);
});

test('CART-18 a gift card is not bought for a cart that was emptied a moment ago', async () => {
  const token = newCartToken();
  writeCartToken(token);
  await openCart(here);
  // Not sent until the card is bought.
  const emptying = {
    ...ofCart(shop, token),
    kind: 'clearCart' as const,
    line: null,
    params: { token },
    body: {},
  };
  await theOutbox().change(() => ({
    changes: { append: [{ ...emptying, id: crypto.randomUUID(), owner: guest, at: Date.now() }] },
    result: undefined,
  }));
  await buyCard(here, giftCard, 'k'.repeat(36));
  expect(cards().map(({ params }) => params?.token)).toEqual([begun]);
});

/** What another tab has written, and this page has not read yet. */
async function elsewhere(changes: Changes): Promise<void> {
  const store = openOutboxStore();
  await store.change(() => ({ changes, result: undefined }));
  store.close();
}

test('I1 what is brought back goes into the cart that another tab has begun a moment ago', async () => {
  const { undo } = await emptied([goods]);
  const token = newCartToken();
  await elsewhere({ cart: token });
  await undo();
  expect([readCartToken(), await theOutbox().change(({ cart }) => ({ changes: {}, result: cart }))]).toEqual([
    token,
    token,
  ]);
  expect(theOutbox().state().entries).toMatchObject([{ kind: 'addItem', scope: `cart:${token}` }]);
});

test('I1 what is brought back goes into no cart that another tab has ordered a moment ago', async () => {
  const { undo } = await emptied([goods]);
  const token = newCartToken();
  writeCartToken(token);
  const order = { ...ofCart(shop, token), kind: 'placeIntent' as const, line: null, params: {}, body: {} };
  const placed = { ...order, id: crypto.randomUUID(), owner: guest, at: Date.now() };
  const change = theOutbox().change.bind(theOutbox());
  vi.spyOn(theOutbox(), 'change')
    .mockImplementationOnce(change)
    // Once it is known that the emptying was sent.
    .mockImplementationOnce(async (decide) => {
      await elsewhere({ append: [placed], cart: null });
      return change(decide);
    });
  await undo();
  const front = readCartToken();
  expect(front).not.toBe(token);
  expect(theOutbox().state().entries).toMatchObject([
    { kind: 'placeIntent', scope: `cart:${token}` },
    { kind: 'pickUpCart', scope: `cart:${front ?? ''}` },
    { kind: 'addItem', scope: `cart:${front ?? ''}` },
  ]);
});

test('without an answer nothing more is done, and the next press brings what is left, each card once', async () => {
  const { cleared, undo } = await emptied([goods, card(3, 'Ona'), card(4, 'Jonas')]);
  const lost = new ApiError('unreachable', 0, { message: '' });
  atShop.answerTo = (call) =>
    cards().length === 1
      ? Promise.resolve(anOrder({ tokenValue: call.params?.token ?? '' }))
      : Promise.reject(lost);
  await expect(undo()).rejects.toBe(lost);
  expect(cleared().items.map(({ id }) => id)).toEqual([1, 4]);
  expect(theOutbox().state().entries).toEqual([]);
  atShop.answerTo = ({ params }) => Promise.resolve(anOrder({ tokenValue: params?.token ?? '' }));
  await undo();
  expect(cards().map(({ body }) => (body['giftCard'] as typeof giftCard).recipientName)).toEqual([
    'Ona',
    'Jonas',
    'Jonas',
  ]);
  expect(cards()[2]?.idempotencyKey).toBe(cards()[1]?.idempotencyKey);
  expect(theOutbox().state().entries).toMatchObject([{ kind: 'addItem', scope: `cart:${begun}` }]);
});

test('a card that the shop sells no more is said, and the rest comes back', async () => {
  const { undo } = await emptied([goods, card(3, 'Ona'), card(4, 'Jonas')]);
  const said = { code: 422, errorCode: 'x', message: 'x', detail: 'No cards are sold now.', violations: [] };
  atShop.answerTo = () => Promise.reject(new ApiError('refused', 422, said));
  await undo();
  expect(cards()).toHaveLength(2);
  expect(atShop.calls.filter(({ name }) => name === 'pickUpCart')).toHaveLength(1);
  expect(currentToast()?.text).toBe('No cards are sold now.');
  expect(theOutbox().state().entries).toMatchObject([
    { kind: 'addItem', scope: `cart:${begun}`, body: { productVariantCode: 'V1' } },
  ]);
});

test('R0.28 a cart that the shop has begun for somebody who has left meanwhile is neither in front nor on the disk', async () => {
  writeTokens(customer);
  await openCart(here);
  const change = theOutbox().change.bind(theOutbox());
  vi.spyOn(theOutbox(), 'change').mockImplementationOnce((decide) => {
    writeTokens(nobody);
    return change(decide);
  });
  await beginAtShop(shop, theOutbox());
  expect([readCartToken(), await change(({ cart }) => ({ changes: {}, result: cart }))]).toEqual([
    null,
    null,
  ]);
});
