// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import type { Order } from '#contract/orders/orders.ts';
import { anItem, anOrder, cartToken } from '#tests/builders.ts';
import { clearShown, show } from '#tests/show.tsx';
import { currentToast } from '#ui/toast-state.ts';
import { CartLines } from '#features/cart-lines/cart-lines.tsx';
import { GiftChoice } from './gift-choice.tsx';

beforeEach(() => localStorage.setItem('CART_TOKEN', cartToken));
afterEach(clearShown);

const option = (code: string, threshold: number, available = true) => {
  const { variant } = anItem();
  return {
    productVariantCode: code,
    variant: { ...variant, code, product: { ...variant.product, name: `Gift ${code}` } },
    available,
    threshold,
  };
};
const list = {
  data: [option('A', 3000), option('B', 3000, false), option('C', 6000)],
  meta: { totalItems: 3, page: 1, itemsPerPage: 3, pageCount: 1, eligible: true },
};

async function open(gift: Order['gift'], answer?: () => unknown, data = list.data) {
  const calls: unknown[] = [];
  const order = anOrder({ gift });
  const page = await show(<GiftChoice order={order} />, {
    answers: {
      order: () => order,
      gifts: () => {
        calls.push('gifts');
        return { ...list, data };
      },
      chooseGift: (input) => {
        calls.push(input.body);
        return answer === undefined ? order : answer();
      },
    },
  });
  await page.settle();
  const row = (name: string) =>
    [...page.container.querySelectorAll('li')].find((one) => one.textContent?.includes(name));
  return { ...page, calls, row };
}

test('R1.12 below the threshold it says what is missing and asks for no list; without campaigns it says nothing', async () => {
  const page = await open({ eligible: false, threshold: 3000, missing: 1250 });
  expect(page.container.textContent).toContain('Add goods for €12.50 more and choose a gift.');
  expect(page.calls).toEqual([]);
  clearShown();
  const none = await open({ eligible: false });
  expect(none.container.textContent).toBe('');
});

test('R1.12 above it the gifts stand at 0 with a button; one of a higher threshold and a sold-out one have none', async () => {
  const page = await open({ eligible: true, threshold: 6000, missing: 2000 });
  expect(page.row('Gift A')?.textContent).toContain('€0.00');
  expect(page.row('Gift B')?.textContent).toContain('No more of it');
  expect(page.row('Gift C')?.textContent).toContain('from €60.00');
  expect(page.container.querySelectorAll('button')).toHaveLength(1);
  expect(page.container.textContent).toContain('Add goods for €20.00 more');
  await page.click(page.row('Gift A')?.querySelector('button'));
  expect(page.calls).toEqual(['gifts', { productVariantCode: 'A' }]);
});

test('R1.12 a gift that is only handed out in person says where before it is chosen, to who hears its button too', async () => {
  const there = { ...option('A', 3000), collectAt: [{ code: 'PAN', city: 'Panevėžys' }] };
  const page = await open({ eligible: true }, undefined, [there, option('B', 3000)]);
  expect(page.row('Gift A')?.textContent).toContain('Collected only: Panevėžys');
  const button = page.row('Gift A')?.querySelector('button');
  const told = document.getElementById(button?.getAttribute('aria-describedby') ?? '');
  expect(told?.textContent).toBe('Collected only: Panevėžys');
  expect(page.row('Gift B')?.textContent).not.toContain('Collected');
});

test('R1.12 gifts that are all gone are no choice: nothing is said of them, unless more of them can be earned', async () => {
  const gone = [option('A', 3000, false), option('B', 3000, false)];
  const page = await open({ eligible: true }, undefined, gone);
  expect(page.container.textContent).toBe('');
  clearShown();
  const more = await open({ eligible: true, threshold: 6000, missing: 2000 }, undefined, gone);
  expect(more.container.textContent).toContain('Add goods for €20.00 more');
  clearShown();
  const chosen = await open({ eligible: true, selectedVariantCode: 'A' }, undefined, gone);
  expect(chosen.container.querySelectorAll('button')).toHaveLength(1);
});

test('R3.50 an order with the marker shows the gift as chosen, at its choice and on its line, and both take it out', async () => {
  const page = await open({ eligible: true, selectedVariantCode: 'B' });
  const button = page.row('Gift B')?.querySelector('button');
  expect([button?.getAttribute('aria-pressed'), button?.textContent]).toEqual(['true', 'Chosen']);
  expect(page.row('Gift A')?.querySelector('button')?.getAttribute('aria-pressed')).toBe('false');
  await page.click(button);
  expect(page.calls.at(-1)).toEqual({ productVariantCode: null });
  clearShown();
  const item = anItem({
    marker: 'gift-selected',
    productName: 'Free',
    total: 0,
    subtotal: 300,
    unitPrice: 300,
  });
  const calls: unknown[] = [];
  const order = anOrder({ items: [item], gift: { eligible: true, selectedVariantCode: item.variant.code } });
  const lines = await show(<CartLines order={order} removed={[null, () => undefined]} />, {
    answers: {
      order: () => order,
      chooseGift: (input) => {
        calls.push(input.body);
        return order;
      },
    },
  });
  expect(lines.container.textContent).toMatch(/Gift.*€0\.00/);
  expect(lines.container.querySelector('input')).toBeNull();
  await lines.click(lines.container.querySelector('button[aria-label="Remove: Free"]'));
  expect(calls).toEqual([{ productVariantCode: null }]);
});

test('R8.41 a gift that could not be put in says so', async () => {
  const page = await open({ eligible: true }, () => {
    throw new ApiError('refused', 500, { code: 500, errorCode: 'internal', message: '', violations: [] });
  });
  await page.click(page.row('Gift A')?.querySelector('button'));
  expect(currentToast()?.text).toBe('Add gift error');
});
