import { expect, test, vi } from 'vitest';
import { anOrder, cartToken } from '#tests/builders.ts';
import { add, begin, take } from '#tests/cart-commands.ts';
import { aDevice, aSmallShop } from '#tests/outbox-bench.ts';
import { apiMarker, header } from '#contract/calls/endpoints.ts';
import { newsletterMessage, reviewMessage } from '#domain/waiting/waiting-message.ts';
import type { SignedSession } from './outbox-session.ts';

/** A device whose requests are written down with their bearer; a token that is not `good` is refused. */
function aSignedDevice(given: Partial<SignedSession> = {}) {
  const shop = aSmallShop();
  const here = { owner: '17', token: 'first', good: 'first', renewals: 0 };
  const bearers: (string | null)[] = [];
  const userKeys: (string | null)[] = [];
  const session: SignedSession = {
    bearer: async (owner) => (owner === here.owner ? here.token : null),
    renew: async () => {
      here.renewals += 1;
      here.token = here.good;
      return 'renewed';
    },
    ...given,
  };
  const { env: wire, faults } = aDevice(shop);
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const bearer = new Headers(init?.headers).get('Authorization');
    bearers.push(bearer);
    userKeys.push(new Headers(init?.headers).get(header.userKey));
    if (bearer !== null && bearer !== `Bearer ${here.good}`)
      return Response.json(
        { code: 401, errorCode: 'auth.token_expired', message: '', violations: [] },
        { status: 401, headers: { [header.marker]: apiMarker } },
      );
    return wire.fetch(input, init);
  };
  const device = aDevice(shop, { owner: () => here.owner, session, fetch });
  return { ...device, faults, shop, here, bearers, userKeys };
}

test('R6.09 what a customer put in carries their bearer, what a guest put in never one', async () => {
  const { outbox, here, bearers, shop } = aSignedDevice();
  here.owner = 'guest';
  await outbox.put(begin());
  await outbox.wake();
  here.owner = '17';
  await outbox.put(add('A', 1));
  await outbox.wake();
  expect(bearers).toEqual([null, 'Bearer first']);
  expect(shop.lines()).toEqual({ A: 1 });
});

test('R7.06 what a customer puts into the cart names them to suggestions by their key, in no other call and for no guest', async () => {
  const { outbox, here, userKeys } = aSignedDevice();
  here.owner = 'guest';
  await outbox.put(begin());
  await outbox.put(add('B', 1));
  await outbox.wake();
  here.owner = '17';
  await outbox.put(add('A', 1));
  await outbox.wake();
  // The SHA-256 of „17“.
  const key = '4523540f1504cd17100c4835e85b7eefd49911580f8efff0599a8f283be6b9e3';
  expect(userKeys).toEqual([null, null, key]);
});

test('what a guest left waiting goes as a guest’s while somebody is signed in', async () => {
  const { outbox, here, bearers, faults, heal } = aSignedDevice();
  here.owner = 'guest';
  faults.push('lost');
  await outbox.put(begin());
  await outbox.wake();
  here.owner = '17';
  await heal();
  expect(bearers).toEqual([null, null]);
  expect((await outbox.list()).entries).toEqual([]);
});

test('what the shop answers after a customer has left says nothing of their cart to the device', async () => {
  let owner = '17';
  let isLeaving = false;
  const shop = aSmallShop();
  const { env: wire } = aDevice(shop);
  const { outbox } = aDevice(shop, {
    owner: () => owner,
    session: { bearer: async () => 'bearer', renew: async () => 'unknown' },
    fetch: async (input, init) => {
      const answer = await wire.fetch(input, init);
      if (!isLeaving) return answer;
      // They leave while the answer is on its way: what was known of their cart is forgotten.
      owner = 'guest';
      await outbox.change(({ carts }) => {
        const blank = [...carts.values()].map(({ token, at }) => ({ token, at, order: null }));
        return { changes: { carts: blank, cart: null, forgetCarts: true }, result: undefined };
      });
      return answer;
    },
  });
  await outbox.put(begin());
  await outbox.wake();
  expect([...(await outbox.list()).carts.keys()]).toEqual([cartToken]);
  isLeaving = true;
  await outbox.put(add('A', 1));
  await outbox.wake();
  const { entries, carts, cart } = await outbox.list();
  expect(shop.lines()).toEqual({ A: 1 });
  expect({ entries, carts: [...carts.keys()], cart }).toEqual({ entries: [], carts: [], cart: null });
});

