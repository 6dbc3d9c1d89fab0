import fc from 'fast-check';
import { expect, test } from 'vitest';
import { add, begin, change, take } from '#tests/cart-commands.ts';
import { aDevice, aSmallShop, type Fault } from '#tests/outbox-bench.ts';
import { anItem, anOrder, cartToken } from '#tests/builders.ts';
import { isFailing, tokenOf } from '#domain/waiting/waiting-command.ts';
import { leaseLock } from './sender-lock.ts';

test('R0.44 what was put in without a connection is sent once, in its order, with a key made once', async () => {
  let isOffline = true;
  const shop = aSmallShop();
  const { outbox } = aDevice(shop, { isOffline: () => isOffline });
  await outbox.put(begin());
  await outbox.put(add('A', 2));
  await outbox.put(add('B', 1));
  await outbox.wake(true);
  expect(shop.sent).toEqual([]);
  const waiting = (await outbox.list()).entries;
  expect(waiting.map((one) => [one.kind, one.state, one.tries])).toEqual([
    ['pickUpCart', 'queued', 0],
    ['addItem', 'queued', 0],
    ['addItem', 'queued', 0],
  ]);
  isOffline = false;
  await outbox.wake(true);
  expect(shop.sent.map((one) => one.key)).toEqual(waiting.map((one) => one.id));
  expect(shop.lines()).toEqual({ A: 2, B: 1 });
  expect((await outbox.list()).entries).toEqual([]);
});

const unclear: Fault[] = [
  'lost',
  'answer lost',
  'hangs',
  'sign-in page',
  '500',
  '503',
  '429',
  'cut',
  'in progress',
  'other key',
];
test.each(unclear)(
  'an unclear outcome (%s) keeps the command and asks again with the same key',
  async (fault) => {
    const shop = aSmallShop();
    const { outbox, faults, heal } = aDevice(shop);
    await outbox.put(begin());
    await outbox.wake();
    faults.push(fault);
    await outbox.put(add('A', 2));
    await outbox.wake();
    const [entry] = (await outbox.list()).entries;
    expect(entry).toMatchObject({ kind: 'addItem', state: 'queued', tries: 1 });
    await heal();
    const keys = shop.sent.filter((one) => one.path.endsWith('/items')).map((one) => one.key);
    expect(new Set(keys)).toEqual(new Set([entry?.id]));
    expect(shop.lines()).toEqual({ A: 2 });
    expect((await outbox.list()).entries).toEqual([]);
  },
);

test.each(['lost', 'offline'] as const)(
  'a change that the shop failed at only waits once the shop cannot be asked any more (%s)',
  async (how) => {
    let isOffline = false;
    const shop = aSmallShop();
    const { outbox, faults, heal } = aDevice(shop, { isOffline: () => isOffline });
    await outbox.put(begin());
    await outbox.put(add('A', 2));
    await outbox.wake();
    // What the page was told, not what a look at the disk would find.
    const failing = () => outbox.state().entries.map((one) => isFailing(one));
    faults.push('500');
    await outbox.put(change('A', 5));
    await outbox.wake();
    expect(failing()).toEqual([true]);
    if (how === 'lost') faults.push('lost');
    else isOffline = true;
    await outbox.wake(true);
    await expect.poll(failing).toEqual([false]);
    isOffline = false;
    await heal();
    expect(shop.lines()).toEqual({ A: 5 });
  },
);

test('a shop that is silent is told as late before the try ends: whether it is there can be asked meanwhile', async () => {
  const told: string[] = [];
  const { outbox, faults } = aDevice(aSmallShop(), { onOutcome: (outcome) => told.push(outcome) });
  faults.push('hangs');
  await outbox.put(begin());
  await outbox.wake();
  expect(told).toEqual(['late', 'unreachable']);
});

test('pauses grow from a second to five minutes; a pause that the shop asks for is kept even when the shopper asks', async () => {
  const shop = aSmallShop();
  const { outbox, faults, time } = aDevice(shop);
  faults.push(...Array.from({ length: 14 }, () => 'lost' as const));
  await outbox.put(begin());
  const seen: number[] = [];
  for (let round = 0; round < 12; round += 1) {
    await outbox.wake(round > 0);
    const [entry] = (await outbox.list()).entries;
    seen.push((entry?.nextTryAt ?? 0) - time.clock.now());
  }
  expect(seen).toEqual(seen.toSorted((one, other) => one - other));
  expect(seen[0]).toBeGreaterThanOrEqual(500);
  expect(seen.at(-1)).toBe(225_000);
  faults.length = 0;
  faults.push('429');
  await outbox.wake(true);
  const before = shop.sent.length;
  await outbox.wake(true);
  expect(shop.sent.length).toBe(before);
  time.advance(120_000);
  await outbox.wake();
  expect((await outbox.list()).entries).toEqual([]);
});

