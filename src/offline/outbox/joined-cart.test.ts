/** A cart of this device that goes into another of its customer, or is gone at the shop, while changes of it wait or are on their way. */
import { expect, test } from 'vitest';
import { anItem, anOrder, cartToken } from '#tests/builders.ts';
import { add, begin } from '#tests/cart-commands.ts';
import { aDevice, aSmallShop } from '#tests/outbox-bench.ts';
import { commandVersion, type NewCommand } from '#domain/waiting/waiting-command.ts';
import { joinedRecord } from './joined-cart.ts';
import { inJoinedCart } from './moved-command.ts';

const other = 'p'.repeat(32);
const customer = '42';
const session = { bearer: () => Promise.resolve('token'), renew: () => Promise.resolve('unknown' as const) };
const line = (id: number, code: string) => {
  const item = anItem({ id });
  return { ...item, variant: { ...item.variant, code } };
};
const clear: NewCommand = { ...begin(), kind: 'clearCart', params: { token: cartToken }, body: {} };

/** The shop's answer to a request, under the key of the request. */
const answerTo = (init: RequestInit | undefined, status: number, body: unknown) =>
  new Response(status === 204 ? null : JSON.stringify(body), {
    status,
    headers: {
      'X-Shop-Api': '2',
      'Content-Type': 'application/json',
      'Idempotency-Key': new Headers(init?.headers).get('Idempotency-Key') ?? '',
    },
  });
const refusal = (errorCode: string) => ({ code: 404, errorCode, message: 'x', violations: [], context: {} });
const pathOf = (input: RequestInfo | URL): string => (typeof input === 'string' ? input : '');

test('CART-18 emptying a cart whose beginning had no answer leaves the cart that its customer has elsewhere as it is', async () => {
  const sent: string[] = [];
  let isLost = true;
  const { outbox, time } = aDevice(aSmallShop(), {
    owner: () => customer,
    session,
    fetch: (input, init) => {
      sent.push(`${init?.method ?? ''} ${pathOf(input)}`);
      if (isLost) return Promise.reject(new TypeError('Failed to fetch'));
      const order = anOrder({ tokenValue: other, items: [line(5, 'MOWER')] });
      return Promise.resolve(answerTo(init, init?.method === 'DELETE' ? 204 : 200, order));
    },
  });
  await outbox.putAll([begin(), add('A', 2)], { cart: cartToken });
  await outbox.wake(true);
  await outbox.put(clear);
  await outbox.put(add('B', 1));
  isLost = false;
  time.advance(400_000);
  await outbox.wake(true);
  const { entries, carts, cart } = await outbox.list();
  expect(sent.filter((one) => one.startsWith('DELETE'))).toEqual([]);
  // What was put in after the emptying goes on in the other cart.
  expect(sent.at(-1)).toMatch(new RegExp(`^POST .*/orders/${other}/items$`));
  expect(entries).toEqual([]);
  expect(carts.get(other)?.order?.items).toHaveLength(1);
  expect(cart).toBe(other);
});

/** A guest's change on its way while a sign-in takes its cart into the customer's, which holds a mower. */
async function signedInMeanwhile(late: (init: RequestInit | undefined) => Response) {
  let who = 'guest';
  let answerLate = () => {};
  const sent: string[] = [];
  const mower = anOrder({ tokenValue: other, id: 7, version: 9, items: [line(5, 'MOWER')] });
  const { outbox } = aDevice(aSmallShop(), {
    owner: () => who,
    session,
    fetch: async (input, init) => {
      const path = pathOf(input);
      sent.push(path);
      if (path.includes(cartToken)) {
        await new Promise<void>((resolve) => (answerLate = resolve));
        return late(init);
      }
      return answerTo(init, 200, who === 'guest' ? anOrder({ tokenValue: cartToken }) : mower);
    },
  });
  await outbox.putAll([begin(), add('A', 2)], { cart: cartToken });
  await expect.poll(() => sent).toHaveLength(2);
  who = customer;
  await outbox.change(({ entries, carts }) => ({
    changes: {
      update: entries.map((one) => ({ ...inJoinedCart(one, other), owner: customer })),
      carts: [joinedRecord(carts, cartToken, other, 0)],
      cart: other,
    },
    result: undefined,
  }));
  await outbox.keepCart(mower);
  answerLate();
  await outbox.wake(true);
  return { state: await outbox.list(), sent: sent.slice(2) };
}

