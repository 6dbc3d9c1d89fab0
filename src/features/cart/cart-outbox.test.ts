// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Shop } from '#api/shop.ts';
import { ApiError } from '#api/api-error.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import { soldCardMarker } from '#contract/orders/gift-marker.ts';
import { undoPeriod } from '#domain/cart/undo-period.ts';
import { shownItem } from '#domain/waiting/shown-goods.ts';
import { bundleBody } from '#domain/waiting/waiting-sets.ts';
import { anItem, anOrder, aProduct, aVariant } from '#tests/builders.ts';
import { cartKey } from './cart-queries.ts';

const token = 't'.repeat(32);
const shop = {
  locale: 'lt',
  channel: 'retail',
  scope: { locale: 'lt', channel: 'retail' },
  call: () => Promise.reject(new ApiError('unreachable', 0, { message: '' })),
} as unknown as Shop;

/** A page that is left must not put its cart in front any more: all share one local storage. */
const pages: { close: () => void }[] = [];
afterEach(() => {
  for (const outbox of pages.splice(0)) outbox.close();
  vi.restoreAllMocks();
});

/** A page that has just been opened: its code is new, what lies on the device is not. */
async function aPage() {
  vi.resetModules();
  const { changeCart, openCart } = await import('./cart-outbox.ts');
  const { theOutbox } = await import('#offline/outbox/page-outbox.ts');
  const here = { shop, queryClient: new QueryClient() };
  pages.push(theOutbox());
  return { here, changeCart: changeCart.bind(null, here), open: () => openCart(here), outbox: theOutbox };
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  localStorage.clear();
});

const code = 'V1';
const line = (id: number) => anItem({ id, variant: { ...anItem().variant, code } });

/** A page whose cart has one line under an id that the shop has just given. */
async function pageWithLine(id: number) {
  localStorage.setItem('CART_TOKEN', token);
  const page = await aPage();
  await page.open();
  const cart: ShownCart = anOrder({ tokenValue: token, items: [line(id)] });
  page.here.queryClient.setQueryData(cartKey(shop, token), cart);
  return page;
}

test('a removal that was pressed under an id of this device meets the line that the shop has numbered since', async () => {
  const page = await pageWithLine(31);
  await page.changeCart({ kind: 'delete', itemId: -77, line: code });
  const [entry] = page.outbox().state().entries;
  expect(entry).toMatchObject({ kind: 'deleteItem', line: code, params: { token, id: 31 } });
});

test('a removal of a line whose add another sender has just brought to the shop goes there too, and is not taken for a line that never came in', async () => {
  const page = await pageWithLine(-77);
  const { openOutboxStore } = await import('#offline/outbox/outbox-store.ts');
  // The worker wrote the shop's answer; this page has not read it yet.
  const worker = openOutboxStore();
  await worker.change(() => ({
    changes: { carts: [{ token, order: anOrder({ tokenValue: token, items: [line(31)] }), at: 1 }] },
    result: undefined,
  }));
  const saved = await page.changeCart({ kind: 'delete', itemId: -77, line: code });
  expect(page.outbox().state().entries).toMatchObject([
    { kind: 'deleteItem', line: code, params: { token, id: 31 } },
  ]);
  expect(saved?.cart.items).toEqual([]);
  worker.close();
});

test('R0.44 what is put in while the cart moves is shown with the rest, in the cart that is in front from then on', async () => {
  const page = await pageWithLine(31);
  const { openOutboxStore } = await import('#offline/outbox/outbox-store.ts');
  const fresh = 'n'.repeat(32);
  const worker = openOutboxStore();
  await worker.change(() => ({
    changes: {
      carts: [
        { token, order: null, movedTo: fresh, at: 1 },
        { token: fresh, order: anOrder({ tokenValue: fresh, items: [line(5)] }), at: 2 },
      ],
    },
    result: undefined,
  }));
  const saved = await page.changeCart({ kind: 'add', variantCode: code, quantity: 2, productName: 'Morkos' });
  expect(localStorage.getItem('CART_TOKEN')).toBe(fresh);
  expect(saved?.cart.tokenValue).toBe(fresh);
  expect(saved?.cart.items.map((item) => item.quantity)).toEqual([line(5).quantity + 2]);
  expect(page.here.queryClient.getQueryData<ShownCart>(cartKey(shop, fresh))?.items).toEqual(
    saved?.cart.items,
  );
  expect(page.outbox().state().entries).toMatchObject([{ kind: 'addItem', scope: `cart:${fresh}` }]);
  worker.close();
  page.outbox().close();
});

