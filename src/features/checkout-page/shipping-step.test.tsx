// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import { cartKey } from '#features/cart/cart-queries.ts';
import { writeCartToken } from '#features/cart/cart-token.ts';
import { anItem, anOrder } from '#tests/builders.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { ShippingStep } from './shipping-step.tsx';

beforeEach(() => {
  setMedia();
  writeCartToken(order.tokenValue);
});
afterEach(() => {
  clearShown();
  localStorage.clear();
});

const warehouse = (code: string) => ({ code, name: code, address: '', city: code });
const plan = (kind: string, code: string, place: string) => ({
  code,
  kind,
  available: true,
  priceFrom: 0,
  shipments: [{ kind, warehouse: warehouse(place), items: [] }],
});
const order = anOrder({
  items: [anItem()],
  shippingPlan: 'courier',
  shipments: [{ id: 1, state: 'cart', kind: 'courier', price: 0, items: [], warehouse: warehouse('W') }],
});

async function step(places: string[], cart = order, shippingMethods: () => unknown = () => ({ data: [] })) {
  const onSubmit = vi.fn<(choices: unknown) => void>();
  const choosePlan = vi.fn<(body: unknown) => unknown>(() => cart);
  const page = await show(
    <ShippingStep order={cart} busy={false} onSubmit={onSubmit} onDelivery={() => {}} />,
    {
      answers: {
        shippingPlans: () => ({
          data: [
            plan('courier', 'courier', 'W'),
            ...places.map((place) => plan('collection', `collection.${place}`, place)),
          ],
        }),
        shippingMethods,
        chooseShippingPlan: ({ body }) => choosePlan(body),
      },
    },
  );
  await expect.poll(() => page.container.querySelectorAll('input[name="way"]').length).toBe(2);
  const press = (name: string, value: string) =>
    page.click(page.container.querySelector(`input[name="${name}"][value="${value}"]`));
  const chosen = () =>
    [...page.container.querySelectorAll<HTMLInputElement>('input:checked')].map(
      ({ name, value }) => `${name} ${value}`,
    );
  /** Presses the button of the step: it says what is missing, and goes nowhere. */
  const goesOn = async () => {
    await page.click(page.container.querySelector('button[type="submit"]'));
    return onSubmit.mock.calls.length > 0 || page.container.querySelector('[role="alert"]') === null;
  };
  return { ...page, press, chosen, choosePlan, goesOn };
}

const collected = (place: string) => ({
  ...order,
  version: order.version + 1,
  shippingPlan: `collection.${place}`,
  shipments: [{ ...order.shipments[0]!, kind: 'collection' as const, warehouse: warehouse(place) }],
});

test('of several places of collection none is chosen for the buyer, and nothing goes on without one', async () => {
  const page = await step(['BIRZAI', 'TAURAGE']);
  await page.press('way', 'collection.BIRZAI');
  const isNothingChosen = async () => {
    expect(page.chosen()).toEqual(['way collection.BIRZAI']);
    expect(await page.goesOn()).toBe(false);
    expect(page.container.querySelector('[role="alert"]')?.textContent).toContain('Choose the warehouse');
  };
  await isNothingChosen();
  // The shop counts with the way that is ticked; the place is still asked once it has answered.
  await expect.poll(() => page.choosePlan.mock.calls).toEqual([[{ code: 'collection.BIRZAI' }]]);
  await new Promise((resolve) => {
    setTimeout(resolve, 50);
  });
  await isNothingChosen();
  await page.press('place', 'collection.TAURAGE');
  expect(page.choosePlan).toHaveBeenLastCalledWith({ code: 'collection.TAURAGE' });
});

test('a way that was chosen without its place is there after a reload, and the place is asked again', async () => {
  const before = await step(['BIRZAI', 'TAURAGE']);
  await before.press('way', 'collection.BIRZAI');
  clearShown();
  const after = await step(['BIRZAI', 'TAURAGE'], collected('BIRZAI'));
  expect(after.chosen()).toEqual(['way collection.BIRZAI']);
  expect(await after.goesOn()).toBe(false);
  // The same cart on a device where nobody began to choose: what the shop has is what was chosen.
  clearShown();
  localStorage.clear();
  const elsewhere = await step(['BIRZAI', 'TAURAGE'], collected('BIRZAI'));
  expect(elsewhere.chosen()).toEqual(['way collection.BIRZAI', 'place collection.BIRZAI']);
});

test('the only place of collection is chosen with the way', async () => {
  const page = await step(['BIRZAI']);
  await page.press('way', 'collection.BIRZAI');
  expect(page.choosePlan).toHaveBeenCalledWith({ code: 'collection.BIRZAI' });
});

test.each([
  ['is said where a place has everything', ['A'], true],
  ['is not said where no place has everything', [], false],
] as const)('that everything can be collected together %s', async (_what, places, isSaid) => {
  const cart = {
    ...order,
    items: [
      anItem({ id: 1 }),
      anItem({ id: 2, productName: 'Urea', collectAt: [{ code: 'V', city: 'Vilkaviškis' }] }),
    ],
  };
  const page = await show(
    <ShippingStep order={cart} busy={false} onSubmit={() => {}} onDelivery={() => {}} />,
    {
      answers: {
        shippingPlans: () => ({
          data: [
            ...places.map((place) => plan('collection', `collection.${place}`, place)),
            plan('mixed', 'mixed.courier', 'W'),
          ],
        }),
        shippingMethods: () => ({ data: [] }),
      },
    },
  );
  await expect.poll(() => page.container.textContent).toContain('Urea (Vilkaviškis)');
  expect(page.container.textContent.includes('Collect everything there')).toBe(isSaid);
  expect(page.container.textContent.includes('ave the rest sent')).toBe(true);
});

test('goods that no place has together are collected in several, which are named before the way is chosen', async () => {
  const apart = {
    ...plan('collection', 'collection', 'BIRZAI'),
    shipments: ['BIRZAI', 'TAURAGE'].flatMap((place) => plan('collection', 'collection', place).shipments),
  };
  const { container } = await show(
    <ShippingStep order={order} busy={false} onSubmit={() => {}} onDelivery={() => {}} />,
    { answers: { shippingPlans: () => ({ data: [apart] }), shippingMethods: () => ({ data: [] }) } },
  );
  await expect
    .poll(() => container.querySelector('label')?.textContent)
    .toContain(`In several places: ${apart.shipments.map(({ warehouse: { city } }) => city).join(', ')}`);
});

test('a parcel that the shop does not know says so, and the order is loaded again on request', async () => {
  let isKnown = false;
  const page = await step(['BIRZAI'], order, () => {
    if (isKnown) return { data: [] };
    throw new ApiError('refused', 404, { message: 'There is no such parcel.' });
  });
  const alert = page.container.querySelector('[role="alert"]');
  expect(alert?.textContent).toContain('The ways of delivery could not be fetched.');
  expect(alert?.textContent).toContain('There is no such parcel.');
  const queryKey = cartKey(page.shop, order.tokenValue);
  page.queryClient.setQueryData(queryKey, order);
  isKnown = true;
  await page.click(alert?.querySelector('button'));
  expect(page.queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
  expect(page.container.querySelector('[role="alert"]')).toBeNull();
});

test('the title of the page says that what was sent is refused, and no more once it is mended', async () => {
  document.title = 'Checkout';
  const page = await step(['BIRZAI', 'TAURAGE']);
  await page.press('way', 'collection.BIRZAI');
  await page.goesOn();
  expect(document.title).toBe('Error: Checkout');
  page.remove();
  expect(document.title).toBe('Checkout');
});
