// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import type { Order } from '#contract/orders/orders.ts';
import { anOrder, cartToken } from '#tests/builders.ts';
import { clearShown, show } from '#tests/show.tsx';
import { LoyaltyPoints } from './loyalty-points.tsx';

beforeEach(() => localStorage.setItem('CART_TOKEN', cartToken));
afterEach(clearShown);

const member = { available: true, balance: 320, pointsSpent: 0, maxPoints: 120, pointsToEarn: 1 };

async function open(loyalty: Partial<Order['loyalty']> = {}, answer: () => unknown = () => anOrder()) {
  const order = anOrder({ loyalty: { ...member, ...loyalty } });
  const calls: unknown[] = [];
  const page = await show(<LoyaltyPoints order={order} />, {
    answers: {
      order: () => order,
      usePoints: (input) => {
        calls.push(input?.body);
        return answer();
      },
    },
  });
  const field = () => page.container.querySelector<HTMLInputElement>('input[name="points"]');
  return {
    ...page,
    calls,
    field,
    send: async (points: string) => {
      const input = field();
      if (input) input.value = points;
      await page.click(page.container.querySelector('button[type="submit"]'));
      await page.settle();
    },
  };
}

test('R1.16 a member sees their points and uses some of them; who is none sees nothing', async () => {
  const page = await open();
  expect(page.container.textContent).toContain('you have 320');
  expect(page.field()?.value).toBe('120');
  await page.send(' 50 ');
  expect(page.calls).toEqual([{ points: 50 }]);
  clearShown();
  expect((await open({ available: false })).container.textContent).toBe('');
});

test('a number that does not fit is told at its field, and nothing is asked', async () => {
  for (const wrong of ['', '0', '-5', '1.5', '121', 'ten', '9'.repeat(12)]) {
    const page = await open();
    await page.send(wrong);
    expect(page.container.textContent).toContain('Type a whole number from 1 to 120.');
    expect(page.field()?.getAttribute('aria-invalid')).toBe('true');
    expect(page.calls).toEqual([]);
    clearShown();
  }
});

test('points that are used are shown with the way to take them off', async () => {
  const page = await open({ pointsSpent: 50 });
  expect(page.container.textContent).toContain('Loyalty points used: 50 of 320');
  await page.click(page.container.querySelector('button'));
  await page.settle();
  expect(page.calls).toEqual([{ points: 0 }]);
});

test('what the shop refuses stands at the field in its words; without a connection nothing is changed', async () => {
  const refused = await open({}, () => {
    throw new ApiError('refused', 422, {
      code: 422,
      message: '',
      detail: 'You do not have that many points.',
    });
  });
  await refused.send('50');
  expect(refused.container.textContent).toContain('You do not have that many points.');
  clearShown();
  const offline = await open({}, () => {
    throw new ApiError('unreachable', 0, { message: '' });
  });
  await offline.send('50');
  expect(offline.container.textContent).toContain('No connection. Nothing was changed.');
});
