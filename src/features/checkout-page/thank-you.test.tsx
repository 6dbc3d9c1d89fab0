// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import { writeTokens } from '#api/session-tokens.ts';
import type { Order } from '#contract/orders/orders.ts';
import { OrderView } from '#features/orders/order-view.tsx';
import { anOrder, cartToken } from '#tests/builders.ts';
import { okShape, warningShape } from '#ui/icons/icon-shapes.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { ThankYou } from './thank-you.tsx';

beforeEach(() => setMedia((query) => query === 'all'));
afterEach(clearShown);

const placed = (kind: 'card' | 'transfer' | 'cash', given: Partial<Order> = {}) =>
  anOrder({
    state: 'new',
    number: '10001',
    customer: { email: 'rasa@example.lt' },
    paymentState: 'awaiting_payment',
    canPay: kind === 'card',
    payments: [
      {
        id: 3,
        state: 'new',
        amount: 1000,
        currencyCode: 'EUR',
        createdAt: '2026-11-21T10:00:00Z',
        method: { code: kind, name: kind, kind },
      },
    ],
    ...given,
  });
const preInvoice = {
  id: 7,
  number: 'IS-7',
  kind: 'pre_invoice' as const,
  issuedAt: '2026-11-21T10:00:00Z',
  total: 1000,
  downloadUrl: '',
};
async function thanks(order: Order, paymentState?: 'processing' | 'failed' | Error) {
  const shown = await show(
    <ThankYou renderOrder={(one, opening) => <OrderView order={one} opening={opening} />} />,
    {
      path: `/?orderToken=${cartToken}${paymentState === undefined ? '' : '&payment=abc'}`,
      answers: {
        order: () => order,
        confirmPayment: () =>
          paymentState instanceof Error ? Promise.reject(paymentState) : confirmed(paymentState),
        paymentRequest: () => ({ hash: 'abc', state: paymentState }),
        payment: () => ({ id: 3, state: 'new', amount: 1000 }),
      },
    },
  );
  await shown.settle();
  return shown.container;
}
let confirmed = (state?: string): unknown => ({ hash: 'abc', state });
const payLinks = (container: HTMLElement) =>
  [...container.querySelectorAll('a')].filter((one) => one.textContent?.startsWith('Pay'));

test('while a payment is being confirmed nobody is invited to pay a second time', async () => {
  const waiting = await thanks(placed('card'), 'processing');
  expect(waiting.textContent).toContain('Waiting for the payment to be confirmed');
  expect(payLinks(waiting)).toEqual([]);
  expect(waiting.textContent).not.toContain('To pay:');
  clearShown();
  const failed = await thanks(placed('card'), 'failed');
  expect(payLinks(failed).length).toBeGreaterThan(0);
});

test('a placed order leads to its own page and says when it comes; a guest is offered an account for it', async () => {
  const order = placed('cash');
  const container = await thanks({
    ...order,
    shipments: order.shipments.map((one) => ({ ...one, state: 'ready' as const, estimatedAt: '2026-11-25' })),
  });
  const links = [...container.querySelectorAll('a')].map((one) => [
    one.textContent,
    one.getAttribute('href'),
  ]);
  expect(links).toContainEqual(['See the order', expect.stringContaining(cartToken)]);
  expect(links).toContainEqual(['Create the account', expect.stringContaining('tab=sign-up')]);
  clearShown();
  writeTokens({ token: 'bearer', refreshToken: 'refresh' });
  const own = await thanks(order);
  writeTokens({ token: null, refreshToken: null });
  expect(own.textContent).toContain('See the order');
  expect(own.textContent).not.toContain('Create the account');
});

test('no green tick stands over a payment that was not made', async () => {
  const sign = (container: HTMLElement) =>
    container.querySelector('h1')?.closest('div[class]')?.querySelector('path')?.getAttribute('d');
  expect(sign(await thanks(placed('card'), 'processing'))).toBe(okShape);
  clearShown();
  expect(sign(await thanks(placed('card'), 'failed'))).toBe(warningShape);
});

test('until the shop has said what became of a payment nobody is invited to pay again', async () => {
  const usual = confirmed;
  confirmed = () => new Promise(() => {});
  const asked = await thanks(placed('card'), 'processing');
  confirmed = usual;
  expect(asked.textContent).toContain('Waiting for the payment to be confirmed');
  expect(payLinks(asked)).toEqual([]);
  clearShown();
  const unasked = await thanks(placed('card'), new ApiError('refused', 500, { message: '' }));
  await expect.poll(() => unasked.textContent, { timeout: 15_000 }).toContain('do not pay again');
  expect(payLinks(unasked)).toEqual([]);
  expect([...unasked.querySelectorAll('button')].map((one) => one.textContent)).toContain('Ask again');
  clearShown();
  // An address that names no payment of the shop says nothing about the order.
  const none = await thanks(placed('card'), new ApiError('refused', 422, { message: '' }));
  await expect.poll(() => payLinks(none).length, { timeout: 15_000 }).toBeGreaterThan(0);
}, 40_000);

test('a pre-invoice is spoken of only where one was sent', async () => {
  const sent = 'with the pre-invoice to rasa@example.lt';
  expect((await thanks(placed('transfer', { documents: [preInvoice] }))).textContent).toContain(sent);
  for (const order of [placed('transfer'), placed('cash', { documents: [preInvoice] }), placed('card')]) {
    clearShown();
    const { textContent } = await thanks(order);
    expect(textContent).toContain('We have sent the confirmation to rasa@example.lt');
    expect(textContent).not.toContain('pre-invoice to');
  }
});
