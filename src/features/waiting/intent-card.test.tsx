// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeTokens } from '#api/session-tokens.ts';
import { newCartToken } from '#domain/cart/new-cart-token.ts';
import type { OrderIntentBody } from '#contract/orders/order-intents.ts';
import type { CommandAnswer, WaitingCommand } from '#domain/waiting/waiting-command.ts';
import { withdrawnIntent } from '#domain/waiting/waiting-orders.ts';
import { contentShown } from '#domain/cart/lines-shown.ts';
import { readDraft } from '#features/checkout/device-cells.ts';
import { readCartToken } from '#features/cart/cart-token.ts';
import { theOutbox } from '#offline/outbox/page-outbox.ts';
import { useOutbox } from '#offline/outbox/use-outbox.ts';
import { anItem, anOrder } from '#tests/builders.ts';
import { clearShown, setMedia, show } from '#tests/show.tsx';
import { currentToast, hideToast } from '#ui/toast-state.ts';
import { IntentCard } from './intent-card.tsx';

const token = newCartToken();
const body: OrderIntentBody = {
  tokenValue: token,
  lines: [{ productVariantCode: 'HARROW', quantity: 2, whenShort: 'wait' }],
  email: 'jonas@example.lt',
  contact: { firstName: 'Jonas', lastName: 'Jonaitis', phoneNumber: '+37061234567' },
  plan: { code: 'collection.BIRZAI', shipments: [{ shippingMethod: 'COLLECT', warehouse: 'BIRZAI' }] },
  paymentMethod: 'CASH',
  termsAndConditionsAccepted: true,
  privacyPolicyAccepted: true,
  notes: 'By the gate',
  agreedAt: '2026-05-01T09:00:00Z',
  expectedTotal: 1000,
};
const shown = {
  lines: [{ code: 'HARROW', name: 'Harrow', quantity: 2, total: 1000 }],
  delivery: 'Biržai',
  deliveryPrice: 0,
  payment: 'Cash',
  total: 1000,
};
const elsewhere: CommandAnswer = {
  status: 422,
  errorCode: 'order.goods_elsewhere',
  message: 'We have them elsewhere.',
  violations: [],
  context: {
    short: [
      {
        productVariantCode: 'HARROW',
        quantity: 2,
        available: 0,
        collectAt: [{ code: 'TAURAGE', name: 'Tauragė', city: 'Tauragė' }],
        delivered: true,
      },
    ],
    places: [{ code: 'TAURAGE', name: 'Tauragė', address: '', city: 'Tauragė' }],
    delivered: true,
  },
};
const entries = async () => (await theOutbox().list()).entries;

function Cards() {
  return useOutbox().entries.map((entry) => <IntentCard key={entry.seq} entry={entry} />);
}
/** An order on the disk of this device, and its card on the page. */
async function card(more: Partial<WaitingCommand> = {}) {
  const outbox = theOutbox();
  await outbox.change(() => ({
    changes: {
      append: [
        {
          kind: 'placeIntent',
          scope: `cart:${token}`,
          line: null,
          params: {},
          body: { ...body },
          locale: 'en',
          channel: 'retail',
          shown,
          id: crypto.randomUUID(),
          owner: 'guest',
          at: 0,
        },
      ],
    },
    result: undefined,
  }));
  if (more.state !== undefined)
    await outbox.change(({ entries: all }) => ({
      changes: { update: all.map((one) => ({ ...one, ...more })) },
      result: undefined,
    }));
  const cartAsked: unknown[] = [];
  const answers = {
    order: ({ query }: { query?: unknown }) => {
      cartAsked.push(query);
      return anOrder({ tokenValue: token });
    },
  };
  const page = await show(<Cards />, { answers });
  const press = (name: string) =>
    page.click([...document.querySelectorAll('button')].findLast((one) => one.textContent?.trim() === name));
  return { ...page, press, cartAsked };
}

beforeEach(() => {
  setMedia((query) => query === 'all');
  localStorage.clear();
  hideToast();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('cut')));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
});
afterEach(async () => {
  clearShown();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await theOutbox().change(({ entries: all }) => ({ changes: { remove: [...all] }, result: undefined }));
});

test('R0.44 an order whose goods lie elsewhere says where, and one press collects it there', async () => {
  const page = await card({ state: 'needs-review', answer: elsewhere });
  expect(document.body.textContent).toContain('Elsewhere: Tauragė; can be delivered');
  expect(document.body.textContent).toContain('Have it delivered');
  await page.press('Collect at: Tauragė');
  await expect.poll(async () => (await entries())[0]?.state).toBe('queued');
  const [entry] = await entries();
  expect(entry).toMatchObject({
    body: {
      plan: {
        code: 'collection.TAURAGE',
        shipments: [{ shippingMethod: 'COLLECT', warehouse: 'TAURAGE' }],
      },
    },
    shown: { delivery: 'Tauragė' },
  });
});

