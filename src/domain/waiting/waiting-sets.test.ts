import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { anItem, anOrder, aProduct, aVariant, aWaitingCommand, cartToken } from '#tests/builders.ts';
import { begin } from '#tests/cart-commands.ts';
import { resolveLine } from '#offline/outbox/line-ids.ts';
import { discountsOf } from '#domain/cart/order-discounts.ts';
import { mergeCommand } from './merge-command.ts';
import { rebuildCart } from './rebuild-cart.ts';
import { shownItem } from './shown-goods.ts';
import { waitingCart } from './waiting-cart.ts';
import { formVersion, type NewCommand, type WaitingCommand } from './waiting-command.ts';
import { bundleBody, itemOfLine, setsIn, type ShownSet } from './waiting-sets.ts';

const blank = { token: cartToken, locale: 'lt', channel: 'retail', currencyCode: 'EUR' };
const speaker = { locale: 'lt', channel: 'retail' };
const part = (code: string, price: number, quantity: number, required = true) => ({
  ...shownItem(aProduct({ name: `Prekė ${code}` }), aVariant({ code, price })),
  quantity,
  required,
});
/** Alone 3 x 100 + 200 + 100 = 600. */
const lawn: ShownSet = {
  productName: 'Vejos rinkinys',
  code: 'RK1',
  price: 540,
  parts: [part('A', 100, 3), part('B', 200, 1), part('C', 100, 1, false)],
};
const line = '#group-of-device';
const common = { scope: `cart:${cartToken}`, locale: 'lt', channel: 'retail' };
const addSet = (sets: number): NewCommand => ({
  ...common,
  kind: 'addBundle',
  line,
  params: { token: cartToken },
  body: bundleBody(line, lawn, sets),
  shown: lawn,
});
let seq = 0;
const waits = (command: NewCommand, more: Partial<WaitingCommand> = {}): WaitingCommand => {
  seq += 1;
  return aWaitingCommand(command, seq, { schemaVersion: formVersion(command.kind), ...more });
};
const shownBy = (waiting: WaitingCommand[], base: Parameters<typeof waitingCart>[0] = null) =>
  waitingCart(base, waiting, blank);
const pieces = (cart: { items: readonly { variant: { code: string }; quantity: number }[] }) =>
  Object.fromEntries(cart.items.map((item) => [item.variant.code, item.quantity]));
/** What waits after the change. */
function after(waiting: WaitingCommand[], next: NewCommand): WaitingCommand[] {
  const { remove, update, append } = mergeCommand(waiting, next);
  return [
    ...waiting
      .filter((one) => !remove.includes(one))
      .map((one) => update.find((changed) => changed.id === one.id) ?? one),
    ...append.map((one) => waits(one)),
  ];
}
const ofLead = (
  waiting: WaitingCommand[],
  kind: NewCommand['kind'],
  body: NewCommand['body'],
): NewCommand => ({
  ...common,
  kind,
  line,
  params: { token: cartToken, id: null },
  body,
  shown: itemOfLine(shownBy(waiting).items, line),
});

test('R4.05 a set that waits is shown as its parts, at its price, under one mark', () => {
  const cart = shownBy([waits(begin()), waits(addSet(2))]);
  expect(pieces(cart)).toEqual({ A: 6, B: 2, C: 2 });
  expect([cart.itemsSubtotal, cart.total]).toEqual([1200, 1080]);
  expect(discountsOf(cart, 'discount')).toEqual([{ code: 'RK1', name: 'Vejos rinkinys', amount: -120 }]);
  expect(Object.keys(cart.waiting?.marks ?? {})).toEqual([line]);
  expect(cart.items.map(({ bundle }) => bundle?.groupId)).toEqual(Array(3).fill('group-of-device'));
  expect(new Set(cart.items.map(({ id }) => id)).size).toBe(3);
});

test('its number is said by a part and counts sets: before the shop has heard of it the add itself changes', () => {
  const begun = [waits(addSet(1))];
  const three = after(begun, ofLead(begun, 'changeQuantity', { quantity: 9 }));
  expect(three.map(({ kind, body }) => [kind, body['quantity']])).toEqual([['addBundle', 3]]);
  expect(pieces(shownBy(three))).toEqual({ A: 9, B: 3, C: 3 });
  expect(shownBy(three).total).toBe(3 * 540);
  // On its way it stands; the change follows.
  const sent = [waits(addSet(1), { tries: 1 })];
  const then = after(sent, ofLead(sent, 'changeQuantity', { quantity: 6 }));
  expect(then.map(({ kind, body }) => [kind, body['quantity']])).toEqual([
    ['addBundle', 1],
    ['changeQuantity', 6],
  ]);
  expect(pieces(shownBy(then))).toEqual({ A: 6, B: 2, C: 2 });
});