test('R0.44 what is put in while the cart is let go is not lost from sight', async () => {
  const page = await pageWithLine(31);
  const { openOutboxStore } = await import('#offline/outbox/outbox-store.ts');
  const worker = openOutboxStore();
  await worker.change(() => ({
    changes: { carts: [{ token, order: null, movedTo: '', at: 1 }] },
    result: undefined,
  }));
  await page.changeCart({ kind: 'add', variantCode: code, quantity: 2, productName: 'Morkos' });
  const inFront = localStorage.getItem('CART_TOKEN');
  expect(page.outbox().state().entries).toMatchObject([{ kind: 'addItem', scope: `cart:${inFront}` }]);
  worker.close();
  page.outbox().close();
});

test('a new number of pieces does so too', async () => {
  const page = await pageWithLine(31);
  await page.changeCart({ kind: 'change', itemId: -77, line: code, quantity: 4 });
  expect(page.outbox().state().entries[0]).toMatchObject({
    kind: 'changeQuantity',
    line: code,
    params: { id: 31 },
    body: { quantity: 4 },
  });
});

test('a phone that dies before the browser has written local storage still knows its cart', async () => {
  const page = await aPage();
  await page.changeCart({ kind: 'add', variantCode: code, quantity: 1, productName: 'X' });
  const begun = localStorage.getItem('CART_TOKEN');
  expect(begun).not.toBeNull();
  localStorage.clear();
  const again = await aPage();
  await again.open();
  expect(localStorage.getItem('CART_TOKEN')).toBe(begun);
});

/** A page whose cart went into an order that waits, as the device saves it; the token of that cart. */
async function orderedOnDevice(isLetGo = true) {
  const page = await aPage();
  await page.changeCart({ kind: 'add', variantCode: code, quantity: 1, productName: 'X' });
  const first = localStorage.getItem('CART_TOKEN') ?? '';
  const order = {
    kind: 'placeIntent' as const,
    scope: `cart:${first}`,
    line: null,
    params: {},
    body: {},
    locale: 'lt',
    channel: 'retail',
  };
  await page.outbox().putAll([order], isLetGo ? { cart: null } : {});
  return { page, first };
}

test.each([
  ['local storage still knows', true],
  ['nothing has let go of', false],
])(
  'goods that are put in after a death in mid-order begin a cart of their own, though %s the ordered one',
  async (_, isLetGo) => {
    const { first } = await orderedOnDevice(isLetGo);
    localStorage.setItem('CART_TOKEN', first);
    const again = await aPage();
    await again.changeCart({ kind: 'add', variantCode: 'V2', quantity: 1, productName: 'Y' });
    const second = localStorage.getItem('CART_TOKEN');
    expect(second).not.toBeNull();
    expect(second).not.toBe(first);
    const { entries, cart } = again.outbox().state();
    expect(cart).toBe(second);
    expect(entries.filter((one) => one.kind === 'addItem' && one.line === 'V2')).toMatchObject([
      { scope: `cart:${String(second)}` },
    ]);
  },
);

test('a cart that has become an order does not come back with an old local storage; the one begun since does', async () => {
  const { first } = await orderedOnDevice();
  localStorage.clear();
  const meanwhile = await aPage();
  await meanwhile.open();
  expect(localStorage.getItem('CART_TOKEN')).toBeNull();
  await meanwhile.changeCart({ kind: 'add', variantCode: code, quantity: 2, productName: 'X' });
  const second = localStorage.getItem('CART_TOKEN');
  localStorage.setItem('CART_TOKEN', first);
  const again = await aPage();
  await again.open();
  expect(localStorage.getItem('CART_TOKEN')).toBe(second);
});

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