test('CHK-19 an order whose gift is not earned any more is told so, and agreed to it goes without the gift under a key of its own', async () => {
  const told = 'The gift was removed because the cart total is too low.';
  const order = anOrder({ items: [anItem({ quantity: 2, subtotal: 1000, total: 900 })], total: 900 });
  const page = await card({
    state: 'needs-review',
    body: { ...body, gift: 'DV1004A', maximumTotal: 2000 },
    // Of the order that the shop has refused: nobody wished the new one stopped.
    isUnstoppable: true,
    answer: {
      status: 409,
      errorCode: 'order.promotion_changed',
      message: told,
      violations: [{ propertyPath: 'gift', message: told, code: 'gift.removed' }],
      context: { order },
    },
  });
  expect(document.body.textContent?.split(told)).toHaveLength(2);
  const [asked] = await entries();
  await page.press('Order for €9.00');
  await expect.poll(async () => (await entries())[0]?.state).toBe('queued');
  const [agreed] = await entries();
  expect(agreed?.id).not.toBe(asked?.id);
  expect(agreed?.body).toMatchObject({ expectedTotal: 900, lines: [{ quantity: 2 }] });
  expect(agreed?.shown).toMatchObject({ total: 900, payment: 'Cash' });
  expect(agreed).not.toHaveProperty('isUnstoppable');
  expect(agreed).not.toHaveProperty('answer');
  expect(agreed?.body).not.toHaveProperty('gift');
});

test('a refused order names its goods and sums where the answer names none', async () => {
  await card({
    state: 'needs-review',
    answer: {
      status: 422,
      errorCode: 'payment.method_ineligible',
      message: 'Not so.',
      violations: [],
      context: {},
    },
  });
  const said = document.body.textContent;
  for (const { name } of shown.lines) expect(said).toContain(name);
  expect(said).toContain('Nothing was ordered.');
  expect(said?.split('Not so.')).toHaveLength(2);
});

test('an order that was to cost nothing and does is not agreed to without a way to pay it', async () => {
  const answer = {
    status: 409,
    errorCode: 'order.total_changed',
    message: 'Another sum.',
    violations: [],
    context: { order: anOrder({ total: 900 }) },
  };
  await card({ state: 'needs-review', shown: { ...shown, payment: '', total: 0 }, answer });
  expect(document.body.textContent).toContain('Change the order');
  expect(document.body.textContent).not.toContain('Order for');
});

test('CHK-19 a placed order says that its promo code gave nothing', async () => {
  const told = 'This promo code is not valid.';
  await card({
    state: 'confirmed',
    shown: { ...shown, placed: { tokenValue: token, number: '10007', warnings: [told], at: 1 } },
  });
  expect(document.querySelector('article')?.textContent).toContain(told);
});

test('I7 an order of this cart that another press had placed is said to be that one; without its figures none are shown', async () => {
  const placed = { tokenValue: token, number: '10016', isEarlier: true, at: 1 };
  await card({ state: 'confirmed', shown: { ...shown, placed } });
  const said = () => document.querySelector('article')?.textContent ?? '';
  expect(said()).toContain('10016');
  expect(said()).toContain('had been ordered before');
  expect(said()).not.toContain('€10.00');
  await theOutbox().change(({ entries: all }) => ({
    changes: {
      update: all.map((one) => ({
        ...one,
        shown: { ...shown, total: 1388, delivery: 'Courier', placed: { ...placed, total: 1388 } },
      })),
    },
    result: undefined,
  }));
  await expect.poll(said).toContain('€13.88');
});

test('CHK-21 an order that the shop had taken before it was stopped says so beside its number', async () => {
  const placed = { tokenValue: token, number: '10007', total: 1000, at: 1 };
  await card({ state: 'confirmed', shown: { ...shown, placed } });
  const said = () => document.querySelector('article')?.textContent ?? '';
  expect(said()).not.toContain('could not be stopped');
  await theOutbox().change(({ entries: all }) => ({
    changes: {
      update: all.map((one) => ({ ...one, shown: { ...shown, placed: { ...placed, isStoppedLate: true } } })),
    },
    result: undefined,
  }));
  await expect.poll(said).toContain('could not be stopped');
});

