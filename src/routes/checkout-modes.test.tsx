// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import type { Order, Shipment } from '#contract/orders/orders.ts';
import { cartQueries } from '#features/cart/cart-queries.ts';
import { newCartToken } from '#domain/cart/new-cart-token.ts';
import { shownItem } from '#domain/waiting/shown-goods.ts';
import { cartScope } from '#domain/waiting/waiting-command.ts';
import { readCartToken, writeCartToken } from '#features/cart/cart-token.ts';
import { checkoutQueries } from '#features/checkout/checkout-queries.ts';
import { setConnectivity } from '#offline/connection/connectivity.ts';
import { createOutbox } from '#offline/outbox/outbox.ts';
import { theOutbox } from '#offline/outbox/page-outbox.ts';
import { Component as CheckoutScreen } from '#routes/screens/checkout.tsx';
import { anItem, anOrder, aProduct, aVariant } from '#tests/builders.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { LiveRegion } from '#ui/live-region.tsx';

// What the page fetches when it is first needed is here from the start.
await Promise.all([
  import('#features/checkout-page/offline-checkout-view.tsx'),
  import('#features/checkout/carry-delivery.ts'),
]);

beforeEach(() => {
  setMedia();
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('scrollTo', () => {});
  localStorage.clear();
});
afterEach(async () => {
  clearShown();
  await theOutbox().change(({ entries }) => ({ changes: { remove: [...entries] }, result: undefined }));
  setConnectivity('online');
  vi.unstubAllGlobals();
});

const warehouse = (code: string) => ({ code, name: code, address: '', city: code });
const method = (code: string, kind: string, price: number) => ({
  code,
  name: code,
  kind,
  price,
  priceWithoutTax: price,
  available: true,
  position: 0,
});
const methods = [
  method('COURIER', 'courier', 499),
  method('LOCKER', 'pickup_point', 299),
  method('COLLECT', 'collection', 0),
];
const utena = {
  code: 'UT1',
  name: 'Utena, Maxima',
  address: 'Aušros g. 1',
  city: 'Utena',
  postCode: '28001',
  provider: 'lockers',
  countryCode: 'LT',
};
const gone = new ApiError('refused', 409, {
  code: 409,
  errorCode: 'shipping.plan_gone',
  message: 'This way of delivery is not offered any more.',
  violations: [],
});
const cut = new ApiError('unreachable', 0, { message: 'No connection' });