test('a device that loses its databases in the middle of a visit: the cart of the page stands, with the change that waits', async () => {
  const page = await pageWithLine(31);
  await page.outbox().keepCart(anOrder({ tokenValue: token, items: [line(31)] }));
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase('arimas-outbox');
    request.addEventListener('success', () => resolve());
    request.addEventListener('error', () => reject(new Error('not deleted')));
  });
  const saved = await page.changeCart({ kind: 'change', itemId: 31, line: code, quantity: 5 });
  const shown = () => page.here.queryClient.getQueryData<ShownCart>(cartKey(shop, token));
  expect(saved?.cart.items.map(({ quantity }) => quantity)).toEqual([5]);
  expect(page.outbox().state().entries).toMatchObject([{ kind: 'changeQuantity', line: code }]);
  await vi.waitFor(() => expect(shown()?.items.map(({ quantity }) => quantity)).toEqual([5]));
  // And it is on the device again.
  await vi.waitFor(() => expect(page.outbox().state().carts.get(token)?.order?.items).toHaveLength(1));
  page.outbox().close();
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

/** From now on the shop answers whatever is sent with this. */
async function shopAnswers(status: number, body: object): Promise<void> {
  const { apiMarker, header } = await import('#contract/calls/endpoints.ts');
  vi.spyOn(globalThis, 'fetch').mockImplementation((_, init) =>
    Promise.resolve(
      new Response(JSON.stringify(body), {
        status,
        headers: {
          [header.marker]: apiMarker,
          [header.idempotencyKey]: new Headers(init?.headers).get(header.idempotencyKey) ?? '',
        },
      }),
    ),
  );
}

test('CART-01 goods of a customer who has another open cart stand in that one once the shop has them, and are not on their way for good', async () => {
  const page = await aPage();
  const other = 'c'.repeat(32);
  const answer = anOrder({ tokenValue: other, items: [line(5)] });
  await shopAnswers(201, answer);
  await page.changeCart({ kind: 'add', variantCode: code, quantity: 1, productName: 'X' });
  const shown = () => page.here.queryClient.getQueryData<ShownCart>(cartKey(shop, other));
  await expect
    .poll(() => shown() && [shown()?.items, shown()?.waiting], { timeout: 10_000 })
    .toEqual([answer.items, undefined]);
  expect(localStorage.getItem('CART_TOKEN')).toBe(other);
  page.outbox().close();
});

test('goods that are refused without a sentence are told in ours, and never in an empty one', async () => {
  localStorage.setItem('CART_TOKEN', token);
  const page = await aPage();
  await page.open();
  await shopAnswers(422, { code: 422, errorCode: 'x', message: '', violations: [], context: {} });
  const { currentToast } = await import('#ui/toast-state.ts');
  const change = {
    kind: 'add' as const,
    variantCode: code,
    quantity: 1,
    productName: 'X',
    sorry: 'Not added',
  };
  await page.changeCart(change);
  await expect.poll(() => currentToast()?.text, { timeout: 10_000 }).toBe('Not added');
  page.outbox().close();
});

test('I3 a cart whose order is on its way is not changed until the shop has answered; once it is placed the cart is let go', async () => {
  const page = await pageWithLine(31);
  const press = {
    kind: 'completeOrder' as const,
    scope: `cart:${token}`,
    line: null,
    params: { token },
    body: {},
    locale: 'lt',
    channel: 'retail',
  };
  await page.outbox().putAll([press]);
  await expect(page.changeCart({ kind: 'change', itemId: 31, line: code, quantity: 5 })).rejects.toThrow(
    'Being ordered',
  );
  const { entries } = page.outbox().state();
  expect(entries.map(({ kind }) => kind)).toEqual(['completeOrder']);
  expect(localStorage.getItem('CART_TOKEN')).toBe(token);
  await page.outbox().change(() => ({
    changes: { update: entries.map((one) => ({ ...one, state: 'confirmed' as const })) },
    result: undefined,
  }));
  await expect.poll(() => localStorage.getItem('CART_TOKEN')).toBeNull();
});

