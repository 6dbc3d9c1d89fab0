import fc from 'fast-check';
import { expect, test } from 'vitest';
import { soldCardMarker } from '#contract/orders/gift-marker.ts';
import { anItem, anOrder, aProduct, aVariant, aWaitingCommand, cartToken } from '#tests/builders.ts';
import { add, begin, change, take } from '#tests/cart-commands.ts';
import { changedElsewhere, withEarlier } from './changed-elsewhere.ts';
import { shownItem } from './shown-goods.ts';
import { wantedOn } from './cart-choices.ts';
import { waitingCart } from './waiting-cart.ts';
import { mergeCommand } from './merge-command.ts';
import type { NewCommand, WaitingCommand } from './waiting-command.ts';

const blank = { token: cartToken, locale: 'lt', channel: 'retail', currencyCode: 'EUR' };
const goods = (code: string) =>
  shownItem(aProduct({ name: `Prekė ${code}` }), aVariant({ code, price: 250 }));
const line = (code: string, id: number, quantity: number) => {
  const item = anItem({ id, quantity, total: 1000 * quantity, subtotal: 1000 * quantity });
  return { ...item, variant: { ...item.variant, code } };
};
let seq = 0;
const waits = (command: NewCommand, more: Partial<WaitingCommand> = {}): WaitingCommand => {
  seq += 1;
  return aWaitingCommand(command, seq, { shown: goods(command.line ?? ''), ...more });
};
const pieces = (cart: { items: readonly { variant: { code: string }; quantity: number }[] }) =>
  Object.fromEntries(cart.items.map((item) => [item.variant.code, item.quantity]));

test('R0.44 a cart that the shop has not seen shows its waiting lines with prices seen last and sums to be confirmed', () => {
  const cart = waitingCart(null, [waits(begin()), waits(add('A', 2)), waits(add('B', 1))], blank);
  expect(pieces(cart)).toEqual({ A: 2, B: 1 });
  expect(cart.total).toBe(750);
  expect(cart.waiting).toMatchObject({
    isEstimate: true,
    marks: { A: { state: 'waiting', since: 1_000 }, B: { state: 'waiting' } },
  });
});

test('a command that the shop lists as applied counts once', () => {
  const command = waits(add('A', 2), { tries: 1 });
  const base = anOrder({ items: [line('A', 5, 2)], appliedCommandIds: [command.id] });
  expect(waitingCart(base, [command], blank)).toBe(base);
});

test('a refused change leaves the number of the shop and carries its sentence; what follows on the line waits with it', () => {
  const answer = {
    status: 422,
    errorCode: 'cart.insufficient_stock',
    message: 'Liko 3.',
    violations: [],
    context: {},
  };
  const base = anOrder({ items: [line('A', 5, 2)] });
  const cart = waitingCart(
    base,
    [waits(change('A', 9, 5), { state: 'refused', answer }), waits(add('A', 1))],
    blank,
  );
  expect(pieces(cart)).toEqual({ A: 2 });
  expect(cart.waiting?.marks['A']).toMatchObject({
    state: 'refused',
    wanted: 9,
    answer: { message: 'Liko 3.' },
  });
  const added = waitingCart(base, [waits(add('B', 7), { state: 'refused', answer })], blank);
  expect(pieces(added)).toEqual({ A: 2 });
  expect(added.waiting?.refusedLines).toMatchObject([{ quantity: 7, variant: { code: 'B' } }]);
  expect(added.total).toBe(base.total);
});

test('goods that the shop failed to take in are in the cart all the same, with their word; what else it failed at stands as it has it', () => {
  const trouble = { status: 500, errorCode: 'internal', message: '', violations: [], context: {} };
  const base = anOrder({ items: [line('A', 5, 2)] });
  const cart = waitingCart(
    base,
    [
      waits(change('A', 9, 5), { trouble }),
      waits(add('B', 3), { trouble }),
      waits(add('B', 1)),
      waits(add('C', 1), { trouble: { ...trouble, status: 503 } }),
    ],
    blank,
  );
  expect(pieces(cart)).toEqual({ A: 2, B: 4, C: 1 });
  expect(cart.waiting?.refusedLines).toEqual([]);
  expect(cart.waiting?.marks).toMatchObject({
    A: { state: 'failing', wanted: 9 },
    B: { state: 'failing', wanted: 4, ids: [expect.any(String), expect.any(String)] },
    C: { state: 'waiting' },
  });
});

test('a removed line can be brought back while it waits', () => {
  const base = anOrder({ items: [line('A', 5, 2)] });
  const cart = waitingCart(base, [waits(take('A', 5))], blank);
  expect(cart.items).toEqual([]);
  expect(cart.deletedItems).toMatchObject([{ id: 5, quantity: 2, variantCode: 'A' }]);
});

