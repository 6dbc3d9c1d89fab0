// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import { anOrder } from '#tests/builders.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { PayAgain } from './pay-again.tsx';

beforeEach(() => {
  setMedia();
  localStorage.clear();
});
afterEach(clearShown);

const transfer = { code: 'transfer', name: 'Transfer', kind: 'transfer' as const };
const unpaid = anOrder({
  state: 'new',
  number: '10001',
  paymentState: 'awaiting_payment',
  canPay: true,
  payments: [{ id: 3, state: 'new', amount: 1000, currencyCode: 'EUR', createdAt: '', method: transfer }],
});

async function pressed(failure: Error) {
  const { container, click } = await show(<PayAgain order={unpaid} />, {
    answers: {
      paymentMethods: () => ({ data: [transfer, { code: 'card', name: 'Card', kind: 'card' }] }),
      changePaymentMethod: () => Promise.reject(failure),
    },
  });
  await click(container.querySelector('input[value="card"]'));
  await click([...container.querySelectorAll('button')].find((one) => one.textContent?.startsWith('Pay')));
  return container.querySelector('[role="alert"]');
}
const refused = (detail: string) => new ApiError('refused', 422, { message: 'code', detail });

test('R5.22 a refused payment is said in the words of the shop, cleaned; without any, or without a connection, in ours', async () => {
  const marked = await pressed(refused('<b>Not this card</b><script>1</script>'));
  expect(marked?.querySelector('b')?.textContent).toBe('Not this card');
  expect(marked?.textContent).toBe('Not this card');
  expect((await pressed(refused('')))?.textContent).toBe(
    'The payment could not be started. Please try again.',
  );
  expect((await pressed(new ApiError('unreachable', 500, { message: 'Unreachable' })))?.textContent).toBe(
    'No connection. Nothing was paid; try again when you are online.',
  );
});

test('ways of payment that do not come are said to be missing', async () => {
  const { container, settle } = await show(<PayAgain order={unpaid} />, {
    answers: { paymentMethods: () => Promise.reject(new ApiError('unreachable', 500, { message: 'x' })) },
  });
  await settle();
  expect(container.querySelector('[role="alert"]')?.textContent).toContain('could not be fetched');
});