test('a clock that is set back by a year does not hold a command back for a year', async () => {
  const shop = aSmallShop();
  const { outbox, faults, time } = aDevice(shop);
  faults.push('lost');
  await outbox.put(begin());
  await outbox.wake();
  time.set(1_000);
  await outbox.wake();
  time.advance(300_000);
  await outbox.wake();
  time.advance(300_000);
  await outbox.wake();
  expect((await outbox.list()).entries).toEqual([]);
});

test('R0.44 a refusal stays on its line with the sentence of the shop; later changes of that line wait, others go on', async () => {
  const shop = aSmallShop({ A: 3 });
  const { outbox, faults, heal } = aDevice(shop);
  await outbox.put(begin());
  await outbox.put(add('A', 2));
  await outbox.wake();
  // On its way with an unclear outcome: what follows on the line is an entry of its own.
  faults.push('lost');
  await outbox.put(change('A', 9, 1));
  await outbox.wake();
  await outbox.put(add('A', 1));
  await outbox.put(add('B', 1));
  await heal();
  const { entries } = await outbox.list();
  expect(entries.map((one) => [one.kind, one.state, one.answer?.message])).toEqual([
    ['changeQuantity', 'refused', 'Sakinys: cart.insufficient_stock'],
    ['addItem', 'queued', undefined],
  ]);
  expect(shop.lines()).toEqual({ A: 2, B: 1 });
  // The way back: what was refused is withdrawn, what waited behind it goes.
  expect(await outbox.withdraw(entries[0]?.id ?? '')).toBe(true);
  await heal();
  expect(shop.lines()).toEqual({ A: 3, B: 1 });
});

test('a change of a line begun without a connection finds the id that the shop gave it', async () => {
  const shop = aSmallShop();
  const { outbox, faults, heal } = aDevice(shop);
  await outbox.put(begin());
  await outbox.wake();
  faults.push('answer lost');
  await outbox.put(add('A', 1));
  await outbox.wake();
  await outbox.put(change('A', 5));
  await heal();
  expect(shop.lines()).toEqual({ A: 5 });
  await outbox.put(add('C', 1));
  await outbox.put(take('C'));
  await heal();
  expect(shop.lines()).toEqual({ A: 5 });
  expect((await outbox.list()).entries).toEqual([]);
});

test('an entry of another person is never sent and holds nobody else up', async () => {
  let owner = '17';
  const shop = aSmallShop();
  const { outbox, heal } = aDevice(shop, { owner: () => owner, isOffline: () => owner === '17' });
  await outbox.put(begin());
  await outbox.put(add('A', 1));
  owner = 'guest';
  await heal(3);
  expect(shop.sent).toEqual([]);
  expect((await outbox.list()).entries.map((one) => one.owner)).toEqual(['17', '17']);
});

test('a command that may be at the shop already cannot be withdrawn', async () => {
  const shop = aSmallShop();
  const { outbox, faults } = aDevice(shop);
  faults.push('lost');
  const id = await outbox.put(begin());
  await outbox.wake();
  expect(await outbox.withdraw(id ?? '')).toBe(false);
  expect((await outbox.list()).entries).toHaveLength(1);
});

test('a cart that the shop knows no more is begun anew with the lines of the device', async () => {
  const shop = aSmallShop();
  const { outbox, heal } = aDevice(shop);
  await outbox.put(begin());
  await outbox.put(add('A', 2));
  await outbox.wake();
  expect(shop.lines()).toEqual({ A: 2 });
  shop.forget();
  await outbox.put(add('B', 1));
  await heal();
  expect(shop.lines()).toEqual({ A: 2, B: 1 });
  const moved = (await outbox.list()).carts.get('abcdefghijklmnopqrstuvwxyz012345')?.movedTo;
  expect(moved).toMatch(/^new-token-/);
});