const goods = (variantCode: string) => ({
  kind: 'add' as const,
  variantCode,
  quantity: 1,
  productName: variantCode,
});

/** The answer that only this key gets: without it the shop has said nothing. */
const answerTo = (key: string, status: number, body: unknown) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'X-Shop-Api': '2', 'Content-Type': 'application/json', 'Idempotency-Key': key },
  });
const placedBefore = {
  code: 409,
  errorCode: 'cart.already_completed',
  message: 'x',
  detail: 'x',
  violations: [],
  context: { tokenValue: token, number: 'A1' },
};

test.each([
  ['completeOrder', 'one'],
  ['placeIntent', 'one'],
  ['placeIntent', 'many'],
] as const)(
  'I1 goods that are put in while the cart is on its way as an order (%s) are in the cart in front afterwards: %s',
  async (kind, howMany) => {
    localStorage.setItem('CART_TOKEN', token);
    const page = await aPage();
    await page.open();
    const outbox = page.outbox();
    const cart = anOrder({ tokenValue: token, items: [line(31)] });
    await outbox.keepCart(cart);
    const order = {
      kind,
      id: 'o'.repeat(36),
      owner: 'guest',
      at: 1,
      scope: `cart:${token}`,
      line: null,
      params: kind === 'placeIntent' ? {} : { token },
      body: {},
      locale: 'lt',
      channel: 'retail',
    };
    await outbox.change(() => ({
      changes: { append: [order], cart: kind === 'placeIntent' ? null : token },
      result: undefined,
    }));
    let give: (answer: Response) => void = () => {};
    const answer = new Promise<Response>((resolve) => (give = resolve));
    vi.mocked(fetch).mockImplementation((input, init) => {
      const path = typeof input === 'string' ? input : '';
      const key = new Headers(init?.headers).get('Idempotency-Key') ?? '';
      if (key === order.id) return answer;
      if (path.includes(token)) return Promise.resolve(answerTo(key, 409, placedBefore));
      const isBegun = path.endsWith('/shop/orders');
      const sent = isBegun && typeof init?.body === 'string' ? init.body : '{}';
      const { tokenValue: said = null } = JSON.parse(sent) as { tokenValue?: string };
      const tokenValue = said ?? path.split('/orders/')[1]?.split('/')[0] ?? '';
      const next = anOrder({
        id: 99,
        tokenValue,
        items: isBegun ? [] : [line(40)],
        version: isBegun ? 1 : 2,
        appliedCommandIds: [key],
      });
      return Promise.resolve(answerTo(key, 201, next));
    });
    const sending = outbox.wake(true);
    await expect.poll(() => outbox.state().entries[0]?.state).toBe('sending');
    // Another tab, or another page of this one: local storage names the cart until the screen of its order is left.
    if (howMany === 'one') await page.changeCart(goods('V9'));
    else {
      const { addManyToCart } = await import('./add-many.ts');
      await addManyToCart(page.here, [
        { variantCode: 'V9', quantity: 2, shown: { ...line(1), variantName: 'V9' } },
      ]);
    }
    give(answerTo(order.id, 200, { ...cart, state: 'new', number: 'A1' }));
    await sending;
    await outbox.wake(true);
    const { entries, carts, cart: front } = await outbox.list();
    const next = [...carts.keys()].find((one) => one !== token);
    expect(next).toBeDefined();
    expect([front, localStorage.getItem('CART_TOKEN')]).toEqual([next, next]);
    expect(entries.map(({ id, state }) => [id, state])).toEqual([[order.id, 'confirmed']]);
    outbox.close();
  },
);

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