test('an order that spends points is not handed on as text, and the way to hand it on is said', async () => {
  const open = async (more: Partial<OrderIntentBody>) => {
    const page = await card({ state: 'queued', body: { ...body, ...more } });
    const details = document.querySelector('details');
    if (details === null) throw new Error('Nothing is handed on.');
    details.open = true;
    await expect.poll(() => details.querySelector('div, p')).not.toBeNull();
    return { ...page, details };
  };
  const { details } = await open({ points: 50 });
  expect(details.textContent).toContain('spends loyalty points');
  expect(details.textContent).not.toContain('ARIMAS1:');
  expect(details.querySelector('a, button, svg[role="img"]')).toBeNull();
  clearShown();
  await theOutbox().change(({ entries: all }) => ({ changes: { remove: [...all] }, result: undefined }));
  const { details: plain } = await open({});
  expect(plain.textContent).toContain('ARIMAS1:');
});

test('what promotions take off a placed order stands by its name, and the lines are those of the order', async () => {
  const order = anOrder({
    items: [anItem({ productName: 'Harrow', quantity: 1, subtotal: 119, total: 100 })],
    adjustments: [
      { type: 'order_promotion', label: 'First order', originCode: 'FIRST', amount: -19, neutral: false },
    ],
  });
  await card({
    state: 'confirmed',
    shown: {
      ...shown,
      lines: contentShown(order).lines,
      placed: { tokenValue: token, total: 100, ...contentShown(order), at: 1 },
    },
  });
  const rows = [...document.querySelectorAll('article li')].map((row) => row.textContent);
  expect(rows).toContain('Harrow, 3 g ×\u00A01€1.19');
  expect(rows).toContainEqual(expect.stringMatching(/^First order.*0\.19/u));
});

test('changing a saved order says first what becomes of it; until that is confirmed the order stands', async () => {
  const page = await card();
  await page.press('Change the order');
  expect(document.body.textContent).toContain('This order is not sent any more');
  expect(await entries()).toHaveLength(1);
  await page.press('Leave it as it is');
  expect(document.querySelector('dialog')).toBeNull();
  expect(await entries()).toHaveLength(1);
  await page.press('Change the order');
  await page.press('Take it back and change it');
  await expect.poll(async () => (await entries()).some(({ kind }) => kind === 'placeIntent')).toBe(false);
  await expect.poll(() => currentToast()?.text).toContain('Nothing is ordered until');
  expect(readCartToken()).toBe(token);
  // What is agreed to next is what the shop says now.
  await expect.poll(() => page.cartAsked).toEqual([{ recalculate: true }]);
  // Nothing of it has to be typed or chosen anew.
  expect(readDraft(token)).toMatchObject({
    delivery: { method: null, place: 'BIRZAI' },
    isDeliveryUntold: true,
    payment: { paymentMethod: 'CASH', notes: 'By the gate' },
    address: { email: 'jonas@example.lt', firstName: 'Jonas', phoneNumber: '+37061234567' },
  });
});

test('I3 an order that was sent without an answer before the sign-in ended is neither changed nor withdrawn until the shop has answered', async () => {
  writeTokens({ token: `h.${btoa(JSON.stringify({ sub: '7' }))}.s`, refreshToken: 'r' });
  const lost = { state: 'parked', reason: 'owner', tries: 2, owner: '7' } as const;
  const page = await card(lost);
  for (const [way, sure] of [
    ['Change the order', 'Take it back and change it'],
    ['Withdraw', 'Withdraw the order'],
  ] as const) {
    await page.press(way);
    await page.press(sure);
    await expect.poll(() => currentToast()?.text).toContain('wait for its answer');
    expect(await entries()).toMatchObject([lost]);
  }
});

test.each(['placeIntent', 'completeOrder'] as const)(
  'I3 an order of a guest (%s) whose cart the shop says is in an account is not ordered: it can be withdrawn, however often it was sent',
  async (kind) => {
    writeTokens({ token: `h.${btoa(JSON.stringify({ sub: '7' }))}.s`, refreshToken: 'r' });
    const page = await card({ kind, state: 'parked', reason: 'owner', tries: 2 });
    await page.press('Withdraw');
    await page.press('Withdraw the order');
    await expect.poll(entries).toEqual([]);
  },
);