test('two pages, one sender: each key has one effect', async () => {
  const shop = aSmallShop();
  const device = aDevice(shop);
  const other = device.anotherPage();
  await device.outbox.put(begin());
  await Promise.all([
    device.outbox.put(add('A', 1)),
    other.put(add('B', 1)),
    device.outbox.wake(),
    other.wake(),
  ]);
  await device.heal();
  expect(shop.lines()).toEqual({ A: 1, B: 1 });
  expect(new Set(shop.sent.map((one) => one.key)).size).toBe(shop.sent.length);
});

test('without locks a lease leaves one sender, and a lease from the future is not believed', async () => {
  const { store, time } = aDevice(aSmallShop());
  expect(await store.takeLease('one', 1_000, 60_000)).toBe(true);
  expect(await store.takeLease('two', 2_000, 60_000)).toBe(false);
  expect(await store.takeLease('one', 30_000, 60_000)).toBe(true);
  expect(await store.takeLease('two', 95_000, 60_000)).toBe(true);
  expect(await store.takeLease('one', -1_000_000, 60_000)).toBe(true);
  await store.freeLease('one');
  const order: string[] = [];
  let open: () => void = () => {};
  const first = leaseLock(
    store,
    time.clock,
    'one',
  )(async () => {
    order.push('one begins');
    await new Promise<void>((resolve) => {
      open = resolve;
    });
    order.push('one ends');
  });
  while (order.length === 0) await new Promise((resolve) => setTimeout(resolve));
  const second = leaseLock(store, time.clock, 'two')(async () => void order.push('two'));
  open();
  await first;
  const pushing = setInterval(() => time.advance(1_000), 1);
  await second;
  clearInterval(pushing);
  expect(order).toEqual(['one begins', 'one ends', 'two']);
});

const codes = ['A', 'B', 'C'] as const;
type Step =
  | { do: 'add' | 'change' | 'take'; code: (typeof codes)[number]; quantity: number }
  | { do: 'send'; faults: Fault[] };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constantFrom('add', 'change', 'take'),
    code: fc.constantFrom(...codes),
    quantity: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({
    do: fc.constant('send'),
    faults: fc.array(fc.constantFrom('none', ...unclear), { maxLength: 4 }),
  }),
);

test('whatever is changed and however the network fails, the cart becomes what was asked for and no key acts twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const shop = aSmallShop();
      const { outbox, faults, time, heal } = aDevice(shop);
      const wanted = new Map<string, number>();
      await outbox.put(begin());
      for (const one of steps) {
        if (one.do === 'send') {
          faults.push(...one.faults);
          time.advance(400_000);
          await outbox.wake(true);
          continue;
        }
        const { code, quantity } = one;
        const known = shop.order().items.find((item) => item.variant.code === code)?.id ?? null;
        if (one.do === 'add') {
          wanted.set(code, (wanted.get(code) ?? 0) + quantity);
          await outbox.put(add(code, quantity));
        } else if (wanted.has(code)) {
          if (one.do === 'take') wanted.delete(code);
          else wanted.set(code, quantity);
          await outbox.put(one.do === 'take' ? take(code, known) : change(code, quantity, known));
        }
      }
      faults.length = 0;
      await heal(60);
      expect((await outbox.list()).entries).toEqual([]);
      expect(shop.lines()).toEqual(
        Object.fromEntries(
          [...codes].flatMap((code) => (wanted.has(code) ? [[code, wanted.get(code)]] : [])),
        ),
      );
      expect(new Set(shop.effects).size).toBe(shop.effects.length);
    }),
    { numRuns: 150 },
  );
}, 60_000);

/** A device whose next request meets this answer of the shop. */
const answered = (status: number, body: object) =>
  aDevice(aSmallShop(), {
    fetch: (_, init) =>
      Promise.resolve(
        new Response(JSON.stringify(body), {
          status,
          headers: {
            'X-Shop-Api': '2',
            'Idempotency-Key': new Headers(init?.headers).get('Idempotency-Key') ?? '',
          },
        }),
      ),
  });