test('of an order that the shop places after its customer has left nothing stays on the device', async () => {
  let owner = '17';
  const { outbox } = aDevice(aSmallShop(), {
    owner: () => owner,
    session: { bearer: async () => 'bearer', renew: async () => 'unknown' },
    fetch: (_input, init) => {
      owner = 'guest';
      const key = new Headers(init?.headers).get('Idempotency-Key') ?? '';
      return Promise.resolve(
        Response.json(anOrder({ state: 'new', number: '10001' }), {
          status: 201,
          headers: { [header.marker]: apiMarker, 'Idempotency-Key': key },
        }),
      );
    },
  });
  await outbox.put({
    ...begin(),
    kind: 'placeIntent',
    body: { tokenValue: cartToken, email: 'ruta@example.com', lines: [] },
  });
  await outbox.wake();
  const { entries, carts } = await outbox.list();
  expect({ entries, carts: [...carts.keys()] }).toEqual({ entries: [], carts: [] });
});

test('a line that its owner took out while it was on its way, and then left, is out of the cart once they are back', async () => {
  let owner = '17';
  let isLeaving = false;
  const shop = aSmallShop();
  const { env: wire } = aDevice(shop);
  const { outbox } = aDevice(shop, {
    owner: () => owner,
    session: { bearer: async (whose) => (whose === owner ? 'bearer' : null), renew: async () => 'unknown' },
    fetch: async (input, init) => {
      const answer = await wire.fetch(input, init);
      if (!isLeaving) return answer;
      isLeaving = false;
      await outbox.put(take('A'));
      owner = 'guest';
      await outbox.change(({ carts }) => ({
        changes: {
          carts: [...carts.values()].map(({ token, at }) => ({ token, at, order: null })),
          cart: null,
          forgetCarts: true,
        },
        result: undefined,
      }));
      return answer;
    },
  });
  await outbox.put(begin());
  await outbox.wake();
  isLeaving = true;
  await outbox.put(add('A', 1));
  await outbox.wake();
  expect(shop.lines()).toEqual({ A: 1 });
  expect((await outbox.list()).carts.get(cartToken)?.order ?? null).toBeNull();
  owner = '17';
  await outbox.wake(true);
  expect(shop.lines()).toEqual({});
  expect((await outbox.list()).entries).toEqual([]);
});

test.each([
  ['is here', { A: 1 }],
  ['has left again', undefined],
])(
  'of a guest’s change that a customer took while the worker sent it the cart is kept if the customer %s',
  async (how, kept) => {
    const shop = aSmallShop();
    const wire = aDevice(shop);
    let isTaken = false;
    // As in the worker: nobody is ever signed in.
    const { outbox } = aDevice(shop, {
      fetch: async (input, init) => {
        const answer = await wire.env.fetch(input, init);
        if (!isTaken) return answer;
        await outbox.change(({ entries }) => ({
          changes: { update: entries.map((one) => ({ ...one, owner: '17' })), cart: cartToken },
          result: undefined,
        }));
        if (how !== 'is here')
          await outbox.change(() => ({
            changes: { carts: [{ token: cartToken, order: null, at: 1 }], cart: null, forgetCarts: true },
            result: undefined,
          }));
        return answer;
      },
    });
    await outbox.put(begin());
    await outbox.wake();
    isTaken = true;
    await outbox.put(add('A', 1));
    await outbox.wake();
    const { entries, carts } = await outbox.list();
    expect(entries).toEqual([]);
    const order = carts.get(cartToken)?.order;
    expect(order && Object.fromEntries(order.items.map((one) => [one.variant.code, one.quantity]))).toEqual(
      kept,
    );
  },
);

test('R7.07 a refused token is renewed once, and the command goes again with the same key', async () => {
  const { outbox, here, bearers, shop } = aSignedDevice();
  here.good = 'second';
  const id = await outbox.put(begin());
  await outbox.wake();
  expect(bearers).toEqual(['Bearer first', 'Bearer second']);
  expect(here.renewals).toBe(1);
  expect(shop.sent.map((one) => one.key)).toEqual([id]);
  expect((await outbox.list()).entries).toEqual([]);
});