test('taken out before the shop has heard of it nothing of it is left, not what was taken out of it either', () => {
  const begun = [waits(addSet(1))];
  const optional: NewCommand = { ...ofLead(begun, 'deleteItem', {}), line: `${line} C` };
  const without = after(begun, optional);
  expect(without.map(({ kind }) => kind)).toEqual(['addBundle', 'deleteItem']);
  expect(pieces(shownBy(without))).toEqual({ A: 3, B: 1 });
  expect(after(without, { ...optional, kind: 'restoreItem' })).toEqual(begun);
  expect(after(without, ofLead(begun, 'deleteItem', {}))).toEqual([]);
});

test('refused it is shown whole beside the cart, and left or asked for as one', () => {
  const answer = { status: 422, errorCode: 'x', message: 'Ne.', violations: [], context: {} };
  const refused = [waits(addSet(1), { state: 'refused', answer })];
  const cart = shownBy(refused);
  expect([cart.items, cart.total]).toEqual([[], 0]);
  expect(cart.waiting?.refusedLines.map(({ variant }) => variant.code)).toEqual(['A', 'B', 'C']);
  expect(cart.waiting?.marks[line]).toMatchObject({ state: 'refused', kind: 'addBundle', answer });
  expect(after(refused, ofLead([waits(addSet(1))], 'deleteItem', {}))).toEqual([]);
});

/** The same set as the shop has it, the part that may be left out first. */
const ofShop = (sets: number) =>
  anOrder({
    items: [...lawn.parts].toReversed().map(({ quantity, required, ...goods }, at) => {
      const subtotal = goods.unitPrice * quantity * sets;
      const bundle = { code: 'RK1', name: 'Vejos rinkinys', groupId: line.slice(1), quantity, required };
      return {
        ...anItem({ id: 50 + at, quantity: quantity * sets, subtotal, total: (subtotal * 9) / 10, bundle }),
        unitPrice: goods.unitPrice,
        variant: goods.variant,
      };
    }),
  });

test('a change that waited finds the set in the cart of the shop by its group, a part by its code', () => {
  const order = ofShop(1);
  const carts = new Map([[cartToken, { token: cartToken, order, at: 0 }]]);
  const asked = ofLead([waits(addSet(1))], 'changeQuantity', { quantity: 6 });
  // B is the first that it cannot be without.
  expect(resolveLine(asked, carts).params['id']).toBe(51);
  expect(resolveLine({ ...asked, kind: 'deleteItem', line: `${line} C` }, carts).params['id']).toBe(50);
  const lead = itemOfLine(order.items, line);
  const two = shownBy([waits({ ...asked, body: { quantity: 2 }, shown: lead })], order);
  expect(pieces(two)).toEqual({ A: 6, B: 2, C: 2 });
  const gone = shownBy([waits({ ...asked, kind: 'deleteItem', body: {}, shown: lead })], order);
  expect([gone.items, gone.deletedItems.length]).toEqual([[], 3]);
});

test('a cart that is begun anew has its sets again, with all that waited', () => {
  const commands = (waiting: WaitingCommand[]) =>
    rebuildCart(ofShop(2), waiting, cartToken.toUpperCase(), speaker)
      .filter(({ kind }) => kind === 'addBundle')
      .map(({ body }) => body);
  const whole = bundleBody(line, { ...lawn, parts: lawn.parts.toReversed() }, 2);
  expect(commands([])).toEqual([whole]);
  const lead = itemOfLine(ofShop(2).items, line);
  const asked = { ...ofLead([waits(addSet(1))], 'changeQuantity', { quantity: 5 }), shown: lead };
  expect(commands([waits(asked)])).toEqual([{ ...whole, quantity: 5 }]);
  expect(commands([waits({ ...asked, kind: 'deleteItem', line: `${line} C` })])[0]?.items).toHaveLength(2);
  expect(commands([waits({ ...asked, kind: 'deleteItem' })])).toEqual([]);
  // Taken out and brought back, whole and in part.
  const out = waits({ ...asked, kind: 'deleteItem' });
  const back = waits({ ...asked, kind: 'restoreItem', body: {}, shown: undefined });
  expect(commands([out, { ...back, seq: out.seq + 1 }])).toEqual([whole]);
  const part = { line: `${line} C`, params: { ...asked.params, id: 50 } };
  expect(
    commands([
      { ...out, ...part },
      { ...back, ...part, seq: out.seq + 1 },
    ])[0]?.items,
  ).toHaveLength(3);
  expect(commands([back])).toEqual([whole]);
});

test('what a set is shown as and what it is sent as are the same, for any number of it', () => {
  assert(
    property(integer({ min: 1, max: 99 }), (sets) => {
      const cart = shownBy([waits(addSet(sets))]);
      expect(setsIn(cart.items).map(({ shown, sets: count }) => bundleBody(line, shown, count))).toEqual([
        bundleBody(line, lawn, sets),
      ]);
      expect(cart.total).toBe(sets * lawn.price);
    }),
  );
});