test('changes of another device are told, our own and those of lost answers are not', () => {
  const before = anOrder({ version: 3, items: [line('A', 5, 1)], appliedCommandIds: ['one'] });
  const now = { ...before, version: 4, items: [line('A', 5, 4), line('B', 6, 1)] };
  expect(
    changedElsewhere(before, { ...now, appliedCommandIds: ['one', 'two'] }, [{ id: 'two', line: 'A' }]),
  ).toEqual([]);
  const others = { ...now, appliedCommandIds: ['one', 'other'] };
  const found = changedElsewhere(before, others, []);
  expect(found).toEqual([
    { line: 'A', name: 'Morkų sėklos', from: 1, to: 4 },
    { line: 'B', name: 'Morkų sėklos', from: 0, to: 1 },
  ]);
  // A line that both have changed is not called theirs.
  expect(
    changedElsewhere(before, { ...others, appliedCommandIds: ['one', 'other', 'two'] }, [
      { id: 'two', line: 'A' },
    ]),
  ).toEqual(found.slice(1));
});

test('what others changed in several steps is told as one, and nothing of what came back', () => {
  const first = [
    { line: 'A', name: 'A', from: 1, to: 4 },
    { line: 'B', name: 'B', from: 0, to: 1 },
  ];
  expect(
    withEarlier(first, [
      { line: 'A', name: 'A', from: 4, to: 2 },
      { line: 'B', name: 'B', from: 1, to: 0 },
    ]),
  ).toEqual([{ line: 'A', name: 'A', from: 1, to: 2 }]);
});

const codes = ['A', 'B'] as const;
const step = fc.record({
  do: fc.constantFrom('add', 'change', 'take'),
  code: fc.constantFrom(...codes),
  quantity: fc.integer({ min: 1, max: 5 }),
  isSent: fc.boolean(),
});

test('whatever waits, sent or not, merged or not, the screen shows what was asked for last', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 12 }),
      fc.option(fc.integer({ min: 1, max: 5 }), { nil: null }),
      (steps, start) => {
        const base = anOrder({ items: start === null ? [] : [line('A', 5, start)] });
        const wanted = new Map<string, number>(start === null ? [] : [['A', start]]);
        let queue: WaitingCommand[] = [];
        for (const { do: what, code, quantity, isSent } of steps) {
          if (what !== 'add' && !wanted.has(code)) continue;
          // A screen knows the id of the line that it shows.
          const shown =
            waitingCart(base, queue, blank).items.find((item) => item.variant.code === code)?.id ?? -1;
          const id = shown > 0 ? shown : null;
          const command =
            what === 'add'
              ? { ...add(code, quantity), shown: goods(code) }
              : what === 'change'
                ? change(code, quantity, id)
                : take(code, id);
          if (what === 'add') wanted.set(code, (wanted.get(code) ?? 0) + quantity);
          else if (what === 'change') wanted.set(code, quantity);
          else wanted.delete(code);
          const { remove, update, append } = mergeCommand(queue, command);
          queue = [
            ...queue
              .filter((one) => !remove.includes(one))
              .map((one) => update.find((changed) => changed.id === one.id) ?? one),
            ...append.map((one) => ({ ...waits(one), shown: one.shown })),
          ];
          if (isSent) queue = queue.map((one) => ({ ...one, tries: 1 }));
        }
        expect(pieces(waitingCart(base, queue, blank))).toEqual(Object.fromEntries(wanted));
      },
    ),
  );
});

test('R1.15 a promo code that waits is wanted and moves no sum; the shop alone knows what it gives', () => {
  const coupon = (couponCode: string | null): NewCommand => ({
    ...add('A', 1),
    kind: 'applyCoupon',
    line: '#coupon',
    body: { couponCode },
  });
  const promotionCoupon = { code: 'OLD', promotion: { code: 'P', name: 'Old' } };
  const base = anOrder({ promotionCoupon });
  expect(wantedOn(base).couponCode).toBe('OLD');
  const changed = waitingCart(base, [waits(coupon('NEW'))], blank);
  expect([wantedOn(changed).couponCode, changed.total, changed.waiting?.isEstimate]).toEqual([
    'NEW',
    base.total,
    true,
  ]);
  expect(wantedOn(waitingCart(base, [waits(coupon(null))], blank)).couponCode).toBeUndefined();
  const emptied = waitingCart(
    base,
    [waits({ ...coupon(null), kind: 'clearCart', line: null, body: {} })],
    blank,
  );
  expect(wantedOn(emptied).couponCode).toBeUndefined();
  const refused = waitingCart(base, [waits(coupon('NEW'), { state: 'refused', tries: 1 })], blank);
  expect([wantedOn(refused).couponCode, refused.waiting?.marks['#coupon']]).toMatchObject([
    'OLD',
    { state: 'refused', code: 'NEW' },
  ]);
});