/** The checkout's screen before a shop that counts with the courier until it is told otherwise. */
async function checkout(given: Partial<Order> = {}) {
  const token = given.tokenValue ?? newCartToken();
  writeCartToken(token);
  const parcel = (kind: Shipment['kind'], place = 'W'): Shipment => ({
    id: 1,
    state: 'cart',
    kind,
    price: 0,
    items: [],
    warehouse: warehouse(place),
  });
  let order = anOrder({
    tokenValue: token,
    items: [anItem()],
    checkoutState: 'cart',
    shippingPlan: 'courier',
    shipments: [parcel('courier')],
    ...given,
  });
  const asked: unknown[] = [];
  const failures: Record<string, Error | undefined> = {};
  const change = (name: string, body: unknown, next: Partial<Order>) => {
    asked.push(body);
    const failure = failures[name];
    if (failure !== undefined) throw failure;
    order = { ...order, ...next, version: order.version + 1 };
    return order;
  };
  const options = {
    shippingMethods: methods,
    paymentMethods: [{ code: 'CASH', name: 'Cash', kind: 'cash', position: 0 }],
    places: ['BIRZAI', 'TAURAGE'].map((code) => ({ ...warehouse(code), handsOutChemicals: true })),
    serviceTaxRate: 0.21,
  };
  const page = await show(
    <>
      <LiveRegion />
      <CheckoutScreen />
    </>,
    {
      fill: (shop, queryClient) => {
        queryClient.setQueryData(cartQueries.current(shop, token).queryKey, order);
        queryClient.setQueryData(checkoutQueries.options(shop).queryKey, options as never);
        queryClient.setQueryData(checkoutQueries.pickupPoints(shop, 'LOCKER').queryKey, [utena] as never);
      },
      answers: {
        order: () => order,
        checkoutOptions: () => options,
        pickupPoints: () => ({ data: [utena] }),
        shippingPlans: () => ({
          data: [
            ['courier', 'courier', 'W'],
            ['pickup_point', 'pickup_point', 'W'],
            ['collection', 'collection.BIRZAI', 'BIRZAI'],
            ['collection', 'collection.TAURAGE', 'TAURAGE'],
          ].map(([kind, code, place = '']) => ({
            code,
            kind,
            available: true,
            priceFrom: 0,
            shipments: [{ kind, warehouse: warehouse(place), items: [] }],
          })),
        }),
        shippingMethods: () => ({ data: methods }),
        chooseShippingPlan: ({ body }) => {
          const { code } = body as { code: string };
          const [kind = '', place] = code.split('.');
          const isSame = order.shippingPlan === code;
          return change('plan', body, {
            shippingPlan: code,
            ...(isSame
              ? {}
              : { checkoutState: 'cart', shipments: [parcel(kind as Shipment['kind'], place)] }),
          });
        },
        chooseShippingMethod: ({ body }) => {
          const { shippingMethod, pickupPoint } = body as { shippingMethod: string; pickupPoint?: string };
          const chosen = methods.find(({ code }) => code === shippingMethod)!;
          return change('method', body, {
            checkoutState: 'shipping_selected',
            shipments: order.shipments.map((one) => ({
              ...one,
              method: { code: chosen.code, name: chosen.name, kind: one.kind },
              ...(pickupPoint === undefined ? {} : { pickupPoint: utena }),
            })),
          });
        },
      },
    },
  );
  const find = (selector: string) => page.container.querySelector<HTMLInputElement>(selector);
  const tick = async (value: string) => {
    await expect.poll(() => find(`input[value="${value}"]`)).not.toBeNull();
    dispatchEvent(new Event('pointerdown'));
    await page.click(find(`input[value="${value}"]`));
  };
  const button = (name: string) =>
    [...page.container.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  const press = async (name: string) => {
    await expect.poll(() => button(name)).toBeDefined();
    await page.click(button(name));
  };
  return {
    ...page,
    asked,
    failures,
    find,
    tick,
    press,
    button,
    text: () => page.container.textContent,
    link: async (state: 'online' | 'offline') => {
      setConnectivity(state);
      await page.settle();
    },
    type: async (name: string, value: string) => {
      const field = find(`input[name="${name}"]`)!;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      await page.settle();
    },
    checked: () =>
      [...page.container.querySelectorAll<HTMLInputElement>('input:checked')].map(({ value }) => value),
    order: () => order,
  };
}

const toAddress = 'Continue to the address';
const toShop = 'Go on with the shop';

test('a locker that was chosen without a connection is chosen at the shop when the steps go on there', async () => {
  setConnectivity('offline');
  const page = await checkout();
  await page.tick('LOCKER');
  await page.tick('UT1');
  await page.press(toAddress);
  await page.link('online');
  await page.press(toShop);
  await expect
    .poll(() => page.asked)
    .toEqual([{ code: 'pickup_point' }, { shippingMethod: 'LOCKER', pickupPoint: 'UT1' }]);
  await expect.poll(() => page.find('input[name="firstName"]')).not.toBeNull();
  await page.press('Delivery');
  await expect.poll(page.text).toContain('Utena, Maxima');
  expect(page.checked()).toEqual(['pickup_point', 'LOCKER']);
});

test('a warehouse that was chosen without a connection is chosen at the shop', async () => {
  setConnectivity('offline');
  const page = await checkout();
  await page.tick('collect');
  await page.tick('TAURAGE');
  await page.link('online');
  await page.press(toShop);
  await expect
    .poll(() => page.asked)
    .toEqual([{ code: 'collection.TAURAGE' }, { shippingMethod: 'COLLECT' }]);
});

test('a way that was chosen without a connection and is not offered any more is said to be chosen again', async () => {
  setConnectivity('offline');
  const page = await checkout();
  page.failures['plan'] = gone;
  await page.tick('LOCKER');
  await page.tick('UT1');
  await page.press(toAddress);
  await page.link('online');
  await page.press(toShop);
  await expect.poll(() => page.find('[role="alert"]')?.textContent).toContain('choose it again');
  expect(page.button(toAddress)).toBeDefined();
});

test('a shop that is lost while it is told of the delivery leaves the choice as it was, there and without it', async () => {
  setConnectivity('offline');
  const page = await checkout();
  page.failures['method'] = cut;
  await page.tick('LOCKER');
  await page.tick('UT1');
  await page.link('online');
  await page.press(toShop);
  await expect.poll(() => page.button('Try again')).toBeDefined();
  // Nothing else is offered as chosen meanwhile.
  expect(page.checked()).toEqual([]);
  await page.press('Go on, send later');
  expect(page.checked()).toEqual([]);
  await page.press('Delivery');
  expect(page.checked()).toEqual(['LOCKER']);
  expect(page.text()).toContain('Utena, Maxima');
  await page.press(toShop);
  await expect.poll(() => page.button('Try again')).toBeDefined();
  page.failures['method'] = undefined;
  await page.press('Try again');
  await expect.poll(() => page.find('input[name="firstName"]')).not.toBeNull();
  expect(page.asked.at(-1)).toEqual({ shippingMethod: 'LOCKER', pickupPoint: 'UT1' });
});

test('the point that the shop has accepted, and contacts that were not sent, stay from the shop to the device and back', async () => {
  const page = await checkout();
  await page.tick('pickup_point');
  await page.tick('UT1');
  await page.press(toAddress);
  await page.type('firstName', 'Rasa');
  const firstName = () => page.find('input[name="firstName"]')?.value;
  await page.link('offline');
  await page.press('Go on without a connection');
  expect(firstName()).toBe('Rasa');
  await page.type('lastName', 'Kalnienė');
  await page.link('online');
  await page.press(toShop);
  await expect.poll(firstName).toBe('Rasa');
  await page.press('Delivery');
  await expect.poll(page.text).toContain('Utena, Maxima');
  await page.link('offline');
  await page.press('Go on without a connection');
  expect(firstName()).toBe('Rasa');
  expect(page.find('input[name="lastName"]')?.value).toBe('Kalnienė');
});

test('what was only ticked at the shop is not chosen by opening the page again', async () => {
  const page = await checkout();
  await page.tick('pickup_point');
  await page.tick('UT1');
  expect(page.asked).toEqual([{ code: 'pickup_point' }]);
  const { tokenValue } = page.order();
  clearShown();
  const again = await checkout({ ...page.order(), tokenValue });
  await expect.poll(again.text).toContain('Utena, Maxima');
  expect(again.asked).toEqual([]);
});

test('who only looked at the steps without a connection finds the steps at the shop as they were left', async () => {
  const { tokenValue } = await checkout().then(async (page) => {
    await page.tick('courier');
    await expect.poll(() => page.checked()).toEqual(['courier', 'COURIER']);
    return page.order();
  });
  clearShown();
  setConnectivity('offline');
  const page = await checkout({ tokenValue });
  expect(page.checked()).toEqual(['COURIER']);
  await page.link('online');
  await page.press(toShop);
  await expect.poll(() => page.checked()).toEqual(['courier', 'COURIER']);
  expect(page.asked).toEqual([]);
});

/** Everything that an order of the device asks for, up to its last button. */
async function fillAll(page: Awaited<ReturnType<typeof checkout>>): Promise<void> {
  await page.tick('collect');
  await page.tick('TAURAGE');
  await page.press(toAddress);
  for (const [name, value] of [
    ['email', 'rasa@example.lt'],
    ['firstName', 'Rasa'],
    ['lastName', 'Kalnienė'],
    ['phoneNumber', '+37061234567'],
  ] as const)
    await page.type(name, value);
  await page.press('Continue to payment');
  await page.tick('CASH');
  for (const name of ['termsAndConditionsAccepted', 'privacyPolicyAccepted'])
    await page.click(page.find(`input[name="${name}"]`));
}

test('an order that is saved on the device is no news of another window to the window that saved it', async () => {
  setConnectivity('offline');
  const page = await checkout();
  const spoken: (string | null)[] = [];
  const region = page.container.querySelector('[aria-live="polite"]')!;
  const watch = new MutationObserver(() => spoken.push(region.textContent));
  watch.observe(region, { childList: true, characterData: true, subtree: true });
  await fillAll(page);
  await page.click(page.find('button[type="submit"]'));
  await expect
    .poll(() =>
      theOutbox()
        .state()
        .entries.map(({ kind }) => kind),
    )
    .toEqual(['placeIntent']);
  await expect.poll(() => readCartToken()).toBeNull();
  await page.settle();
  watch.disconnect();
  expect(spoken.join()).not.toContain('another window');
});

test('I7 goods of another tab that are heard in the very moment of the press, and not drawn yet, are neither left out nor ordered unseen', async () => {
  setConnectivity('offline');
  const page = await checkout();
  await fillAll(page);
  const { tokenValue: token } = page.order();
  await theOutbox().keepCart(page.order());
  const other = createOutbox({ channel: null, environment: { isOffline: () => true, owner: () => 'guest' } });
  await other.put({
    kind: 'addItem',
    scope: cartScope(token),
    line: 'B',
    params: { token },
    body: { productVariantCode: 'B', quantity: 2 },
    locale: 'en',
    channel: 'retail',
    shown: shownItem(aProduct({ name: 'Harrow' }), aVariant({ code: 'B' })),
  });
  other.close();
  const kinds = async () => (await theOutbox().list()).entries.map(({ kind }) => kind);
  // The cart of the page has it by then; the picture comes after this.
  const stop = theOutbox().subscribe(() => {
    stop();
    expect(page.text()).not.toContain('Harrow');
    page.find('button[type="submit"]')?.click();
  });
  await kinds();
  await expect.poll(page.text).toContain('The order has changed meanwhile');
  expect(await kinds()).toEqual(['addItem']);
  expect(page.text()).toContain('Harrow');
  await page.click(page.find('button[type="submit"]'));
  await expect.poll(kinds).toEqual(['placeIntent']);
  expect(theOutbox().state().entries[0]?.body).toMatchObject({
    lines: [{ quantity: 1 }, { productVariantCode: 'B', quantity: 2 }],
  });
});
