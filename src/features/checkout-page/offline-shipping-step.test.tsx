// @vitest-environment jsdom
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anItem, anOrder, aVariant } from '#tests/builders.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import type { CheckoutOptions } from '#contract/orders/order-intents.ts';
import type { OrderItem } from '#contract/orders/order-lines.ts';
import { deliveryWays, planOf, severalPlaces, type OfflineDelivery } from '#domain/waiting/offline-order.ts';
import { OfflineShippingStep } from './offline-shipping-step.tsx';

beforeEach(() => setMedia());
afterEach(clearShown);

const options: CheckoutOptions = {
  shippingMethods: [
    { code: 'COURIER', name: 'Courier', kind: 'courier', price: 499 },
    { code: 'COLLECT', name: 'Collect', kind: 'collection', price: 0 },
  ],
  paymentMethods: [],
  places: ['Tauragė', 'Biržai'].map((city) => ({
    code: city,
    name: city,
    address: 'Laukų g. 1',
    city,
    handsOutChemicals: true,
  })),
};
/** A line of this device: only its goods say where they lie. */
const line = (id: number, productName: string, collectAt?: string[]): OrderItem => {
  const one = anItem({ id, productName });
  return {
    ...one,
    variant: { ...one.variant, ...aVariant({ code: productName, ...(collectAt && { collectAt }) }) },
  };
};

async function step(items: OrderItem[]) {
  const onSubmit = vi.fn<(plan: unknown) => void>();
  function Step() {
    const [value, setValue] = useState<OfflineDelivery>({ method: null, pickupPoint: null, place: null });
    const ways = deliveryWays(items, options);
    return (
      <OfflineShippingStep
        order={anOrder({ items })}
        ways={ways}
        value={value}
        onChange={setValue}
        onSubmit={() => onSubmit(planOf(value, ways))}
      />
    );
  }
  const page = await show(<Step />);
  const text = () => page.container.textContent ?? '';
  const choose = (value: string) => page.click(page.container.querySelector(`input[value="${value}"]`));
  const next = () => page.click(page.container.querySelector('button[type="submit"]'));
  return { ...page, text, choose, next, onSubmit };
}
const takeOut = (page: { container: HTMLElement }) =>
  [...page.container.querySelectorAll('button[aria-label]')].map((one) => one.getAttribute('aria-label'));

test('R0.44 without a connection the goods that are only collected are named, with their town and a way out', async () => {
  const page = await step([line(1, 'Plough', ['Tauragė']), line(2, 'Seeds')]);
  expect(page.text()).toContain('Plough (Tauragė)');
  expect(takeOut(page)).toEqual(['Take out: Plough']);
  await page.choose('COURIER');
  await page.next();
  expect(page.text()).toContain('where you collect what is only collected');
  await page.choose('Tauragė');
  await page.next();
  expect(page.onSubmit).toHaveBeenCalledWith({
    code: 'mixed.courier',
    shipments: [{ shippingMethod: 'COURIER' }, { shippingMethod: 'COLLECT', warehouse: 'Tauragė' }],
  });
  // Alone it is not sent either.
  expect((await step([line(1, 'Plough', ['Tauragė'])])).text()).not.toContain('Courier');
});

test('goods that no place has together are named, and the order goes on: each where it lies', async () => {
  const page = await step([line(1, 'Plough', ['Tauragė']), line(2, 'Harrow', ['Biržai'])]);
  expect(page.text()).toContain('no place has all of them');
  expect(takeOut(page)).toEqual(['Take out: Plough', 'Take out: Harrow']);
  await page.choose(severalPlaces);
  await page.next();
  expect(page.onSubmit).toHaveBeenCalledWith({
    code: 'collection',
    shipments: [{ shippingMethod: 'COLLECT' }],
  });
});

const chosen = (page: { container: HTMLElement }) =>
  [...page.container.querySelectorAll<HTMLInputElement>('input:checked')].map(({ value }) => value);

test('of several places none is chosen for the buyer; the only one is, and a choice made before stays', async () => {
  const page = await step([line(1, 'Seeds')]);
  await page.choose('collect');
  expect(chosen(page)).toEqual(['collect']);
  await page.next();
  expect(page.onSubmit).not.toHaveBeenCalled();
  expect(page.text()).toContain('Choose the warehouse');
  await page.choose('Biržai');
  await page.choose('collect');
  expect(chosen(page)).toEqual(['collect', 'Biržai']);
  await page.next();
  expect(page.onSubmit).toHaveBeenCalledWith({
    code: 'collection.Biržai',
    shipments: [{ shippingMethod: 'COLLECT', warehouse: 'Biržai' }],
  });
  const mixed = await step([line(1, 'Plough', ['Tauragė']), line(2, 'Seeds')]);
  await mixed.choose('collect');
  expect(chosen(mixed)).toEqual(['collect', 'Tauragė']);
});

test('what was missing is an error until it is mended, and no longer', async () => {
  const page = await step([line(1, 'Seeds')]);
  await page.next();
  expect(page.container.querySelector('[role="alert"]')).not.toBeNull();
  await page.choose('COURIER');
  expect(page.container.querySelector('[role="alert"]')).toBeNull();
});