test.each(['not read yet', 'read'])(
  'I1 first goods that are pressed together go into one cart, the outbox being %s',
  async (state) => {
    const page = await aPage();
    if (state === 'read') await page.open();
    const { addManyToCart } = await import('./add-many.ts');
    await Promise.all([
      page.changeCart(goods('A')),
      page.changeCart(goods('B')),
      addManyToCart(page.here, [{ variantCode: 'C', quantity: 2, shown: { ...line(1), variantName: 'C' } }]),
      page.changeCart(goods('A')),
    ]);
    const { entries, cart } = page.outbox().state();
    expect(new Set(entries.map((one) => one.scope))).toEqual(new Set([`cart:${cart ?? ''}`]));
    expect(entries.filter((one) => one.kind === 'pickUpCart')).toHaveLength(1);
    expect(
      entries.filter((one) => one.kind === 'addItem').map((one) => [one.line, one.body['quantity']]),
    ).toEqual([
      ['A', 2],
      ['B', 1],
    ]);
    expect(localStorage.getItem('CART_TOKEN')).toBe(cart);
  },
);

test('I1 local storage that is older than the outbox names a cart that was emptied: the one begun since comes back', async () => {
  const [emptied, begun] = ['x'.repeat(32), 'y'.repeat(32)];
  const before = await aPage();
  await before.open();
  await before.outbox().change(() => ({
    changes: {
      carts: [
        { token: emptied, order: null, movedTo: '', at: 1 },
        { token: begun, order: anOrder({ tokenValue: begun, items: [line(1)] }), at: 2 },
      ],
      cart: begun,
    },
    result: undefined,
  }));
  before.outbox().close();
  localStorage.setItem('CART_TOKEN', emptied);
  const page = await aPage();
  await page.open();
  await page.outbox().list();
  expect(localStorage.getItem('CART_TOKEN')).toBe(begun);
  expect(page.outbox().state().cart).toBe(begun);
});

/** Behind whatever the page has begun to write. */
const cartOnDisk = (page: Awaited<ReturnType<typeof aPage>>) =>
  page.outbox().change(({ cart }) => ({ changes: {}, result: cart }));

test('I1 the cart in front is the same on the page and on the disk, however fast it changes', async () => {
  const page = await aPage();
  await page.open();
  const { writeCartToken } = await import('./cart-token.ts');
  writeCartToken(token);
  writeCartToken(null);
  expect([localStorage.getItem('CART_TOKEN'), await cartOnDisk(page)]).toEqual([null, null]);
});

test('I1 a page that lets its cart go leaves the one on the disk that another tab has just begun', async () => {
  localStorage.setItem('CART_TOKEN', token);
  const page = await aPage();
  await page.open();
  await page.outbox().change(() => ({ changes: { cart: token }, result: undefined }));
  const begun = 'n'.repeat(32);
  const { openOutboxStore } = await import('#offline/outbox/outbox-store.ts');
  const otherTab = openOutboxStore();
  await otherTab.change(() => ({ changes: { cart: begun }, result: undefined }));
  const { letCartGo } = await import('./cart-token.ts');
  letCartGo(token);
  expect(await cartOnDisk(page)).toBe(begun);
  otherTab.close();
});

test('a set that is taken out before the shop has heard of it comes back as it was: without the part that was taken out of it', async () => {
  localStorage.setItem('CART_TOKEN', token);
  const page = await aPage();
  await page.open();
  const set = '#group-of-device';
  const part = (variant: string, required: boolean) => ({
    ...shownItem(aProduct({ name: variant }), aVariant({ code: variant })),
    quantity: 1,
    required,
  });
  const lawn = {
    productName: 'Vejos rinkinys',
    code: 'RK1',
    price: 100,
    parts: [part('A', true), part('C', false)],
  };
  const common = { scope: `cart:${token}`, locale: 'lt', channel: 'retail' };
  await page.outbox().putAll([
    { ...common, kind: 'pickUpCart', line: null, params: {}, body: { localeCode: 'lt', tokenValue: token } },
    {
      ...common,
      kind: 'addBundle',
      line: set,
      params: { token },
      body: bundleBody(set, lawn, 1),
      shown: lawn,
    },
  ]);
  const items = () => page.here.queryClient.getQueryData<ShownCart>(cartKey(shop, token))?.items ?? [];
  const codes = () => items().map(({ variant }) => variant.code);
  const idOf = (variant: string) => items().find((one) => one.variant.code === variant)?.id ?? 0;
  expect(codes()).toEqual(['A', 'C']);
  await page.changeCart({ kind: 'delete', itemId: idOf('C'), line: `${set} C` });
  expect(codes()).toEqual(['A']);
  const lead = idOf('A');
  await page.changeCart({ kind: 'delete', itemId: lead, line: set });
  expect(codes()).toEqual([]);
  await page.changeCart({ kind: 'restore', itemId: lead, line: set });
  expect(codes()).toEqual(['A']);
  expect(items()[0]).toMatchObject({ productName: 'A', bundle: { name: 'Vejos rinkinys' } });
});

