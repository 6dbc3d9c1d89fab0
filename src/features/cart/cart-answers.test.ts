// @vitest-environment jsdom
/** What the shop says of a cart, and what the device makes of it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { QueryClient } from '@tanstack/react-query';
import type { Shop } from '#api/shop.ts';
import { ApiError } from '#api/api-error.ts';
import { anOrder } from '#tests/builders.ts';
import { aPage, closePages, code, line, pageWithLine, shop, token, onNewDevice } from '#tests/cart-pages.ts';
import { cartKey } from './cart-queries.ts';

beforeEach(onNewDevice);
afterEach(closePages);

test('what another device changed is still told by a page that is opened later, until it was seen', async () => {
  const first = await aPage();
  await first.open();
  const at = (version: number, quantity: number, ids: string[]) =>
    anOrder({ tokenValue: token, version, items: [{ ...line(31), quantity }], appliedCommandIds: ids });
  await first.outbox().keepCart(at(1, 1, ['ours']));
  await first.outbox().keepCart(at(2, 4, ['ours', 'theirs']));
  // A step of the checkout on this page changes nothing of it, and an older answer neither.
  await first.outbox().keepCart(at(3, 4, ['ours', 'theirs', 'step']), true);
  await first.outbox().keepCart(at(2, 4, ['ours', 'theirs']));
  const later = await aPage();
  await later.open();
  const record = () => later.outbox().state().carts.get(token);
  expect(record()).toMatchObject({ order: { version: 3 }, others: [{ line: code, from: 1, to: 4 }] });
  await later.outbox().forgetOthers(token);
  expect(record()).toMatchObject({ order: { version: 3 } });
  expect(record()).not.toHaveProperty('others');
});

test('a cart whose question fails shows what came to the shop while it was asked', async () => {
  localStorage.setItem('CART_TOKEN', token);
  const page = await aPage();
  await page.open();
  const outbox = page.outbox();
  await outbox.keepCart(anOrder({ tokenValue: token, version: 1, items: [] }));
  await page.changeCart({ kind: 'add', variantCode: code, quantity: 1, productName: 'X' });
  const call = async () => {
    // The sender brings the waiting line to the shop, and this question gets no answer.
    await outbox.change(({ entries }) => ({
      changes: {
        remove: entries,
        carts: [
          { token, order: anOrder({ tokenValue: token, version: 2, items: [line(31)] }), at: Date.now() },
        ],
      },
      result: undefined,
    }));
    throw new error.ApiError('unreachable', 0, { message: '' });
  };
  const { readCart } = await import('./cart-outbox.ts');
  const error = await import('#api/api-error.ts');
  const here = { ...page.here, shop: { ...shop, call } as unknown as Shop };
  const cart = await readCart(here, token, new AbortController().signal);
  expect(cart?.items.map((item) => item.id)).toEqual([31]);
});

test('a cart that the shop has not begun yet is the one of the device: the shop, which would know of none, is not asked', async () => {
  const page = await aPage();
  await page.changeCart({ kind: 'add', variantCode: code, quantity: 2, productName: 'X' });
  const begun = localStorage.getItem('CART_TOKEN') ?? '';
  const call = vi.fn(() => Promise.reject(new ApiError('unreachable', 0, { message: '' })));
  const { readCart } = await import('./cart-outbox.ts');
  const here = { ...page.here, shop: { ...shop, call } as unknown as Shop };
  const cart = await readCart(here, begun, new AbortController().signal);
  expect(cart).toMatchObject({ tokenValue: begun, state: 'cart' });
  expect(call).not.toHaveBeenCalled();
  page.outbox().close();
});

test('a copy in doubt stays in doubt when what lies on the device is laid over it: whoever shows the cart next asks the shop', async () => {
  const page = await pageWithLine(31);
  const { queryClient } = page.here;
  const queryKey = cartKey(shop, token);
  const known = anOrder({ tokenValue: token, items: [line(31)] });
  for (const isInDoubt of [false, true]) {
    if (isInDoubt) await queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
    await page.outbox().keepCart({ ...known, version: known.version + (isInDoubt ? 2 : 1) });
    expect(queryClient.getQueryState(queryKey)).toMatchObject({
      data: { version: known.version + (isInDoubt ? 2 : 1) },
      isInvalidated: isInDoubt,
    });
  }
});

test('a cart that went into an account stays as the device has it, is told of once, and is not made anew', async () => {
  const page = await pageWithLine(31);
  const { readCart } = await import('./cart-outbox.ts');
  const { subscribeToToasts, currentToast } = await import('#ui/toast-state.ts');
  let told = 0;
  subscribeToToasts(() => (told += 1));
  await page.outbox().keepCart(anOrder({ tokenValue: token, items: [line(31)] }));
  const detail = 'Šis krepšelis dabar Jūsų paskyroje.';
  // The page's own: its modules are new.
  const { ApiError: Refused } = await import('#api/api-error.ts');
  const claimed = new Refused('refused', 404, { errorCode: 'cart.claimed', message: 'x', detail });
  const here = { ...page.here, shop: { ...shop, call: () => Promise.reject(claimed) } as unknown as Shop };
  for (let asked = 0; asked < 2; asked += 1)
    expect((await readCart(here, token, new AbortController().signal))?.items).toHaveLength(1);
  expect([told, currentToast()?.text]).toEqual([1, detail]);
  expect(page.outbox().state().entries).toEqual([]);
  expect([page.outbox().state().carts.get(token)?.movedTo, localStorage.getItem('CART_TOKEN')]).toEqual([
    undefined,
    token,
  ]);
});

test('CART-18 a cart that was emptied on another device is not made anew from the copy, which goes with the word of it', async () => {
  const page = await pageWithLine(32);
  const { readCart } = await import('./cart-outbox.ts');
  const { subscribeToToasts, currentToast } = await import('#ui/toast-state.ts');
  let told = 0;
  subscribeToToasts(() => (told += 1));
  await page.outbox().keepCart(anOrder({ tokenValue: token, items: [line(32)] }));
  const detail = 'Jūsų krepšelis buvo ištuštintas kitame įrenginyje.';
  const { ApiError: Refused } = await import('#api/api-error.ts');
  const emptied = new Refused('refused', 404, { errorCode: 'cart.emptied', message: 'x', detail });
  const here = { ...page.here, shop: { ...shop, call: () => Promise.reject(emptied) } as unknown as Shop };
  expect(await readCart(here, token, new AbortController().signal)).toBeNull();
  await vi.waitFor(() => expect([told, currentToast()?.text]).toEqual([1, detail]));
  expect(page.outbox().state().entries).toEqual([]);
  expect(page.outbox().state().carts.get(token)?.order).toBeNull();
  expect(localStorage.getItem('CART_TOKEN')).toBeNull();
});

test.each([
  ['one more', { kind: 'change', itemId: 32, line: code, quantity: 2 }],
  ['taken out', { kind: 'delete', itemId: 32, line: code }],
] as const)(
  'CART-05 a cart that was ordered on another device is said to be, where a line is %s',
  async (_, change) => {
    const page = await pageWithLine(32);
    const { currentToast } = await import('#ui/toast-state.ts');
    await page.outbox().keepCart(anOrder({ tokenValue: token, items: [line(32)] }));
    const detail = 'Šis užsakymas jau pateiktas.';
    const refusal = {
      code: 409,
      errorCode: 'cart.already_completed',
      message: 'x',
      detail,
      violations: [],
      context: { tokenValue: token, number: 'A1' },
    };
    const { apiMarker, header } = await import('#contract/calls/endpoints.ts');
    vi.mocked(fetch).mockImplementation((_address, init) => {
      const key = new Headers(init?.headers).get(header.idempotencyKey) ?? '';
      const headers = { [header.marker]: apiMarker, [header.idempotencyKey]: key };
      return Promise.resolve(Response.json(refusal, { status: 409, headers }));
    });
    await page.changeCart(change);
    await vi.waitFor(() => expect(localStorage.getItem('CART_TOKEN')).toBeNull());
    expect(currentToast()).toMatchObject({ text: detail, kind: 'error' });
    expect(page.outbox().state().entries).toEqual([]);
  },
);

test('CART-18 what only the worker has heard is said by the next start: the cart was emptied on another device', async () => {
  const before = await aPage();
  await before.open();
  const detail = 'Jūsų krepšelis buvo ištuštintas kitame įrenginyje.';
  await before.outbox().change(() => ({
    changes: { carts: [{ token, order: null, movedTo: '', emptied: detail, at: 1 }], cart: token },
    result: undefined,
  }));
  before.outbox().close();
  localStorage.setItem('CART_TOKEN', token);
  const page = await aPage();
  const { currentToast } = await import('#ui/toast-state.ts');
  await page.open();
  expect([currentToast()?.text, localStorage.getItem('CART_TOKEN')]).toEqual([detail, null]);
});

test('CART-02 a cart whose order was taken back is asked for at the prices of this moment, until the shop has told them', async () => {
  localStorage.setItem('CART_TOKEN', token);
  const page = await aPage();
  const { readCart } = await import('./cart-outbox.ts');
  const { countAnew } = await import('./count-anew.ts');
  const { ApiError: Failure } = await import('#api/api-error.ts');
  const asked: unknown[] = [];
  let answers = false;
  const call = (_name: string, { query }: { query?: object }) => {
    asked.push(query);
    return answers
      ? Promise.resolve(anOrder({ tokenValue: token, items: [line(31)], total: 900 }))
      : Promise.reject(new Failure('unreachable', 0, { message: '' }));
  };
  const here = {
    shop: { ...shop, call: call as unknown as Shop['call'] },
    queryClient: page.here.queryClient,
  };
  // Fresh by its time, and as it was before.
  here.queryClient.setQueryData(cartKey(shop, token), anOrder({ tokenValue: token, total: 800 }));
  await countAnew(here, token);
  answers = true;
  await countAnew(here, token);
  expect(here.queryClient.getQueryData(cartKey(shop, token))).toMatchObject({ total: 900 });
  await readCart(here, token, new AbortController().signal);
  expect(asked).toEqual([{ recalculate: true }, { recalculate: true }, {}]);
  page.outbox().close();
});

test("CART-02 the copy of a cart on the device is not taken for the shop's answer about the prices of this moment", async () => {
  localStorage.setItem('CART_TOKEN', token);
  const page = await aPage();
  const { countAnew } = await import('./count-anew.ts');
  const call = () => Promise.resolve(anOrder({ tokenValue: token, items: [line(31)], total: 900 }));
  let isOnDevice = true;
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        persister: (queryFn, context) => {
          if (!isOnDevice) return queryFn(context);
          isOnDevice = false;
          return anOrder({ tokenValue: token, total: 800 }) as never;
        },
      },
    },
  });
  await countAnew({ shop: { ...shop, call: call as unknown as Shop['call'] }, queryClient }, token);
  expect(queryClient.getQueryData(cartKey(shop, token))).toMatchObject({ total: 900 });
  page.outbox().close();
});

test("the answer to a step that changed nothing is kept with its key, which else would count as another device's", async () => {
  const page = await pageWithLine(31);
  const order = anOrder({ tokenValue: token, items: [line(31)], version: 5 });
  await page.outbox().keepCart(order);
  page.here.queryClient.setQueryData(cartKey(shop, token), { ...order, appliedCommandIds: ['step'] });
  const kept = () => page.outbox().state().carts.get(token)?.order?.appliedCommandIds;
  await expect.poll(kept).toEqual(['step']);
  await page.outbox().keepCart({ ...order, version: 6, items: [], appliedCommandIds: ['step'] });
  expect(page.outbox().state().carts.get(token)?.others).toBeUndefined();
  page.outbox().close();
});

test.each([
  ['elsewhere', 'cart', 'Ordered.'],
  ['here', 'new', undefined],
] as const)(
  'what the shop says of a cart that was ordered %s is told only where it is news',
  async (_, state, told) => {
    const { recreateCart } = await import('#offline/outbox/recreate-cart.ts');
    const order = anOrder({ tokenValue: token, state, items: [line(32)] });
    const reading = {
      entries: [],
      broken: [],
      carts: new Map([[token, { token, order, at: 1 }]]),
      cart: token,
      isReadOnly: false,
    };
    const { carts } = recreateCart(reading, token, null, { newToken: 'n', now: 2, ordered: 'Ordered.' });
    expect(carts[0]?.emptied).toBe(told);
  },
);