const ofTheCustomer = 'c'.repeat(32);
test('CART-01 a customer who has another open cart goes on in that one, with what still waits', async () => {
  const { outbox } = answered(201, anOrder({ tokenValue: ofTheCustomer }));
  await outbox.putAll([begin(), add('A', 2)], { cart: cartToken });
  const refused = { ...add('B', 1), state: 'refused' as const, dropped: [add('C', 1)] };
  await outbox.putAll([refused]);
  await outbox.wake();
  const { entries, carts, cart } = await outbox.list();
  expect(carts.get(cartToken)).toMatchObject({ order: null, movedTo: ofTheCustomer });
  expect(carts.get(ofTheCustomer)?.order).toMatchObject({ tokenValue: ofTheCustomer });
  expect(cart).toBe(ofTheCustomer);
  expect(entries).toMatchObject([
    {
      state: 'refused',
      scope: `cart:${ofTheCustomer}`,
      params: { token: ofTheCustomer },
      dropped: [{ scope: `cart:${ofTheCustomer}`, params: { token: ofTheCustomer } }],
    },
  ]);
});

test('a cart whose order waits keeps the name under which that was made', async () => {
  const { outbox } = answered(201, anOrder({ tokenValue: ofTheCustomer }));
  const order = {
    ...begin(),
    kind: 'placeIntent' as const,
    body: { lines: [] },
    state: 'needs-review' as const,
  };
  await outbox.putAll([begin(), order]);
  await outbox.wake();
  const { entries, carts } = await outbox.list();
  expect(carts.get(cartToken)?.movedTo).toBeUndefined();
  expect(entries).toMatchObject([{ kind: 'placeIntent', scope: `cart:${cartToken}` }]);
});

const alreadyOrdered = {
  code: 409,
  errorCode: 'cart.already_completed',
  message: 'x',
  violations: [],
  context: { tokenValue: cartToken, number: '10007' },
};

test('an intent whose cart is an order already was placed by an earlier press: it is shown with its number, not as refused', async () => {
  const { outbox } = answered(409, alreadyOrdered);
  await outbox.put({ ...begin(), kind: 'placeIntent', body: { lines: [] }, shown: { total: 100 } });
  await outbox.wake();
  expect((await outbox.list()).entries).toMatchObject([
    { state: 'confirmed', shown: { total: 100, placed: { number: '10007' } } },
  ]);
});

/** A device whose orders are refused since the cart is an order already; what the shop answers to the question for it. */
const orderedBefore = (read: () => { status: number; body: object } | null) =>
  aDevice(aSmallShop(), {
    fetch: (_, init) => {
      const isRead = (init?.method ?? 'GET') === 'GET';
      const answer = isRead ? read() : { status: 409, body: alreadyOrdered };
      if (answer === null) return Promise.reject(new TypeError('cut'));
      const echo = new Headers(init?.headers).get('Idempotency-Key');
      return Promise.resolve(
        new Response(JSON.stringify(answer.body), {
          status: answer.status,
          headers: {
            'X-Shop-Api': '2',
            ...(answer.status === 429 ? { 'Retry-After': '30' } : {}),
            ...(echo === null ? {} : { 'Idempotency-Key': echo }),
          },
        }),
      );
    },
  });

test('I7 an order whose cart the shop had taken before is shown with the figures of the order that there is, asked for until they are known', async () => {
  const method = { code: 'VAN', name: 'Courier', kind: 'courier', price: 499 };
  const order = {
    ...anOrder({
      state: 'new',
      items: [{ ...anItem(), productName: 'Agurkai', quantity: 2, subtotal: 889, total: 889 }],
      total: 1388,
      shippingTotal: 499,
    }),
    number: '10007',
    shipments: [{ id: 1, kind: 'courier', method }],
    payments: [{ id: 1, method: { code: 'TRANSFER', name: 'Bank transfer' } }],
  };
  let isBack = false;
  const { outbox, time } = orderedBefore(() => (isBack ? { status: 200, body: order } : null));
  const saved = { lines: [], delivery: 'Pickup', deliveryPrice: 0, payment: 'Cash', total: 889 };
  await outbox.put({ ...begin(), kind: 'placeIntent', body: {}, shown: saved });
  await outbox.wake();
  expect((await outbox.list()).entries).toMatchObject([{ state: 'queued', shown: saved }]);
  isBack = true;
  time.advance(400_000);
  await outbox.wake();
  const [entry] = (await outbox.list()).entries;
  expect(entry).toMatchObject({
    state: 'confirmed',
    shown: {
      lines: [{ name: 'Agurkai', quantity: 2, total: 889 }],
      delivery: 'Courier',
      deliveryPrice: 499,
      payment: 'Bank transfer',
      total: 1388,
      placed: { number: '10007', total: 1388, deliveryPrice: 499, isEarlier: true },
    },
  });
});

