/**
 * A guest's cart that comes to the shop after the sign-in with which it was to go along, against a real shop (contract 5.9). What
 * takeCustomerCart makes of each answer: claimed-cart.test.ts.
 */
import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createCall } from '#api/call.ts';
import type { Shop } from '#api/shop.ts';
import { changeCart } from '#features/cart/cart-outbox.ts';
import { readCartToken } from '#features/cart/cart-token.ts';
import { theOutbox } from '#offline/outbox/page-outbox.ts';
import { callsAs, people } from '#tests/server/test-people.ts';
import { openTestShop, sellableVariants, type TestShop } from '#tests/server/test-shop.ts';
import { createSessionOperations } from './session-operations.ts';

let server: TestShop;
/** Asked of each request first; undefined: it goes to the shop. */
let way: (path: string, request: Request) => Promise<Response> | undefined;
let late = '';
let other = '';
beforeAll(async () => {
  server = await openTestShop();
  [late = '', other = ''] = (await sellableVariants(server, 2)).map(({ code }) => code);
}, 60_000);
afterAll(() => server.close());

beforeEach(async () => {
  await server.database.pool.query(`delete from "order" where state = 'cart'`);
  const cells = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => cells.get(key) ?? null,
    setItem: (key: string, value: string) => cells.set(key, value),
    removeItem: (key: string) => cells.delete(key),
  });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('document', { hidden: false, addEventListener: () => undefined });
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    const request = new Request(new URL(address, 'http://localhost'), init);
    return way(new URL(request.url).pathname.replace('/api/v2', ''), request) ?? toShop(request);
  });
});
const toShop = async (request: Request) => server.app.fetch(request, 'test');
const isSignIn = (path: string) => path === '/shop/authentication-token';

function aGuest() {
  const call = createCall({ locale: 'lt', channel: 'retail', baseUrl: '', onOutcome: () => undefined });
  const shop: Shop = {
    locale: 'lt',
    localePath: '',
    channel: 'retail',
    newUrls: false,
    call,
    scope: { locale: 'lt', channel: 'retail' },
  };
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return {
    ...createSessionOperations(shop, queryClient),
    add: () =>
      changeCart(
        { shop, queryClient },
        { kind: 'add', variantCode: late, quantity: 2, productName: 'Morkos' },
      ),
    linesInFront: async () => {
      const token = readCartToken();
      if (token === null) return [];
      const { items } = await call('order', { params: { token } });
      return items.map(({ variant, quantity }) => [variant.code, quantity]);
    },
  };
}
const ownedLines = async () =>
  (
    await server.database.pool.query<{ variant_code: string }>(
      `select i.variant_code from "order" o join order_item i on i.order_id = o.id where o.state = 'cart' and o.customer_id is not null`,
    )
  ).rows.map(({ variant_code }) => variant_code);

test.each([false, true])(
  'R4.61 goods that another tab puts in while the sign-in is on its way are the customer’s (who has a cart already: %s)',
  async (hasCart) => {
    way = () => undefined;
    if (hasCart) {
      const { body } = await server.call<{ token: string }>(
        'POST',
        '/shop/authentication-token',
        people.rasa,
      );
      const rasa = callsAs(server, body.token);
      const cart = await rasa('POST', '/shop/orders', {});
      await rasa('POST', `/shop/orders/${cart.body.tokenValue}/items`, {
        productVariantCode: other,
        quantity: 1,
      });
    }
    const guest = aGuest();
    let isAsked = false;
    way = (path, request) => {
      if (!isSignIn(path) || isAsked) return undefined;
      isAsked = true;
      return (async () => {
        await guest.add();
        await theOutbox().wake(true);
        return toShop(request);
      })();
    };
    expect(await guest.login.run(people.rasa)).not.toBe(false);
    expect(await guest.linesInFront()).toContainEqual([late, 2]);
    expect((await ownedLines()).toSorted()).toEqual((hasCart ? [late, other] : [late]).toSorted());
    await guest.logout.run();
  },
);

test('R4.61 goods whose cart reaches the shop only after the sign-in, over a slow link, are the customer’s', async () => {
  let letThrough: () => void = () => undefined;
  const isSignedIn = new Promise<void>((resolve) => (letThrough = resolve));
  way = (path, request) => {
    if (path === '/shop/orders' && request.method === 'POST') return isSignedIn.then(() => toShop(request));
    if (!isSignIn(path)) return undefined;
    return (async () => {
      const answer = await toShop(request);
      letThrough();
      await expect.poll(() => theOutbox().state().entries).toEqual([]);
      return answer;
    })();
  };
  const guest = aGuest();
  await guest.add();
  expect(await guest.login.run(people.rasa)).not.toBe(false);
  expect(await guest.linesInFront()).toEqual([[late, 2]]);
  expect(await ownedLines()).toEqual([late]);
  await guest.logout.run();
}, 20_000);