/** What a page that is opened now offers to bring back. */
async function offeredNow() {
  const page = await aPage();
  await page.open();
  const { clearedCart } = await import('./cleared-cart.ts');
  return { ...page, cleared: clearedCart.current() };
}

/** A page whose cart was emptied, as nobody has told the shop yet. */
async function emptiedPage() {
  const page = await pageWithLine(31);
  await page.outbox().keepCart(anOrder({ tokenValue: token, items: [line(31)] }));
  await page.changeCart({ kind: 'clear' });
  expect(page.outbox().state().entries).toMatchObject([{ kind: 'clearCart' }]);
  return page;
}

test('what was in an emptied cart can be brought back after a reload, once', async () => {
  await emptiedPage();
  const { cleared, changeCart, outbox } = await offeredNow();
  expect(cleared).toMatchObject({ token, items: [{ id: 31, variant: { code } }] });
  if (cleared === null) expect.unreachable();
  const back = await changeCart({ kind: 'bring back', cleared, done: 'done', sorry: 'sorry' });
  expect(back?.cart.items).toMatchObject([{ variant: { code }, quantity: line(31).quantity }]);
  expect(
    outbox()
      .state()
      .entries.map(({ kind }) => kind),
  ).toEqual(['clearCart', 'addItem']);
  expect((await offeredNow()).cleared).toBeNull();
});

/** The emptying that waits is sent, and the shop cannot be reached after it. */
async function emptyAtShop(page: Awaited<ReturnType<typeof aPage>>): Promise<void> {
  const { apiMarker, header } = await import('#contract/calls/endpoints.ts');
  vi.spyOn(globalThis, 'fetch').mockImplementation((_address, init) => {
    const key = new Headers(init?.headers).get(header.idempotencyKey) ?? '';
    const headers = { [header.marker]: apiMarker, [header.idempotencyKey]: key };
    return Promise.resolve(new Response(null, { status: 204, headers }));
  });
  await page.outbox().wake(true);
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
}

test('so it can once the shop has emptied it, and what was never there too', async () => {
  const page = await emptiedPage();
  await emptyAtShop(page);
  expect((await page.outbox().list()).carts.get(token)).toMatchObject({ order: null, movedTo: '' });
  expect((await offeredNow()).cleared?.items).toHaveLength(1);
  // A cart that was begun and emptied without a connection takes its place.
  const next = await offeredNow();
  await next.changeCart({ kind: 'add', variantCode: 'V2', quantity: 1, productName: 'Kita' });
  const begun = localStorage.getItem('CART_TOKEN');
  await next.changeCart({ kind: 'clear' });
  expect(next.outbox().state().entries).toEqual([]);
  expect((await offeredNow()).cleared).toMatchObject({ token: begun });
});

test('brought back in one tab it is offered in no other', async () => {
  const page = await emptiedPage();
  const { clearedCart } = await import('./cleared-cart.ts');
  const other = await offeredNow();
  const cleared = other.cleared ?? expect.unreachable();
  await other.changeCart({ kind: 'bring back', cleared, done: 'done', sorry: 'sorry' });
  await page.outbox().list();
  await vi.waitFor(() => expect(clearedCart.current()).toBeNull());
});