test('a shop that is too busy to say which order there is says when it is asked again', async () => {
  const { outbox, time } = orderedBefore(() => ({ status: 429, body: { code: 429, errorCode: 'x' } }));
  await outbox.put({ ...begin(), kind: 'placeIntent', body: {}, shown: {} });
  await outbox.wake();
  expect((await outbox.list()).entries[0]?.notBefore).toBe(time.clock.now() + 30_000);
});

test('changes of a cart that went into an account wait for the sign-in: nothing is made anew, or it would be there twice', async () => {
  const { outbox } = answered(404, {
    code: 404,
    errorCode: 'cart.claimed',
    message: 'x',
    violations: [],
    context: {},
  });
  await outbox.putAll([add('A', 1), change('B', 5, 31)], { cart: cartToken });
  await outbox.wake();
  const { entries, carts, cart } = await outbox.list();
  expect(entries.map(({ kind, state, reason }) => [kind, state, reason])).toEqual([
    ['addItem', 'parked', 'owner'],
    ['changeQuantity', 'parked', 'owner'],
  ]);
  expect([carts.get(cartToken)?.movedTo, cart]).toEqual([undefined, cartToken]);
  await outbox.put({ ...begin(), kind: 'placeIntent', body: { lines: [] }, shown: { total: 100 } });
  await outbox.wake();
  expect((await outbox.list()).entries.at(-1)).toMatchObject({ kind: 'placeIntent', state: 'parked' });
});

test('CHK-21 an order that the shop had taken before it was stopped is placed, and says that the wish came too late', async () => {
  const order = { ...anOrder({ state: 'new' }), number: '10007' };
  const { outbox } = aDevice(aSmallShop(), {
    fetch: (input, init) => {
      if (init?.method !== 'DELETE') return Promise.reject(new TypeError('cut'));
      const idempotencyKey = (input as string).split('/').at(-1);
      const told = { idempotencyKey, outcome: 'placed', status: 201, at: '2026-05-01T09:00:00Z', order };
      return Promise.resolve(
        new Response(JSON.stringify(told), { status: 200, headers: { 'X-Shop-Api': '2' } }),
      );
    },
  });
  const id = await outbox.put({ ...begin(), kind: 'placeIntent', body: { lines: [] }, shown: {} });
  await outbox.wake();
  expect(await outbox.stopOrder(id ?? '')).toBe(true);
  await outbox.wake(true);
  expect((await outbox.list()).entries).toMatchObject([
    { state: 'confirmed', shown: { placed: { number: '10007', isStoppedLate: true } } },
  ]);
});

test('CHK-21 an order that an older shop cannot stop goes on under its key, and is noted as such until another wish or its end', async () => {
  const order = { ...anOrder({ state: 'new' }), number: '10007' };
  let isTaken = false;
  const keys = new Set<string | null>();
  const { outbox } = aDevice(aSmallShop(), {
    fetch: (_input, init) => {
      const marker = { 'X-Shop-Api': '2' };
      if (init?.method === 'DELETE') {
        const error = { code: 404, errorCode: 'not_found', message: 'Not found', violations: [] };
        return Promise.resolve(new Response(JSON.stringify(error), { status: 404, headers: marker }));
      }
      const key = new Headers(init?.headers).get('Idempotency-Key');
      keys.add(key);
      if (!isTaken) return Promise.reject(new TypeError('cut'));
      const headers = { ...marker, 'Idempotency-Key': key ?? '' };
      return Promise.resolve(new Response(JSON.stringify(order), { status: 201, headers }));
    },
  });
  const id = await outbox.put({ ...begin(), kind: 'placeIntent', body: { lines: [] }, shown: {} });
  await outbox.wake();
  await outbox.stopOrder(id ?? '');
  await outbox.wake(true);
  const [waiting] = (await outbox.list()).entries;
  expect(waiting).toMatchObject({ state: 'queued', isUnstoppable: true });
  expect(waiting).not.toHaveProperty('isStopping');
  isTaken = true;
  await outbox.wake(true);
  expect((await outbox.list()).entries).toMatchObject([
    { state: 'confirmed', shown: { placed: { number: '10007', isUnstopped: true } } },
  ]);
  expect(keys).toEqual(new Set([id]));
});

