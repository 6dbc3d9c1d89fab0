// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { anItem, anOrder } from '#tests/builders.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { CheckoutView } from './checkout-view.tsx';

beforeEach(() => {
  setMedia((query) => query === 'all');
  localStorage.clear();
});
afterEach(clearShown);

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
