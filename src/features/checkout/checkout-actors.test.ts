// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { ApiError } from '#api/api-error.ts';
import { writeTokens } from '#api/session-tokens.ts';
import type { Shop } from '#api/shop.ts';
import { cartQueries } from '#features/cart/cart-queries.ts';
import { sessionQueries } from '#features/session/session-queries.ts';
import { anOrder } from '#tests/builders.ts';
import { createCheckout, endsIntention } from './checkout-actors.ts';
import { readOrderOnItsWay } from './device-cells.ts';

const token = 't'.repeat(32);
const placing = { termsAndConditionsAccepted: true, privacyPolicyAccepted: true };
beforeEach(() => localStorage.clear());

const refusal = (status: number, errorCode: string) =>
  new ApiError('refused', status, { code: status, errorCode, message: errorCode, violations: [] });
const lost = new ApiError('unreachable', 500, { message: 'Unreachable' });

/** A shop whose completion answers with the given outcomes, one after another. */
function shopWith(outcomes: (object | Error)[]) {
  const keys: (string | undefined)[] = [];
  const bodies: Record<string, unknown>[] = [];
  const call = (name: string, input: { idempotencyKey?: string; body?: Record<string, unknown> }) => {
    if (name === 'order')
      return Promise.resolve({ tokenValue: token, number: '10001', state: 'new', payments: [] });
    keys.push(input.idempotencyKey);
    bodies.push(input.body ?? {});
    const next = outcomes.shift() ?? {};
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
  };
  return { shop: { scope: {}, call } as unknown as Shop, keys, bodies };
}

/** One page: presses "order" and waits for the outcome. */
async function press(shop: Shop, client = new QueryClient()) {
  const checkout = createCheckout(shop, client, token);
  const actor = createActor(checkout.machine, { input: { state: 'payment_selected' } });
  actor.start();
  actor.send({ type: 'SUBMIT_ORDER', placing });
  await waitFor(actor, (snapshot) => snapshot.status === 'done' || snapshot.context.error !== null);
  return { actor, placed: checkout.placedOrder() };
}

test('where the browser keeps nothing, an answer that was lost is asked for with the same key, also by the page that comes after a reload', async () => {
  const { shop, keys } = shopWith([lost, lost, { tokenValue: token, number: '10001' }]);
  await press(shop);
  expect(readOrderOnItsWay()).toEqual({ token, key: keys[0] });
  await press(shop);
  const { placed } = await press(shop);
  expect(new Set(keys).size).toBe(1);
  expect(placed?.tokenValue).toBe(token);
  expect(readOrderOnItsWay()).toBeNull();
});

test('a refusal ends the intention: the next press has a key of its own', async () => {
  const { shop, keys } = shopWith([refusal(409, 'order.total_changed'), { tokenValue: token }]);
  await press(shop);
  expect(readOrderOnItsWay()).toBeNull();
  await press(shop);
  expect(new Set(keys).size).toBe(2);
});

test('a total that changed is shown with its refusal, and the next press agrees to it without another question', async () => {
  const now = { tokenValue: token, total: 5490, payments: [], checkoutState: 'payment_selected' };
  const changed = new ApiError('refused', 409, {
    code: 409,
    errorCode: 'order.promotion_changed',
    message: 'A discount no longer applies.',
    violations: [],
    context: { order: now },
  });
  const { shop, bodies } = shopWith([changed, { tokenValue: token, number: '10001' }]);
  const client = new QueryClient();
  await press(shop, client);
  await press(shop, client);
  expect(bodies.map((body) => body['expectedTotal'])).toEqual([undefined, 5490]);
});

