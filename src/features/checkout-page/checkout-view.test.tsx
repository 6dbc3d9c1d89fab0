// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cartQueries } from '#features/cart/cart-queries.ts';
import { newCartToken } from '#domain/cart/new-cart-token.ts';
import { readCartToken, writeCartToken } from '#features/cart/cart-token.ts';
import { anItem, anOrder } from '#tests/builders.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { LiveRegion } from '#ui/live-region.tsx';
import { OrderAside } from './order-aside.tsx';
import { CheckoutView } from './checkout-view.tsx';

beforeEach(() => {
  setMedia((query) => query === 'all');
  localStorage.clear();
});
afterEach(() => {
  clearShown();
  vi.unstubAllGlobals();
});

const warehouse = { code: 'W', name: 'Vilnius', address: '', city: 'Vilnius' };
const order = anOrder({
  items: [anItem()],
  checkoutState: 'cart',
  shippingPlan: 'courier',
  shippingTotal: 0,
  total: 1000,
  shipments: [{ id: 1, state: 'cart', kind: 'courier', price: 0, items: [], warehouse }],
});
const method = (code: string, price: number) => ({
  code,
  name: code,
  kind: 'courier',
  price,
  priceWithoutTax: Math.round(price / 1.21),
  available: true,
});
const answers = {
  shippingPlans: () => ({
    data: [
      {
        code: 'courier',
        kind: 'courier',
        available: true,
        priceFrom: 499,
        shipments: [{ kind: 'courier', warehouse, items: [] }],
      },
    ],
  }),
  shippingMethods: () => ({ data: [method('VAN', 499), method('BIKE', 899)] }),
};

test('R3.47 the price of the delivery that is ticked stands in the sums before anything is saved', async () => {
  const { container, click } = await show(
    <CheckoutView order={order} onTrouble={() => {}} renderWaiting={() => null} />,
    { answers },
  );
  const sums = () =>
    ['delivery', 'total'].map((kind) => container.querySelector(`[data-line="${kind}"]`)?.textContent);
  const tick = async (code: string) => {
    await expect.poll(() => container.querySelector(`input[value="${code}"]`)).not.toBeNull();
    await click(container.querySelector(`input[value="${code}"]`));
  };
  await tick('VAN');
  await expect.poll(sums).toEqual([expect.stringContaining('€4.99'), expect.stringContaining('€14.99')]);
  await tick('BIKE');
  await expect.poll(sums).toEqual([expect.stringContaining('€8.99'), expect.stringContaining('€18.99')]);
});

/** The checkout of an order that the shop answers anew. */
function Answered({ first = order, next }: { first?: typeof order; next: typeof order }) {
  const [now, setNow] = useState(first);
  return (
    <>
      <LiveRegion />
      <button type="button" id="answer" onClick={() => setNow(next)}>
        Answer
      </button>
      <CheckoutView order={now} onTrouble={() => {}} renderWaiting={() => null} />
    </>
  );
}

test('R1.12 a gift that the shop took out while a step was saved is said in the open part of the step, not in the folded list', async () => {
  setMedia(() => false);
  const detail = 'The gift was taken out.';
  const next = { ...order, warnings: [{ errorCode: 'gift.removed', detail }] };
  const { container, click } = await show(<Answered next={next} />, { answers });
  expect(container.querySelector('[role="alert"]')).toBeNull();
  await click(container.querySelector('#answer'));
  const said = container.querySelector('[role="alert"]');
  expect(said?.textContent).toBe(detail);
  expect(said?.closest('details')).toBeNull();
});

test('a step that is open again because another window has changed the order says why, and not as an alarm', async () => {
  setMedia(() => false);
  const payable = { ...order, checkoutState: 'shipping_selected' as const };
  const { container, click } = await show(<Answered first={payable} next={order} />, { answers });
  const said = () => container.textContent.includes('perhaps in another window');
  expect(said()).toBe(false);
  await click(container.querySelector('#answer'));
  expect(said()).toBe(true);
  expect(container.querySelector('[role="alert"]')).toBeNull();
  expect(container.querySelector('[aria-live="polite"]')?.textContent).toContain('perhaps in another window');
});

test('what is taken off the delivery stands beside it, above the total', async () => {
  const free = { ...order, shippingTotal: 0, shippingPromotionTotal: -499 };
  const { container } = await show(<OrderAside order={free} />);
  const kinds = [...container.querySelectorAll<HTMLElement>('[data-line]')].map((row) => row.dataset['line']);
  expect(kinds).toEqual(['subtotal', 'delivery', 'shippingDiscount', 'total', 'tax', 'amountWithoutTax']);
});

