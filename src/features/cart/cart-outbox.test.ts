// @vitest-environment jsdom
/** Changes of the cart as they are pressed, over what the shop and this device know of it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import { shownItem } from '#domain/waiting/shown-goods.ts';
import { bundleBody } from '#domain/waiting/waiting-sets.ts';
import { anOrder, aProduct, aVariant } from '#tests/builders.ts';
import { aPage, closePages, code, line, pageWithLine, shop, token, onNewDevice } from '#tests/cart-pages.ts';
import { cartKey } from './cart-queries.ts';

beforeEach(onNewDevice);
afterEach(closePages);

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
