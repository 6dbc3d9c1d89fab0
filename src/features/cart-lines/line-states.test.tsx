// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { apiMarker, header } from '#contract/calls/endpoints.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import { anItem, anOrder, cartToken } from '#tests/builders.ts';

const item = (id: number, code: string, productName: string) => ({
  ...anItem({ id, productName }),
  variant: { ...anItem().variant, code },
});
const lines = [item(1, 'A', 'One'), item(2, 'B', 'Two'), item(3, 'C', 'Three')];
const whole = anOrder({
  items: lines,
  giftWrap: { available: true, selected: false, price: 299 },
});
const removed: Order = {
  ...whole,
  version: 2,
  items: lines.filter(({ id }) => id !== 2),
  deletedItems: [
    {
      id: 2,
      productName: 'Two',
      variantCode: 'B',
      quantity: 1,
      deletedAt: '2026-11-21T10:00:00Z',
      restorableUntil: '2026-11-21T10:30:00Z',
    },
  ],
};

/** What the shop says to the next change; `cut`: nothing. */
type Word = Order | number | 'cut';
let next: (url: string, key: string) => Word = () => 'cut';

beforeEach(async () => {
  // Each page's code is new: its outbox reads the disk of its own test.
  vi.resetModules();
  (await import('#tests/show.tsx')).setMedia((query) => query === 'all');
  globalThis.indexedDB = new IDBFactory();
  localStorage.clear();
  localStorage.setItem('CART_TOKEN', cartToken);
  vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    const key = new Headers(init?.headers).get(header.idempotencyKey) ?? '';
    const word = next(url instanceof Request ? url.url : url.toString(), key);
    if (word === 'cut') return Promise.reject(new TypeError('Failed to fetch'));
    const isRefused = typeof word === 'number';
    const body = isRefused ? { code: word, errorCode: 'x', message: '', violations: [], context: {} } : word;
    return Promise.resolve(
      new Response(JSON.stringify(body), {
        status: isRefused ? word : 200,
        headers: { [header.marker]: apiMarker, [header.idempotencyKey]: key },
      }),
    );
  });
});
afterEach(async () => {
  (await import('#tests/show.tsx')).clearShown();
  (await import('#offline/outbox/page-outbox.ts')).theOutbox().close();
});

/** The cart's page with its three lines. */
async function cartPage() {
  const { show } = await import('#tests/show.tsx');
  const { CartView } = await import('#features/cart-page/cart-view.tsx');
  const page = await show(<CartView />, { answers: { order: () => whole } });
  const press = (name: string) => page.click(page.container.querySelector(`button[aria-label^="${name}"]`));
  const row = (name: string) =>
    [...page.container.querySelectorAll('ul > li')].find((one) => one.textContent?.includes(name));
  const names = () =>
    [...page.container.querySelectorAll('ul > li')].map(
      (one) => /One|Two|Three|Four/.exec(one.textContent ?? '')?.[0],
    );
  await expect.poll(() => names().length, soon).toBe(3);
  return { ...page, press, row, names };
}

/** The page asks for its cart once the queue has been looked at. */
const soon = { timeout: 10_000 };
const words = [409, 422, 500, 'cut'] as const;
const waits = /Saved on this device/;

test.each(words)(
  'R4.11 R8.22 a removal that is answered with %s has its own word at its line',
  async (word) => {
    next = () => word;
    const page = await cartPage();
    await page.press('Remove: Two');
    await expect
      .poll(() => page.row('Two')?.textContent, soon)
      .toMatch(word === 'cut' ? waits : /Delete item quantity error/);
    // What the shop did not do is shown as it is; the rest stays where it was.
    expect(page.row('Two')?.textContent?.includes('Removed')).toBe(word === 'cut');
    expect(page.names()).toEqual(['One', 'Two', 'Three']);
  },
);