test('I6 an order whose cart went into an account says where its goods are, and leads there: by the sign-in, or once signed in at once', async () => {
  const lost = { state: 'parked', reason: 'owner', tries: 1 } as const;
  await card(lost);
  const said = () => document.querySelector('article')?.textContent ?? '';
  const way = () => document.querySelector('article a[href]')?.textContent;
  expect(said()).toContain('Its cart has gone into an account, so nothing was ordered.');
  expect(said()).toContain('in the cart of that account, unless they were ordered there already');
  expect(said()).not.toContain('did not take it as it is');
  expect(said()).toContain('Harrow');
  expect(said()).toContain('Change the order');
  expect(way()).toBe('Sign in');
  clearShown();
  writeTokens({ token: `h.${btoa(JSON.stringify({ sub: '7' }))}.s`, refreshToken: 'r' });
  await show(<Cards />, {});
  expect(way()).toBe('Go to the cart');
  expect(said()).not.toContain('Change the order');
  expect(said()).toContain('Harrow');
});

test('withdrawing a saved order asks first: its goods are gone with it', async () => {
  const page = await card();
  await page.press('Withdraw');
  expect(document.body.textContent).toContain('do not go back into the cart');
  await page.press('Keep the order');
  expect(await entries()).toHaveLength(1);
  await page.press('Withdraw');
  await page.press('Withdraw the order');
  await expect.poll(async () => (await entries()).length).toBe(0);
});

test('an order that the shop asks about is given up as one that is saved is withdrawn: after a question', async () => {
  const page = await card({ state: 'needs-review', answer: elsewhere });
  await page.press('Do not order');
  expect(document.body.textContent).toContain('do not go back into the cart');
  expect(await entries()).toHaveLength(1);
  await page.press('Withdraw the order');
  await expect.poll(async () => (await entries()).length).toBe(0);
});

test('a press on “send now” without a connection is answered: why not, and that it is sent by itself', async () => {
  const page = await card();
  await page.press('Send now');
  await expect.poll(() => currentToast()?.text).toContain('sent by itself');
});

test('a refused line of an order is named by its goods, also where the shop speaks of a number alone', async () => {
  await card({
    state: 'needs-review',
    answer: {
      status: 422,
      errorCode: 'cart.quantity_range',
      message: 'Not this many.',
      violations: [{ propertyPath: 'lines[0].quantity', message: 'Between 1 and 9999.' }],
      context: {},
    },
  });
  expect(document.querySelector('article li')?.textContent).toContain('Harrow: Between 1 and 9999.');
});

test('CHK-21 an order that left the device says why it cannot be changed and can be stopped; until the shop has spoken it is neither', async () => {
  const page = await card({ state: 'queued', tries: 1 });
  const said = () => document.querySelector('article')?.textContent ?? '';
  expect(said()).toContain('cannot be changed meanwhile');
  expect(said()).not.toContain('Change the order');
  await page.press('Stop the order');
  expect(document.querySelector('dialog')?.textContent).toContain('it stays ordered');
  expect((await entries())[0]?.isStopping).toBeUndefined();
  await page.press('Stop the order');
  await expect.poll(async () => (await entries())[0]).toMatchObject({ isStopping: true, schemaVersion: 7 });
  await expect.poll(said).toContain('Being stopped');
  expect(said()).toContain('by itself as soon as it can be reached; you may close this page');
  expect(said()).toContain('do not order these goods anew');
  // Neither sent as it is nor handed on.
  expect(said()).not.toContain('Send now');
  expect(document.querySelector('details')).toBeNull();
});

test('CHK-21 an order that an older shop could not stop says so while it goes on, and once it is placed', async () => {
  await card({ state: 'queued', tries: 2, isUnstoppable: true });
  const said = () => document.querySelector('article')?.textContent ?? '';
  expect(said()).toContain('Being sent');
  expect(said()).toContain('could not be stopped: the shop runs an older version');
  const placed = { tokenValue: token, number: '10007', at: 0, isUnstopped: true as const };
  await theOutbox().change(({ entries: all }) => ({
    changes: { update: all.map((one) => ({ ...one, state: 'confirmed', shown: { ...shown, placed } })) },
    result: undefined,
  }));
  await expect.poll(said).toContain('You wanted it stopped, but the shop could not do that');
});

test('CHK-21 an order that was stopped can be changed, given up, or ordered after all under a key of its own', async () => {
  const told = 'This order was stopped before the shop had taken it.';
  const page = await card({
    state: 'needs-review',
    answer: { status: 409, errorCode: withdrawnIntent, message: told, violations: [], context: {} },
  });
  const said = document.querySelector('article')?.textContent ?? '';
  for (const one of [told, 'Nothing was ordered.', 'Change the order', 'Do not order'])
    expect(said).toContain(one);
  const [stopped] = await entries();
  await page.press('Order it after all');
  await expect.poll(async () => (await entries())[0]?.state).toBe('queued');
  const [again] = await entries();
  expect(again).toMatchObject({ tries: 0, body: { lines: body.lines } });
  expect(again?.id).not.toBe(stopped?.id);
});