test.each([
  ['its way of payment is chosen', 'addressed', 'choosePaymentMethod'],
  ['it is placed', 'payment_selected', 'completeOrder'],
  ['its contacts are saved', 'shipping_selected', 'updateOrder'],
] as const)(
  'an order that another device has changed before %s is read anew, and the step that is open now is asked',
  async (_when, checkoutState, refused) => {
    const method = { code: 'CASH', name: 'Cash', kind: 'cash' as const };
    const order = anOrder({
      tokenValue: token,
      checkoutState,
      total: 1000,
      payments: [
        {
          id: 4,
          state: 'cart',
          method,
          amount: 1000,
          currencyCode: 'EUR',
          createdAt: '2026-05-01T09:00:00Z',
        },
      ],
    });
    const now = { ...order, checkoutState: 'cart' as const, total: 1500 };
    const call = (name: string) =>
      name === refused ? Promise.reject(refusal(409, 'checkout.wrong_state')) : Promise.resolve(now);
    const shop = { scope: {}, call } as unknown as Shop;
    const client = new QueryClient();
    const { queryKey } = cartQueries.current(shop, token);
    client.setQueryData(queryKey, order);
    const actor = createActor(createCheckout(shop, client, token).machine, {
      input: { state: checkoutState },
    });
    actor.start();
    actor.send(
      refused === 'updateOrder'
        ? { type: 'SUBMIT_ADDRESS', body: {} }
        : { type: 'SUBMIT_ORDER', placing: { ...placing, paymentMethod: 'CASH' } },
    );
    await waitFor(actor, (snapshot) => snapshot.context.error !== null || snapshot.matches('shipping'));
    expect(actor.getSnapshot()).toMatchObject({
      value: 'shipping',
      context: { error: null, isThrownBack: true, reached: 'cart' },
    });
    expect(client.getQueryData(queryKey)?.total).toBe(1500);
  },
);

test('a step that is refused though it is open, and one of which nothing more is known, say so', async () => {
  for (const answer of [{ state: 'cart', checkoutState: 'payment_selected', payments: [] }, lost]) {
    const call = (name: string) =>
      name === 'order' && !(answer instanceof Error)
        ? Promise.resolve(answer)
        : Promise.reject(name === 'order' ? lost : refusal(409, 'checkout.wrong_state'));
    const client = new QueryClient();
    const shop = { scope: {}, call } as unknown as Shop;
    client.setQueryData(cartQueries.current(shop, token).queryKey, anOrder({ tokenValue: token }));
    const { actor } = await press(shop, client);
    expect(actor.getSnapshot()).toMatchObject({
      value: 'payment',
      context: { error: { errorCode: 'checkout.wrong_state' } },
    });
    client.clear();
  }
});

test('"already submitted" is the order that an earlier press placed', async () => {
  const { shop } = shopWith([refusal(409, 'cart.already_completed')]);
  const { actor, placed } = await press(shop);
  expect(actor.getSnapshot().value).toBe('completed');
  expect(placed?.tokenValue).toBe(token);
});

test('what an order leaves with its buyer, the letters that were chosen too, is read anew for the next one; a guest has none', async () => {
  for (const isGuest of [false, true]) {
    if (!isGuest) writeTokens({ token: 'bearer', refreshToken: 'refresh' });
    let isTold = false;
    const asked: string[] = [];
    const call = (name: string) => {
      if (name === 'completeOrder') isTold = true;
      if (name !== 'customer') return Promise.resolve({ tokenValue: token, payments: [], data: [] });
      asked.push(isTold ? 'after' : 'before');
      return Promise.resolve({ data: [{ subscribedToNewsletter: isTold }] });
    };
    const shop = { scope: {}, call } as unknown as Shop;
    const client = new QueryClient();
    const customer = sessionQueries.customer(shop);
    await client.fetchQuery(customer);
    await press(shop, client);
    if (isGuest) expect(asked).toEqual(['before']);
    else
      await vi.waitFor(() =>
        expect(client.getQueryData(customer.queryKey)?.subscribedToNewsletter).toBe(true),
      );
    localStorage.clear();
    client.clear();
  }
});

test('only a real refusal ends an intention', () => {
  expect(endsIntention(refusal(422, 'consent.required'))).toBe(true);
  expect(endsIntention(refusal(409, 'idempotency.in_progress'))).toBe(false);
  expect(endsIntention(refusal(429, 'rate.limited'))).toBe(false);
  expect(endsIntention(refusal(503, 'server.busy'))).toBe(false);
  expect(endsIntention(lost)).toBe(false);
  expect(endsIntention(new Error('x'))).toBe(false);
});
