// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import { anOrder, cartToken } from '#tests/builders.ts';
import { currentToast } from '#ui/toast-state.ts';
import { clearShown, show } from '#tests/show.tsx';
import { PromoCode } from './promo-code.tsx';

beforeEach(() => localStorage.setItem('CART_TOKEN', cartToken));
afterEach(clearShown);

async function open(order = anOrder(), answer: () => unknown = () => order) {
  const calls: unknown[] = [];
  const page = await show(<PromoCode order={order} />, {
    answers: {
      order: () => order,
      applyCoupon: (input) => {
        calls.push(input?.body);
        return answer();
      },
    },
  });
  const { container } = page;
  return {
    ...page,
    calls,
    field: () => container.querySelector<HTMLInputElement>('input[name="code"]'),
    send: async (code: string) => {
      const field = container.querySelector<HTMLInputElement>('input[name="code"]');
      if (field) field.value = code;
      await page.click(container.querySelector('button[type="submit"]'));
    },
  };
}

test('R5.11 an empty or blank promo code is told at its field, and nothing is asked', async () => {
  for (const code of ['', '   ', '\u200b']) {
    const page = await open();
    await page.send(code);
    expect(page.container.textContent).toContain('You forgot to add promocode');
    expect(page.field()?.getAttribute('aria-invalid')).toBe('true');
    expect(page.calls).toEqual([]);
    clearShown();
  }
});

test('R1.15 a code is sent without the blanks around it, and an applied one can be taken off', async () => {
  const page = await open();
  await page.send('  PAVASARIS10 ');
  expect(page.calls).toEqual([{ couponCode: 'PAVASARIS10' }]);
  clearShown();
  const applied = await open(
    anOrder({ promotionCoupon: { code: 'PAVASARIS10', promotion: { code: 'P', name: 'Spring' } } }),
  );
  expect(applied.container.textContent).toContain('PAVASARIS10');
  expect(applied.field()).toBeNull();
  await applied.click(applied.container.querySelector('button'));
  expect(applied.calls).toEqual([{ couponCode: null }]);
});

test('R8.45 what the shop refuses stands at the field in its words, without any in ours', async () => {
  const refused = (message: string) => {
    const order = anOrder();
    const answer = { status: 422, errorCode: 'coupon.expired', message, violations: [], context: {} };
    return {
      ...order,
      waiting: {
        marks: {
          '#coupon': {
            kind: 'applyCoupon' as const,
            state: 'refused' as const,
            code: 'SENAS',
            since: 0,
            ids: ['1'],
            answer,
          },
        },
        refusedLines: [],
        isEstimate: false,
      },
    };
  };
  const page = await open(refused('This promo code has expired.'));
  expect(page.field()?.closest('div')?.textContent).toContain('This promo code has expired.');
  expect(page.container.querySelector('details')?.open).toBe(true);
  expect(page.field()?.value).toBe('SENAS');
  clearShown();
  const silent = await open(refused(''));
  expect(silent.container.textContent).toContain('Promo code is not valid');
});

test('where the browser keeps nothing a refused code is told in the words of the shop', async () => {
  const page = await open(anOrder(), () => {
    throw new ApiError('refused', 422, {
      code: 422,
      errorCode: 'coupon.invalid',
      message: 'Unprocessable',
      detail: 'This promo code is not valid.',
      violations: [],
    });
  });
  await page.send('NERA');
  expect(page.calls).toHaveLength(1);
  expect(page.field()?.value).toBe('NERA');
  expect(currentToast()?.text).toBe('This promo code is not valid.');
});

test('a code that the shop has not answered yet is being checked, and not shown as applied', async () => {
  const waiting = (state: 'sending' | 'waiting') =>
    anOrder({
      waiting: {
        couponCode: 'SENAS',
        marks: { '#coupon': { kind: 'applyCoupon' as const, state, code: 'SENAS', since: 0, ids: ['1'] } },
        refusedLines: [],
        isEstimate: true,
      },
    } as never);
  const page = await open(waiting('sending'));
  const button = () => page.container.querySelector('button');
  expect(page.container.textContent).toContain('SENAS');
  expect(button()?.textContent).toBe('Checking…');
  await page.click(button());
  expect(page.calls).toEqual([]);
  clearShown();
  // Without a connection nobody checks it: it waits, and can be taken off.
  expect((await open(waiting('waiting'))).container.querySelector('button')?.textContent).toBe('Remove');
});