test('an answer that names the guest’s cart after the sign-in leaves the customer’s in front', async () => {
  const { state, sent } = await signedInMeanwhile((init) =>
    answerTo(init, 200, anOrder({ tokenValue: cartToken, version: 2, items: [line(1, 'A')] })),
  );
  expect(state.cart).toBe(other);
  expect(state.carts.get(other)).toMatchObject({ order: { items: [{ variant: { code: 'MOWER' } }] } });
  expect(state.carts.get(other)?.movedTo).toBeUndefined();
  expect(state.entries).toEqual([]);
  expect(sent).toEqual([]);
});

test.each(['order.not_found', 'cart.claimed'])(
  'a guest’s change that is answered %s after the sign-in is asked for once more in the customer’s cart',
  async (errorCode) => {
    const { state, sent } = await signedInMeanwhile((init) => answerTo(init, 404, refusal(errorCode)));
    expect(sent).toEqual([expect.stringMatching(new RegExp(`/orders/${other}/items$`))]);
    expect(state.entries).toEqual([]);
    expect(state.cart).toBe(other);
  },
);

test('a guest’s emptying of a cart that has gone into an account has nothing to empty any more', async () => {
  const { outbox } = aDevice(aSmallShop(), {
    fetch: (_input, init) => Promise.resolve(answerTo(init, 404, refusal('cart.claimed'))),
  });
  await outbox.put(clear);
  await outbox.wake(true);
  expect((await outbox.list()).entries).toEqual([]);
});

test('CART-18 an emptying that is pressed as its cart goes into another one of its customer empties neither, and fails', async () => {
  const { outbox } = aDevice(aSmallShop(), { isOffline: () => true });
  // Another tab, or the sender, has heard it; the page still shows the cart as it was.
  await outbox.change(({ carts }) => ({
    changes: { carts: [joinedRecord(carts, cartToken, other, 1)] },
    result: undefined,
  }));
  await expect(outbox.put(clear)).rejects.toThrow('The cart has gone into another');
  expect((await outbox.list()).entries).toEqual([]);
  // What is put in goes along.
  await outbox.put(add('A', 1));
  expect((await outbox.list()).entries).toMatchObject([{ kind: 'addItem', scope: `cart:${other}` }]);
});

test('an emptying of a cart that goes on under another name alone goes along', async () => {
  const { outbox } = aDevice(aSmallShop(), { isOffline: () => true });
  await outbox.change(() => ({
    changes: { carts: [{ token: cartToken, order: null, movedTo: other, at: 1 }] },
    result: undefined,
  }));
  await outbox.put(clear);
  expect((await outbox.list()).entries).toMatchObject([{ kind: 'clearCart', scope: `cart:${other}` }]);
});

test('CART-18 an emptying that waits under the name of a cart that is in another now is not asked for there', async () => {
  const sent: string[] = [];
  const { outbox } = aDevice(aSmallShop(), {
    fetch: (input, init) => {
      sent.push(`${init?.method ?? ''} ${pathOf(input)}`);
      return Promise.resolve(answerTo(init, 404, refusal('order.not_found')));
    },
  });
  await outbox.change(({ carts }) => ({
    changes: {
      append: [{ ...clear, id: 'e'.repeat(36), owner: 'guest', at: 1 }],
      carts: [joinedRecord(carts, cartToken, other, 1)],
      cart: other,
    },
    result: undefined,
  }));
  await outbox.wake(true);
  expect(sent).toEqual([expect.stringContaining(`DELETE /api/v2/shop/orders/${cartToken}`)]);
  expect((await outbox.list()).entries).toEqual([]);
});

test('what was taken out of a cart that goes into another comes back by its id', () => {
  const back: NewCommand = {
    ...add('A'),
    kind: 'restoreItem',
    params: { token: cartToken, id: 9 },
    body: {},
  };
  expect(inJoinedCart(back, other).params).toEqual({ token: other, id: 9 });
});

