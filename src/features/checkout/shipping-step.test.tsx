// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anItem, anOrder } from '#tests/builders.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { ShippingStep } from './shipping-step.tsx';

beforeEach(() => setMedia());
afterEach(clearShown);

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

async function step(places: string[]) {
  const choosePlan = vi.fn<(body: unknown) => unknown>(() => order);
  const page = await show(
    <ShippingStep order={order} busy={false} onSubmit={() => {}} onDelivery={() => {}} />,
    {
      answers: {
        shippingPlans: () => ({
          data: [
            plan('courier', 'courier', 'W'),
            ...places.map((place) => plan('collection', `collection.${place}`, place)),
          ],
        }),
        shippingMethods: () => ({ data: [] }),
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
  return { ...page, press, chosen, choosePlan };
}

test('of several places of collection none is chosen for the buyer, and nothing goes on without one', async () => {
  const page = await step(['BIRZAI', 'TAURAGE']);
  await page.press('way', 'collection.BIRZAI');
  expect(page.chosen()).toEqual(['way collection.BIRZAI']);
  expect(page.choosePlan).not.toHaveBeenCalled();
  expect(page.container.querySelector<HTMLButtonElement>('button[type="submit"]')?.disabled).toBe(true);
  await page.press('place', 'collection.TAURAGE');
  expect(page.choosePlan).toHaveBeenCalledWith({ code: 'collection.TAURAGE' });
});

test('the only place of collection is chosen with the way', async () => {
  const page = await step(['BIRZAI']);
  await page.press('way', 'collection.BIRZAI');
  expect(page.choosePlan).toHaveBeenCalledWith({ code: 'collection.BIRZAI' });
});
