import { expect, test, vi } from 'vitest';
import { anOrder } from '#tests/builders.ts';
import { paidAsSeen } from './paid-by.ts';

/** A second means of payment, as its row would bring it. */
vi.mock('#contract/orders/adjustments.ts', async (original) => {
  const adjustments = await original<typeof import('#contract/orders/adjustments.ts')>();
  const second = { total: 'voucherTotal', line: 'voucher', listedIn: 'vouchers' };
  return { ...adjustments, payingKinds: [...adjustments.payingKinds, second] };
});

test('CHK-19 what any means of payment was seen to pay is named in the order, also where it is the only one chosen', () => {
  const order = { ...anOrder({ total: 300, giftCardTotal: 0 }), voucherTotal: -900 };
  const chosen = { vouchers: ['V-1'] };
  expect(paidAsSeen(chosen as never, order)).toEqual({ expectedPaid: 900 });
  expect(paidAsSeen({ giftCards: ['CARD-1'] }, { ...order, giftCardTotal: -100 })).toEqual({
    expectedPaid: 1000,
  });
  expect(paidAsSeen({}, order)).toEqual({});
});