const newer = { kind: 'chooseWrapping', line: '#paper', body: { paper: 'red' } };
test.each([
  ['joined', 200, anOrder({ tokenValue: other })],
  ['lost', 404, refusal('order.not_found')],
])(
  'an entry of a newer version lies as it is when its cart is %s, and is withdrawn by nobody',
  async (_how, status, body) => {
    let isOffline = true;
    const { outbox, factory } = aDevice(aSmallShop(), {
      owner: () => customer,
      session,
      isOffline: () => isOffline,
      fetch: (input, init) => {
        const isOfThatCart = pathOf(input).includes(cartToken);
        const tokenValue = pathOf(input).split('/')[5] ?? other;
        return Promise.resolve(
          isOfThatCart ? answerTo(init, status, body) : answerTo(init, 200, anOrder({ tokenValue })),
        );
      },
    });
    await outbox.put(add('A'));
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = factory.open('arimas-outbox');
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('not opened')));
    });
    const entries = () => database.transaction('entries', 'readwrite').objectStore('entries');
    const stored = {
      ...add('A'),
      ...newer,
      id: 'n'.repeat(36),
      owner: customer,
      schemaVersion: commandVersion + 1,
    };
    entries().add(stored);
    isOffline = false;
    await outbox.wake(true);
    expect(await outbox.withdraw(stored.id)).toBe(false);
    const onDisk = await new Promise<unknown[]>((resolve) => {
      const request = entries().getAll();
      request.addEventListener('success', () => resolve(request.result));
    });
    expect(onDisk.find((one) => (one as { id: string }).id === stored.id)).toEqual({ ...stored, seq: 2 });
  },
);

test('an order that never left for want of a token may be withdrawn, and is asked for again', async () => {
  let token: string | null = null;
  const sent: string[] = [];
  const { outbox, time } = aDevice(aSmallShop(), {
    owner: () => customer,
    session: { ...session, bearer: () => Promise.resolve(token) },
    fetch: (input) => {
      sent.push(pathOf(input));
      return Promise.reject(new TypeError('Failed to fetch'));
    },
  });
  await outbox.put({ ...begin(), kind: 'placeIntent', body: { tokenValue: cartToken, lines: [] } });
  await outbox.wake(true);
  expect((await outbox.list()).entries).toMatchObject([{ state: 'queued', tries: 0 }]);
  expect(sent).toEqual([]);
  token = 'token';
  time.advance(40_000);
  await outbox.wake();
  const [entry] = (await outbox.list()).entries;
  expect(entry).toMatchObject({ state: 'queued', tries: 1 });
  expect(sent).toHaveLength(1);
  expect(await outbox.withdraw(entry?.id ?? '')).toBe(false);
});

test('a refusal ends the failure of an earlier try; asked for again, the change has not failed', async () => {
  const { outbox, faults } = aDevice(aSmallShop({ A: 1 }));
  await outbox.put(begin());
  await outbox.wake(true);
  faults.push('500');
  await outbox.put(add('A', 5));
  await outbox.wake();
  await outbox.wake(true);
  const [refused] = (await outbox.list()).entries;
  expect(refused).toMatchObject({ state: 'refused' });
  expect(refused?.trouble).toBeUndefined();
});

test('a screen that fails when it is told keeps no change from the disk nor from the other screens', async () => {
  const { outbox } = aDevice(aSmallShop(), { isOffline: () => true });
  const thrown: unknown[] = [];
  const onError = (error: unknown) => thrown.push(error);
  process.on('uncaughtException', onError);
  let isFirst = true;
  outbox.subscribe(() => {
    if (!isFirst) return;
    isFirst = false;
    throw new Error('a screen');
  });
  for (const _ of [1, 2, 3]) await outbox.put(add('A', 1));
  expect(outbox.state().entries).toMatchObject([{ body: { quantity: 3 } }]);
  await expect.poll(() => thrown.length).toBe(1);
  process.off('uncaughtException', onError);
});
