// @vitest-environment jsdom
/** Which cart goods go into while carts move, are let go and become orders, and that it is the one in front. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import { anOrder } from '#tests/builders.ts';
import {
  aPage,
  closePages,
  code,
  goods,
  line,
  pageWithLine,
  shop,
  token,
  onNewDevice,
} from '#tests/cart-pages.ts';
import { cartKey } from './cart-queries.ts';

beforeEach(onNewDevice);
afterEach(closePages);

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