test.each([
  ['has not left the device', []],
  ['may have reached the shop', ['clearCart', 'addItem']],
  ['is done', ['pickUpCart', 'addItem']],
])('brought back in two tabs at once it comes once, where its emptying %s', async (stage, waiting) => {
  if (stage === 'has not left the device') {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { setConnectivity } = await import('#offline/connection/connectivity.ts');
    setConnectivity('offline');
  }
  const page = await emptiedPage();
  if (stage === 'is done') await emptyAtShop(page);
  const tabs = [await offeredNow(), await offeredNow()];
  const press = ({ cleared, changeCart }: (typeof tabs)[number]) =>
    changeCart({
      kind: 'bring back',
      cleared: cleared ?? expect.unreachable(),
      done: 'done',
      sorry: 'sorry',
    });
  const carts = await Promise.all(tabs.map(press));
  const { entries } = await page.outbox().list();
  expect(entries.map(({ kind }) => kind)).toEqual(waiting);
  const front = localStorage.getItem('CART_TOKEN');
  expect(carts.map((one) => one?.cart.tokenValue)).toEqual([front, front]);
});

test('I1 brought back in two tabs at once a gift card and the goods with it come once, into one cart', async () => {
  const page = await pageWithLine(31);
  const card = anItem({
    id: 32,
    marker: soldCardMarker,
    giftCard: { amount: 5000, recipientName: 'Ona', recipientEmail: 'ona@example.lt' },
    variant: { ...anItem().variant, code: 'GIFT-CARD' },
  });
  const whole = anOrder({ tokenValue: token, items: [line(31), card] });
  page.here.queryClient.setQueryData(cartKey(shop, token), whole);
  await page.outbox().keepCart(whole);
  await page.changeCart({ kind: 'clear' });
  await emptyAtShop(page);
  // Each tab begins a cart before the other has its own.
  const begun = ['m', 'n'].map((one) => one.repeat(32));
  const answers: (() => void)[] = [];
  const cards: unknown[] = [];
  const call = async (
    name: string,
    { params, idempotencyKey }: { params?: { token: string }; idempotencyKey: string },
  ) => {
    if (name === 'addItem') {
      cards.push([params?.token, idempotencyKey]);
      return anOrder({ tokenValue: params?.token ?? '', items: [card] });
    }
    const tokenValue = begun[answers.length] ?? expect.unreachable(name);
    await new Promise<void>((resolve) => {
      if (answers.push(resolve) === begun.length) for (const answer of answers) answer();
    });
    return anOrder({ tokenValue, items: [] });
  };
  vi.spyOn(shop, 'call').mockImplementation(call as unknown as Shop['call']);
  const tabs = [await offeredNow(), await offeredNow()];
  await Promise.all(
    tabs.map(({ cleared, changeCart }) =>
      changeCart({
        kind: 'bring back',
        cleared: cleared ?? expect.unreachable(),
        done: 'done',
        sorry: 'sorry',
      }),
    ),
  );
  const front = localStorage.getItem('CART_TOKEN') ?? '';
  const { entries, cart } = await page.outbox().list();
  expect(begun).toContain(front);
  expect(cart).toBe(front);
  // Under one key in one cart the shop takes it once.
  expect(new Set(cards.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(cards).toContainEqual([front, expect.anything()]);
  expect(entries).toMatchObject([{ kind: 'addItem', line: code, scope: `cart:${front}` }]);
});

test('after half an hour it is on the device no more', async () => {
  await emptiedPage();
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + undoPeriod + 1);
  const { cleared, outbox } = await offeredNow();
  expect(cleared).toBeNull();
  await vi.waitFor(() => expect(outbox().state().carts.get(token)).not.toHaveProperty('cleared'));
});

test('R0.28 it goes from the device with whoever emptied it', async () => {
  const { writeTokens } = await import('#api/session-tokens.ts');
  writeTokens({ token: `e30.${btoa(JSON.stringify({ sub: '17' }))}.x`, refreshToken: 'refresh' });
  const page = await emptiedPage();
  const { leaveCustomerCart } = await import('./customer-cart.ts');
  await leaveCustomerCart(page.here, '17');
  expect(JSON.stringify([...(await page.outbox().list()).carts.values()])).not.toContain(code);
  localStorage.clear();
  expect((await offeredNow()).cleared).toBeNull();
});