test('R1.13 gift wrap that waits moves the total by the price of the channel, and a refused one does not', () => {
  const wrap = {
    kind: 'chooseGiftWrap' as const,
    scope: `cart:${cartToken}`,
    line: '#wrap',
    params: { token: cartToken },
    body: { selected: true },
    locale: 'lt',
    channel: 'retail',
  };
  const base = anOrder({ giftWrap: { available: true, selected: false, price: 299 } });
  const cart = waitingCart(base, [waits(wrap)], blank);
  expect(cart).toMatchObject({
    giftWrap: { selected: true },
    giftWrapTotal: 299,
    total: base.total + 299,
    waiting: { isEstimate: true },
  });
  // Online it is so too: what is paid is tax and the rest.
  expect(cart.taxTotal + cart.totalWithoutTax).toBe(cart.total);
  expect(cart.taxTotal).toBe(base.taxTotal + 52);
  const refused = waitingCart(base, [waits(wrap, { state: 'refused' })], blank);
  expect(refused).toMatchObject({
    giftWrapTotal: 0,
    total: base.total,
    waiting: { marks: { '#wrap': { state: 'refused' } } },
  });
  const begun = waitingCart(null, [waits(begin()), waits(add('A', 1)), waits(wrap)], {
    ...blank,
    giftWrap: { enabled: true, price: 199 },
  });
  expect(begun).toMatchObject({ giftWrapTotal: 199, total: 250 + 199 });
});

test('R1.13 a cart that is left with plant protection and gift cards alone has no gift wrap', () => {
  const seeds = line('A', 7, 1);
  const spray = line('B', 8, 1);
  const base = anOrder({
    items: [
      seeds,
      {
        ...spray,
        variant: { ...spray.variant, product: { ...spray.variant.product, isChemical: true } },
      },
      { ...line('GIFT-CARD', 9, 1), marker: soldCardMarker },
    ],
    giftWrap: { available: true, selected: true, price: 299 },
    giftWrapTotal: 299,
  });
  expect(waitingCart(base, [waits(take('B', 8))], blank).giftWrapTotal).toBe(299);
  const { giftWrap, giftWrapTotal } = waitingCart(base, [waits(take('A', 7))], blank);
  expect([giftWrap.available, giftWrap.selected, giftWrapTotal]).toEqual([false, false, 0]);
});

test('an emptied cart shows nothing while that waits; refused, it shows its lines and says so for the whole', () => {
  const clear = {
    kind: 'clearCart' as const,
    scope: `cart:${cartToken}`,
    line: null,
    params: { token: cartToken },
    body: {},
    locale: 'lt',
    channel: 'retail',
  };
  const base = anOrder({ items: [line('A', 5, 2)] });
  expect(waitingCart(base, [waits(clear)], blank).items).toEqual([]);
  const refused = waitingCart(base, [waits(clear, { state: 'refused' })], blank);
  expect(pieces(refused)).toEqual({ A: 2 });
  expect(refused.waiting?.marks['#cart']).toMatchObject({ state: 'refused' });
});

test('a gift that waits is wanted and moves no sum; the one before is gone at once, and a refused one leaves it', () => {
  const gift = (productVariantCode: string | null): NewCommand => ({
    ...add('A', 1),
    kind: 'chooseGift',
    line: '#gift',
    body: { productVariantCode },
  });
  const [goods, free] = [
    anItem(),
    anItem({ id: 9, marker: 'gift-selected', subtotal: 300, total: 0, taxTotal: 0 }),
  ];
  const base = anOrder({ items: [goods, free], gift: { eligible: true, selectedVariantCode: 'OLD' } });
  expect(wantedOn(base).gift).toBe('OLD');
  for (const code of ['NEW', null]) {
    const changed = waitingCart(base, [waits(gift(code))], blank);
    expect([wantedOn(changed).gift ?? null, changed.items, changed.waiting?.isEstimate]).toEqual([
      code,
      [goods],
      false,
    ]);
    expect([changed.total, changed.itemsSubtotal, changed.taxTotal]).toEqual([
      base.total,
      base.itemsSubtotal,
      base.taxTotal,
    ]);
  }
  const refused = waitingCart(base, [waits(gift('NEW'), { state: 'refused', tries: 1 })], blank);
  expect([wantedOn(refused).gift, refused.items.length, refused.waiting?.marks['#gift']?.state]).toEqual([
    'OLD',
    2,
    'refused',
  ]);
});

test('R1.14 what is left on a gift card pays for goods that wait', () => {
  const base = anOrder({
    items: [line('A', 5, 1)],
    giftCards: [{ code: 'C', label: 'C', amountUsed: 1000, amountLeft: 300 }],
    giftCardTotal: -1000,
    total: 0,
  });
  expect(waitingCart(base, [waits(add('B', 1))], blank)).toMatchObject({ giftCardTotal: -1250, total: 0 });
  expect(waitingCart(base, [waits(add('B', 2))], blank)).toMatchObject({ giftCardTotal: -1300, total: 200 });
});