test.each(words)(
  'R8.23 a return that is answered with %s stays in its place, with its own word',
  async (word) => {
    next = (url) => (url.endsWith('/restore') ? word : removed);
    const page = await cartPage();
    await page.press('Remove: Two');
    await expect.poll(() => page.row('Two')?.textContent, soon).toContain('Removed');
    await expect.poll(() => page.row('Two')?.textContent, soon).not.toMatch(/Being sent|Saved/);
    await page.press('Bring back: Two');
    await expect
      .poll(() => page.row('Two')?.textContent, soon)
      .toMatch(word === 'cut' ? waits : /Restore item error/);
    // Without a connection it is back; refused or failed, the way back is still offered.
    expect(page.row('Two')?.textContent?.includes('Removed')).toBe(word !== 'cut');
    expect(page.names()).toEqual(['One', 'Two', 'Three']);
  },
);

test.each(words)(
  'R8.21 another number that is answered with %s has its own word at its line',
  async (word) => {
    next = () => word;
    const page = await cartPage();
    await page.press('One more: Two');
    await expect
      .poll(() => page.row('Two')?.textContent, soon)
      .toMatch(word === 'cut' ? waits : /Change item quantity error/);
    const shown = page.row('Two')?.querySelector('input')?.value;
    expect(shown).toBe(word === 'cut' ? '2' : '1');
  },
);

test.each(words)('a wrap that is answered with %s has its own word at the choice', async (word) => {
  next = () => word;
  const page = await cartPage();
  await page.click(page.container.querySelector('input[name="gift-wrap"]'));
  await expect
    .poll(() => page.container.textContent, soon)
    .toMatch(word === 'cut' ? waits : /The gift wrap could not be changed/);
});

test.each(words)(
  'R8.20 goods whose adding is answered with %s stand with their own word, and are counted unless they were refused',
  async (word) => {
    next = () => word;
    const page = await cartPage();
    const { changeCart } = await import('#features/cart/cart-outbox.ts');
    const { aProduct, aVariant } = await import('#tests/builders.ts');
    const four = aProduct({ name: 'Four', variants: [aVariant({ code: 'D' })] });
    page.queryClient.setQueryData(['catalogue', 'product', 'seen'], four);
    await changeCart(page, { kind: 'add', variantCode: 'D', quantity: 1, productName: 'Four' });
    await page.settle();
    await expect
      .poll(() => page.row('Four')?.textContent, soon)
      .toMatch(word === 'cut' ? waits : /Product add to cart error/);
    const isWanted = word === 'cut' || word === 500;
    expect(page.container.textContent).toContain(isWanted ? '4 items' : '3 items');
  },
);

test('I3 the cart page of an order on its way says so, and has nothing to change until the shop has answered', async () => {
  const page = await cartPage();
  const { theOutbox } = await import('#offline/outbox/page-outbox.ts');
  const press = {
    kind: 'completeOrder' as const,
    scope: `cart:${cartToken}`,
    line: null,
    params: { token: cartToken },
    body: {},
    locale: 'en',
    channel: 'retail',
  };
  await theOutbox().putAll([press]);
  await expect.poll(() => page.container.textContent, soon).toContain('cannot be changed until');
  expect(page.container.querySelector('input')).toBeNull();
  const { entries } = await theOutbox().list();
  await theOutbox().change(() => ({ changes: { remove: [...entries] }, result: undefined }));
  await expect.poll(() => page.row('Two'), soon).toBeTruthy();
});

test('R4.08 a removal that the shop failed at can be taken back: the return is sent behind it', async () => {
  const asked: string[] = [];
  // One command, however often a busy machine has it sent again.
  const returns = new Set<string>();
  // The removal is sent again by itself after half a second: it fails until its return is asked for.
  let isFailing = true;
  next = (url, key) => {
    if (url.includes('/items/')) asked.push(url.endsWith('/restore') ? 'restore' : 'delete');
    if (url.endsWith('/restore')) returns.add(key);
    return isFailing ? 500 : whole;
  };
  const page = await cartPage();
  await page.press('Remove: Two');
  // While it is sent again the line does not offer it.
  const keep = () =>
    [...(page.row('Two')?.querySelectorAll('button') ?? [])].find((one) => one.textContent === 'Keep it');
  await expect.poll(keep, soon).toBeDefined();
  expect(page.row('Two')?.textContent).toMatch(/Delete item quantity error/);
  isFailing = false;
  await page.click(keep());
  await expect.poll(() => page.row('Two')?.textContent, soon).not.toMatch(/error|Being sent|Saved/);
  await expect.poll(() => asked.at(-1), soon).toBe('restore');
  expect([...returns]).toEqual([expect.stringMatching(/./)]);
  expect(asked.length).toBeGreaterThan(2);
});

