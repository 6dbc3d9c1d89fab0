// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import { anOrder, cartToken } from '#tests/builders.ts';
import { clearShown, show } from '#tests/show.tsx';
import { BuyGiftCard } from './buy-gift-card.tsx';
import { centsOf } from './gift-card-schema.ts';

beforeEach(() => localStorage.setItem('CART_TOKEN', cartToken));
afterEach(clearShown);

async function open(answer: () => unknown = () => anOrder()) {
  const calls: { body?: unknown; idempotencyKey?: string }[] = [];
  const page = await show(<BuyGiftCard />, {
    answers: {
      order: () => anOrder(),
      pickUpCart: () => anOrder(),
      addItem: (input) => {
        calls.push(input as never);
        return answer();
      },
    },
  });
  const field = (name: string) => page.container.querySelector<HTMLInputElement>(`[name="giftCard.${name}"]`);
  return {
    calls,
    text: () => page.container.textContent,
    invalid: () =>
      [...page.container.querySelectorAll('[aria-invalid]')].map((one) => one.getAttribute('name')),
    send: async (typed: Record<string, string>) => {
      for (const [name, value] of Object.entries(typed)) {
        const input = field(name);
        // As a browser fills it: behind the back of React, which the form tells at its sending.
        if (input)
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
      }
      await page.click(page.container.querySelector('button[type="submit"]'));
      await page.settle();
    },
  };
}
const ona = { amount: '40', recipientName: 'Ona', recipientEmail: 'ona@example.lt' };

test('what is not filled in stands at its field, and nothing is sent', async () => {
  const page = await open();
  await page.send({ amount: '4' });
  expect(page.invalid()).toEqual(['giftCard.amount', 'giftCard.recipientName', 'giftCard.recipientEmail']);
  expect(page.text()).toContain('From €5.00 to €500.00, whole euros.');
  expect(page.calls).toEqual([]);
});

test('a card goes into the cart in cents, without the words that were left out', async () => {
  const page = await open();
  await page.send(ona);
  expect(page.calls.map(({ body }) => body)).toEqual([
    {
      productVariantCode: 'GIFT-CARD',
      quantity: 1,
      giftCard: { amount: 4000, recipientName: 'Ona', recipientEmail: 'ona@example.lt' },
    },
  ]);
  expect(page.text()).toContain('A gift card of €40.00 for Ona is in the cart.');
});

test('after a lost answer the same press is the same card; what the shop refuses stands at its field', async () => {
  let kind: 'unreachable' | 'refused' = 'unreachable';
  const page = await open(() => {
    throw new ApiError(kind, 422, {
      message: '',
      detail: '',
      violations: [{ propertyPath: 'giftCard.recipientEmail', message: 'Not this one.' }],
    });
  });
  await page.send(ona);
  expect(page.text()).toContain('No connection: a gift card is bought with one.');
  kind = 'refused';
  await page.send(ona);
  expect(page.text()).toContain('Not this one.');
  expect(page.calls).toHaveLength(2);
  expect(page.calls[0]?.idempotencyKey).toBe(page.calls[1]?.idempotencyKey);
  await page.send({ ...ona, amount: '50' });
  expect(page.calls[2]?.idempotencyKey).not.toBe(page.calls[0]?.idempotencyKey);
});

test.each([
  ['40', 4000],
  [' 40 € ', 4000],
  ['40.50', Number.NaN],
  ['', Number.NaN],
  ['-5', Number.NaN],
  ['1e3', Number.NaN],
])('%j is %s cents', (typed, cents) => {
  expect(centsOf(typed)).toBe(cents);
});