test('CHK-21 an order that was stopped, of a cart that had been ordered before, is not said to have been taken', async () => {
  const earlier = { ...anOrder({ state: 'new' }), number: '10007' };
  const context = { tokenValue: earlier.tokenValue, number: earlier.number };
  const error = { code: 409, errorCode: 'cart.already_completed', message: '', violations: [], context };
  const { outbox } = aDevice(aSmallShop(), {
    fetch: (input, init) => {
      if (init?.method === 'POST') return Promise.reject(new TypeError('cut'));
      const idempotencyKey = (input as string).split('/').at(-1);
      const told = { idempotencyKey, outcome: 'refused', status: 409, at: '2026-05-01T09:00:00Z', error };
      return Promise.resolve(
        new Response(JSON.stringify(init?.method === 'DELETE' ? told : earlier), {
          status: 200,
          headers: { 'X-Shop-Api': '2' },
        }),
      );
    },
  });
  const id = await outbox.put({ ...begin(), kind: 'placeIntent', body: { lines: [] }, shown: {} });
  await outbox.wake();
  await outbox.stopOrder(id ?? '');
  await outbox.wake(true);
  const [entry] = (await outbox.list()).entries;
  expect(entry).toMatchObject({
    state: 'confirmed',
    shown: { placed: { number: '10007', isEarlier: true } },
  });
  expect(entry).not.toHaveProperty('shown.placed.isStoppedLate');
});

test('what was ordered is kept as the shop has it: by the rules of the buyer it may be less than was asked for', async () => {
  const item = { ...anItem(), productName: 'Agurkai', quantity: 2, subtotal: 500, total: 500 };
  const { outbox } = answered(201, {
    ...anOrder({ state: 'new', items: [item], total: 799, shippingTotal: 299 }),
    number: '10007',
    nextAction: { type: 'none' },
    warnings: [
      { errorCode: 'cart.quantity_capped', detail: 'Agurkai: 2.' },
      { errorCode: 'coupon.invalid', detail: 'This promo code is not valid.' },
    ],
  });
  const asked = [{ code: item.variant.code, name: 'Agurkai', variantName: '', quantity: 5, total: 1250 }];
  await outbox.put({ ...begin(), kind: 'placeIntent', body: {}, shown: { lines: asked, total: 1549 } });
  await outbox.wake();
  const [entry] = (await outbox.list()).entries;
  expect(entry?.shown).toMatchObject({
    lines: asked,
    placed: {
      total: 799,
      deliveryPrice: 299,
      lines: [{ code: item.variant.code, name: 'Agurkai', quantity: 2, total: 500 }],
      // What became of a line is seen beside what was asked for.
      warnings: ['This promo code is not valid.'],
    },
  });
});

test.each([
  ['the shop places', 200, { ...anOrder({ state: 'new' }), number: '10007', nextAction: { type: 'none' } }],
  ['an earlier press has placed', 409, alreadyOrdered],
])('a cart that %s is let go with the same writing, and no other one', async (_, status, body) => {
  for (const [inFront, left] of [
    [cartToken, null],
    ['o'.repeat(32), 'o'.repeat(32)],
  ] as const) {
    const { outbox } = answered(status, body);
    const order = { ...begin(), kind: 'completeOrder' as const, params: { token: cartToken }, body: {} };
    await outbox.putAll([order], { cart: inFront });
    await outbox.wake();
    const { entries, cart } = await outbox.list();
    expect(entries).toMatchObject([{ state: 'confirmed', shown: { placed: { number: '10007' } } }]);
    expect(cart).toBe(left);
  }
});

test('a cart that was emptied is gone for the page; what is put in meanwhile begins another', async () => {
  const shop = aSmallShop();
  const { outbox, heal } = aDevice(shop);
  const clear = {
    ...begin(),
    kind: 'clearCart' as const,
    params: { token: tokenOf(begin().scope) },
    body: {},
  };
  await outbox.put(begin());
  await outbox.put(add('A', 2));
  await heal();
  await outbox.put(clear);
  await heal();
  expect(shop.lines()).toEqual({});
  expect((await outbox.list()).carts.get(clear.params.token)).toMatchObject({ order: null, movedTo: '' });
});