test('a renewal that nobody answers leaves the command waiting; one that is refused parks it for its owner', async () => {
  const unheard = aSignedDevice({ renew: async () => 'unknown' });
  unheard.here.good = 'second';
  await unheard.outbox.put(begin());
  await unheard.outbox.wake();
  expect((await unheard.outbox.list()).entries).toMatchObject([{ state: 'queued', tries: 1 }]);
  const over = aSignedDevice({ renew: async () => 'over' });
  over.here.good = 'second';
  await over.outbox.put(begin());
  await over.outbox.wake();
  expect((await over.outbox.list()).entries).toMatchObject([{ state: 'parked', reason: 'owner' }]);
});

test.each(['bearer', 'renew'] as const)(
  'a %s that never comes holds nobody: the command waits, and what a guest left goes',
  async (step) => {
    const { outbox, here, shop, time, bearers } = aSignedDevice({
      [step]: () => new Promise<never>(() => {}),
    });
    here.good = step === 'renew' ? 'second' : 'first';
    await outbox.put(begin());
    await vi.waitFor(async () => expect((await outbox.list()).entries[0]?.state).toBe('sending'));
    if (step === 'renew') await vi.waitFor(() => expect(bearers).toEqual(['Bearer first']));
    here.owner = 'guest';
    const other = 'of-a-guest'.padEnd(32, '0');
    const id = await outbox.put({ ...begin(), scope: `cart:${other}`, body: { tokenValue: other } });
    here.owner = '17';
    time.advance(30_000);
    await outbox.wake();
    expect((await outbox.list()).entries).toMatchObject([
      // Without a token it never left the device.
      { owner: '17', state: 'queued', tries: step === 'renew' ? 1 : 0 },
    ]);
    expect(shop.effects).toEqual([id]);
  },
);

test('somebody who left while their command was about to go does not send it, and the next person does not either', async () => {
  const { outbox, here, bearers, heal } = aSignedDevice({ bearer: async () => null });
  await outbox.put(begin());
  await outbox.wake();
  here.owner = '18';
  await heal(3);
  expect(bearers).toEqual([]);
  expect((await outbox.list()).entries).toMatchObject([{ owner: '17', state: 'queued' }]);
});

test('I8 a message leaves alone what another has left behind, and is not held by it', async () => {
  const here = { owner: '17', isOffline: true };
  const sent: string[] = [];
  const { outbox } = aDevice(aSmallShop(), {
    owner: () => here.owner,
    isOffline: () => here.isOffline,
    fetch: (_input, init) => {
      const key = new Headers(init?.headers).get('Idempotency-Key') ?? '';
      sent.push(key);
      const headers = { [header.marker]: apiMarker, 'Idempotency-Key': key };
      return Promise.resolve(Response.json({ id: 1 }, { status: 201, headers }));
    },
  });
  const speaker = { locale: 'lt', channel: 'retail' };
  const review = (reviewToken: string, comment: string) =>
    reviewMessage({ product: 'DS1001', rating: 5, comment, reviewToken }, 'Seeds', speaker);
  const before = [
    await outbox.put(review('a', 'Grow well')),
    await outbox.put(newsletterMessage('rasa@example.com', speaker)),
  ];
  // One was tried before its owner left and had to sign in again, the other never left the device.
  await outbox.change(({ entries }) => ({
    changes: {
      update: entries
        .filter(({ kind }) => kind === 'subscribeNewsletter')
        .map((one) => ({ ...one, state: 'parked', reason: 'owner', tries: 1 })),
    },
    result: undefined,
  }));
  here.owner = 'guest';
  const after = [
    await outbox.put(review('b', 'Grow slowly')),
    await outbox.put(newsletterMessage('jonas@example.com', speaker)),
  ];
  const ids = async () => (await outbox.list()).entries.map(({ id }) => id);
  expect(await ids()).toEqual([...before, ...after]);
  here.isOffline = false;
  await outbox.wake(true);
  expect(sent).toEqual(after);
  expect(await ids()).toEqual(before);
});