test('what is bought comes to its total; a gift card is taken off it below, and what it leaves to pay follows', async () => {
  const sums = async (given: Partial<typeof order>) => {
    const paidInPart = { ...order, total: 500, taxTotal: 174, giftCardTotal: -500, ...given };
    const { container } = await show(<OrderAside order={paidInPart} />);
    return [...container.querySelectorAll<HTMLElement>('[data-line]')]
      .filter(({ dataset }) => ['total', 'giftCoupon', 'toPay'].includes(dataset['line'] ?? ''))
      .map(({ textContent }) => textContent);
  };
  const before = ['Total€10.00', 'Gift coupon−€5.00'];
  expect(await sums({})).toEqual([...before, 'To pay€5.00']);
  expect(await sums({ state: 'new', paymentState: 'paid' })).toEqual([...before, 'Paid€5.00']);
  expect(await sums({ state: 'cancelled', paymentState: 'cancelled' })).toEqual(before);
});

/** An order whose payment is chosen: one press of the last step is left. */
const aPayableOrder = () =>
  anOrder({
    ...order,
    tokenValue: newCartToken(),
    checkoutState: 'payment_selected',
    payments: [
      {
        id: 4,
        state: 'cart',
        method: { code: 'TRANSFER', name: 'Transfer', kind: 'transfer' },
        amount: 1000,
        currencyCode: 'EUR',
        createdAt: '2026-05-01T09:00:00Z',
      },
    ],
  });

/** Shows the last step of this order and presses it; the press itself the shop answers with this. */
async function pressed(
  payable: ReturnType<typeof aPayableOrder>,
  status: number,
  body: object,
  more: Record<string, () => unknown> = {},
) {
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) =>
    address.endsWith('/complete')
      ? Promise.resolve(
          new Response(JSON.stringify(body), {
            status,
            headers: {
              'X-Shop-Api': '2',
              'Idempotency-Key': new Headers(init?.headers).get('Idempotency-Key') ?? '',
            },
          }),
        )
      : Promise.reject(new TypeError('cut')),
  );
  const shown = await show(<CheckoutView order={payable} onTrouble={() => {}} renderWaiting={() => null} />, {
    answers: {
      paymentMethods: () => ({
        data: [{ code: 'TRANSFER', name: 'Transfer', kind: 'transfer', position: 0 }],
      }),
      ...more,
    },
    fill: (shop, queryClient) =>
      queryClient.setQueryData(cartQueries.current(shop, payable.tokenValue).queryKey, payable),
  });
  const { container, click } = shown;
  await expect.poll(() => container.querySelector('input[value="TRANSFER"]')).not.toBeNull();
  await click(container.querySelector('input[value="TRANSFER"]'));
  for (const name of ['termsAndConditionsAccepted', 'privacyPolicyAccepted'])
    await click(container.querySelector(`input[name="${name}"]`));
  await click(container.querySelector('button[type="submit"]'));
  return shown;
}

test('R8.24 an order that the shop fails at is asked about again, and that is said at once', async () => {
  const failure = { code: 500, errorCode: 'server.error', message: 'x', violations: [] };
  const { container } = await pressed(aPayableOrder(), 500, failure);
  const box = () => container.querySelector('[role="alert"]')?.textContent;
  await expect.poll(box).toContain('Complete order error');
  expect(box()).toContain('it cannot be ordered twice');
  // What was chosen and ticked stands.
  expect(container.querySelectorAll('input:checked')).toHaveLength(3);
});

test.each([
  ['the next cart, which was begun meanwhile, in front', true],
  ['no cart in front', false],
])(
  'an order that is placed, and whose payment the bank does not begin, leaves %s',
  async (_, isNextBegun) => {
    const payable = aPayableOrder();
    writeCartToken(payable.tokenValue);
    let isAsked = false;
    let fail: (reason: Error) => void = () => {};
    const placed = {
      ...payable,
      state: 'new',
      number: 'A1',
      nextAction: { type: 'redirect', paymentId: 4 },
    };
    const { settle } = await pressed(payable, 200, placed, {
      requestPayment: () => {
        isAsked = true;
        return new Promise((_resolve, reject) => (fail = reject));
      },
    });
    await expect.poll(() => isAsked).toBe(true);
    // In another tab.
    const next = isNextBegun ? newCartToken() : payable.tokenValue;
    writeCartToken(next);
    fail(new Error('the bank is away'));
    await settle();
    expect(readCartToken()).toBe(isNextBegun ? next : null);
  },
);