/** A place outside the cart's list where lines are changed, given the cart as it is shown there. */
const places = {
  'goods that are short in the checkout': async () => {
    const { ShortLines } = await import('#features/checkout-page/short-lines.tsx');
    return (order: ShownCart) => <ShortLines order={order} missing={[{ itemId: 2, quantity: 1 }]} />;
  },
  'goods that are only collected in the checkout': async () => {
    const { CollectedLines } = await import('#features/checkout-page/collected-lines.tsx');
    return (order: ShownCart) => <CollectedLines order={order} />;
  },
  'the stepper of a card, in the strip above': async () => {
    const { AddToCartButton } = await import('#features/product/add-to-cart-button.tsx');
    const { WaitingStrip } = await import('#features/site-frame/waiting-strip.tsx');
    return () => (
      <>
        <WaitingStrip />
        <AddToCartButton variant={{ code: 'B', name: '' }} productName="Two" />
      </>
    );
  },
};
type Place = keyof typeof places;
const failed = /Delete item quantity error|Change item quantity error|The shop failed at a change/;
const answered = [
  ['goods that are short in the checkout', 'Take out'],
  ['goods that are short in the checkout', 'Take 1'],
  ['goods that are only collected in the checkout', 'Take out'],
  ['the stepper of a card, in the strip above', 'One less'],
] as const satisfies readonly (readonly [Place, string])[];

test.each(
  answered.flatMap(([place, press]) =>
    ([409, 422, 500] as const).map((word) => [place, press, word] as const),
  ),
)('R4.11 %s: "%s" that is answered with %s says so', async (place, name, word) => {
  next = () => word;
  const part = await places[place]();
  const { show } = await import('#tests/show.tsx');
  const { useCart } = await import('#features/cart/use-cart.ts');
  const isStepper = place.startsWith('the stepper');
  const two: Order = {
    ...whole,
    items: lines.map((one) =>
      one.id === 2
        ? { ...one, quantity: isStepper ? 1 : 2, collectAt: [{ code: 'T', city: 'Tauragė' }] }
        : one,
    ),
  };
  function Shown() {
    const { data } = useCart();
    return data ? part(data) : null;
  }
  const page = await show(<Shown />, { answers: { order: () => two } });
  const button = () =>
    [...page.container.querySelectorAll('button')].find(
      (one) => one.ariaLabel?.startsWith(name) === true || one.textContent === name,
    );
  await expect.poll(button, soon).toBeDefined();
  await page.click(button());
  const said = isStepper && word !== 500 ? /A change of the cart needs your answer/ : failed;
  await expect.poll(() => page.container.textContent, soon).toMatch(said);
  // The line is still there, with the ways that were offered.
  await expect.poll(button, soon).toBeDefined();
});

test('what is brought back has the focus, whatever the shop says to it', async () => {
  const page = await cartPage();
  next = () => removed;
  const pressFocused = (name: string) => {
    page.container.querySelector<HTMLElement>(`button[aria-label^="${name}"]`)?.focus();
    return page.press(name);
  };
  await pressFocused('Remove: Two');
  await expect.poll(() => document.activeElement?.getAttribute('aria-label'), soon).toBe('Bring back: Two');
  await expect.poll(() => page.row('Two')?.textContent, soon).not.toMatch(/Being sent|Saved/);
  next = () => ({ ...whole, version: 3 });
  await pressFocused('Bring back: Two');
  await expect.poll(() => page.row('Two')?.textContent, soon).not.toMatch(/Removed|Being sent|Saved/);
  await expect.poll(() => document.activeElement?.closest('ul > li'), soon).toBe(page.row('Two'));
});

test.each(words)(
  'R8.33 a promo code that is answered with %s has its own word at its field',
  async (word) => {
    next = () => word;
    const page = await cartPage();
    const field = page.container.querySelector<HTMLInputElement>('input[name="code"]');
    if (field) field.value = 'CODE';
    await page.click(field?.closest('form')?.querySelector('button'));
    await expect
      .poll(() => page.container.textContent, soon)
      .toMatch(word === 'cut' ? waits : word === 500 ? /Apply promo error/ : /Promo code is not valid/);
  },
);
