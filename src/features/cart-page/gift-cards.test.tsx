// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import { soldCardMarker } from '#contract/orders/gift-marker.ts';
import { anItem, anOrder, cartToken } from '#tests/builders.ts';
import { clearShown, show } from '#tests/show.tsx';
import { GiftCards } from './gift-cards.tsx';

beforeEach(() => localStorage.setItem('CART_TOKEN', cartToken));
afterEach(clearShown);

async function open(order = anOrder(), answer: () => unknown = () => anOrder()) {
  const calls: unknown[] = [];
  const note = (input: unknown) => {
    calls.push(input);
    return answer();
  };
  const page = await show(<GiftCards order={order} />, {
    answers: {
      order: () => order,
      addGiftCard: (input) => note(input?.body),
      removeGiftCard: (input) => note(input?.params),
    },
  });
  return {
    ...page,
    calls,
    send: async (code: string) => {
      const input = page.container.querySelector<HTMLInputElement>('input[name="giftCard"]');
      if (input) input.value = code;
      await page.click(page.container.querySelector('button[type="submit"]'));
      await page.settle();
    },
  };
}

test('R1.14 a card is sent without the blanks around it, an empty code asks nothing', async () => {
  const page = await open();
  await page.send('   ');
  expect(page.container.textContent).toContain('Type the code of the card.');
  expect(page.calls).toEqual([]);
  await page.send(' DEMO-1 ');
  expect(page.calls).toEqual([{ code: 'DEMO-1' }]);
});

test('each card says what it pays and what is left of it, and can be taken off', async () => {
  const card = { code: 'DEMO-1234', label: '••••1234', amountUsed: 1000, amountLeft: 234 };
  const page = await open(anOrder({ giftCards: [card, { ...card, code: 'DEMO-9', label: '••••MO-9' }] }));
  expect(page.container.textContent).toContain('Gift card ••••1234: €10.00, left on it €2.34');
  await page.click(page.container.querySelector('button[aria-label="Remove: gift card ••••MO-9"]'));
  await page.settle();
  expect(page.calls).toEqual([{ token: cartToken, code: 'DEMO-9' }]);
});

test('what the shop refuses stands at the field in its words', async () => {
  const page = await open(anOrder(), () => {
    throw new ApiError('refused', 422, { message: '', detail: 'This gift card has expired.' });
  });
  await page.send('DEMO-OLD');
  expect(page.container.textContent).toContain('This gift card has expired.');
});

const used = { code: 'DEMO-1', label: '••••MO-1', amountUsed: 0, amountLeft: 500 };

test('a card that is typed a second time is said to be there', async () => {
  const order = anOrder({ giftCards: [used] });
  const page = await open(order, () => order);
  await page.send('demo-1');
  expect(page.container.textContent).toContain('This card is in the cart already.');
});

test('a card in whose place another went is not said to be there', async () => {
  const page = await open(anOrder({ giftCards: [used] }), () =>
    anOrder({ giftCards: [{ ...used, code: 'DEMO-2' }] }),
  );
  await page.send('DEMO-2');
  expect(page.container.textContent).not.toContain('already');
});

test('a card that pays nothing says why where only gift cards are bought', async () => {
  const of = (marker?: string) =>
    open(anOrder({ giftCards: [used], items: [anItem(marker === undefined ? {} : { marker })] }));
  const why = 'Gift cards cannot be paid with a gift card.';
  expect((await of(soldCardMarker)).container.textContent).toContain(why);
  expect((await of()).container.textContent).not.toContain(why);
});
