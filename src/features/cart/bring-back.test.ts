// @vitest-environment jsdom
/** What was in an emptied cart comes back once: after a reload, in whichever tab. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Shop } from '#api/shop.ts';
import { soldCardMarker } from '#contract/orders/gift-marker.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import { undoPeriod } from '#domain/cart/undo-period.ts';
import { anItem, anOrder } from '#tests/builders.ts';
import { aPage, closePages, code, line, pageWithLine, shop, token, onNewDevice } from '#tests/cart-pages.ts';
import { cartKey } from './cart-queries.ts';

beforeEach(onNewDevice);
afterEach(closePages);

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

const loseDatabase = () =>
  new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase('arimas-outbox');
    request.addEventListener('success', () => resolve());
    request.addEventListener('error', () => reject(new Error('not deleted')));
  });

test.each(['has no copy of the cart', 'has lost it before', 'loses it meanwhile'])(
  'I1 an emptying that is taken back before it was sent leaves the cart in front, where the device %s',
  async (stage) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const page = await pageWithLine(31);
    const { setConnectivity } = await import('#offline/connection/connectivity.ts');
    setConnectivity('offline');
    if (stage !== 'has no copy of the cart')
      await page.outbox().keepCart(anOrder({ tokenValue: token, items: [line(31)] }));
    if (stage === 'has lost it before') await loseDatabase();
    await page.changeCart({ kind: 'clear' });
    if (stage === 'loses it meanwhile') await loseDatabase();
    const { clearedCart } = await import('./cleared-cart.ts');
    const cleared = clearedCart.current() ?? expect.unreachable();
    const back = await page.changeCart({ kind: 'bring back', cleared, done: 'done', sorry: 'sorry' });
    await page.outbox().list();
    expect(page.outbox().state().entries).toEqual([]);
    expect(localStorage.getItem('CART_TOKEN')).toBe(token);
    expect(back?.cart.items).toHaveLength(1);
    const shown = page.here.queryClient.getQueryData<ShownCart>(cartKey(shop, token));
    expect(shown?.items).toHaveLength(1);
  },
);

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
