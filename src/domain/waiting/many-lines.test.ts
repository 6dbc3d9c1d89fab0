import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aWaitingCommand, cartToken } from '#tests/builders.ts';
import { add, addMany, begin, change, take } from '#tests/cart-commands.ts';
import { partedByRefusal, partsOf } from './many-lines.ts';
import { mergeCommand } from './merge-command.ts';
import { rebuildCart } from './rebuild-cart.ts';
import { waitingCart } from './waiting-cart.ts';
import type { NewCommand, WaitingCommand } from './waiting-command.ts';

const blank = { token: cartToken, locale: 'lt', channel: 'retail', currencyCode: 'EUR' };
let seq = 0;
const waits = (command: NewCommand, more: Partial<WaitingCommand> = {}): WaitingCommand => {
  seq += 1;
  return aWaitingCommand(command, seq, { schemaVersion: 6, ...more });
};
const pieces = (waiting: readonly WaitingCommand[]) =>
  Object.fromEntries(
    waitingCart(null, waiting, blank)
      .items.map((item) => [item.variant.code, item.quantity] as const)
      .toSorted(([one], [other]) => one.localeCompare(other)),
  );
/** The queue after a change was laid over it. */
function after(waiting: readonly WaitingCommand[], next: NewCommand): WaitingCommand[] {
  const { remove, update, append } = mergeCommand(waiting, next);
  const gone = new Set(remove.map((one) => one.seq));
  return [
    ...waiting
      .filter((one) => !gone.has(one.seq))
      .map((one) => update.find((changed) => changed.seq === one.seq) ?? one),
    ...append.map((one) => waits(one)),
  ];
}

test('many goods are lines of the cart at once, each with its mark, and stay one command whatever is changed of them', () => {
  const start = [waits(begin()), waits(addMany({ A: 2, B: 1, C: 5 }))];
  const cart = waitingCart(null, start, blank);
  expect(pieces(start)).toEqual({ A: 2, B: 1, C: 5 });
  expect(Object.keys(cart.waiting?.marks ?? {})).toEqual(['A', 'B', 'C']);
  let queue = start;
  for (const next of [add('A', 3), change('B', 9), take('C')]) queue = after(queue, next);
  expect(queue.map(({ kind, body }) => [kind, body['items']])).toEqual([
    ['pickUpCart', undefined],
    [
      'addItems',
      [
        { productVariantCode: 'A', quantity: 5 },
        { productVariantCode: 'B', quantity: 9 },
      ],
    ],
  ]);
  for (const next of [take('A'), take('B')]) queue = after(queue, next);
  expect(queue.map(({ kind }) => kind)).toEqual(['pickUpCart']);
});

test('what has left the device is never changed: a change of one of its lines waits behind it', () => {
  const sent = waits(addMany({ A: 2, B: 1 }), { tries: 1 });
  const queue = after([sent], change('A', 9));
  expect(queue[0]).toBe(sent);
  expect(queue.map(({ kind }) => kind)).toEqual(['addItems', 'changeQuantity']);
  expect(pieces(queue)).toEqual({ A: 9, B: 1 });
});

test('many goods and their lines one by one make the same cart, whatever is done to it, and when it is begun anew', () => {
  const code = fc.constantFrom('A', 'B', 'C', 'D');
  const step = fc.oneof(
    fc.record({ kind: fc.constant('add' as const), code, quantity: fc.integer({ min: 1, max: 9 }) }),
    fc.record({ kind: fc.constant('take' as const), code, quantity: fc.constant(0) }),
    fc.record({ kind: fc.constant('change' as const), code, quantity: fc.integer({ min: 1, max: 9 }) }),
  );
  fc.assert(
    fc.property(
      fc.dictionary(code, fc.integer({ min: 1, max: 9 }), { minKeys: 1 }),
      fc.array(step, { maxLength: 8 }),
      fc.boolean(),
      (goods, steps, isSent) => {
        const whole = addMany(goods);
        let many = [waits(begin()), waits(whole, isSent ? { tries: 1 } : {})];
        let single = [waits(begin()), ...partsOf(whole).map((one) => waits(one, isSent ? { tries: 1 } : {}))];
        for (const { kind, code: line, quantity } of steps) {
          // Only what is there can be changed.
          if (kind !== 'add' && pieces(single)[line] === undefined) continue;
          const shown = partsOf(addMany({ [line]: 1 }))[0]?.shown;
          const next =
            kind === 'add'
              ? { ...add(line, quantity), shown }
              : kind === 'take'
                ? take(line)
                : change(line, quantity);
          many = after(many, next);
          single = after(single, next);
        }
        expect(pieces(many)).toEqual(pieces(single));
        const anew = (queue: WaitingCommand[]) =>
          Object.fromEntries(
            rebuildCart(null, queue, 'another').flatMap(({ line, body }) =>
              line === null ? [] : [[line, body['quantity']]],
            ),
          );
        expect(anew(many)).toEqual(anew(single));
        expect(anew(many)).toEqual(pieces(many));
      },
    ),
  );
});

test('a refusal stands on the lines that it names; one that names none leaves each line to itself', () => {
  const whole = waits(addMany({ A: 2, B: 1, C: 5 }));
  const answer = { status: 422, errorCode: 'form.invalid', message: '', context: {} };
  const named = partedByRefusal(whole, {
    ...answer,
    violations: [
      { propertyPath: 'items[1].quantity', message: 'Too many.', code: 'cart.insufficient_stock' },
    ],
  });
  expect(named.refused).toMatchObject([
    {
      part: { kind: 'addItem', line: 'B' },
      answer: {
        errorCode: 'cart.insufficient_stock',
        message: 'Too many.',
        violations: [{ propertyPath: 'quantity' }],
      },
    },
  ]);
  expect(named.rest?.body['items']).toHaveLength(2);
  const unnamed = partedByRefusal(whole, { ...answer, violations: [] });
  expect(unnamed).toMatchObject({ refused: [], rest: null });
  expect(unnamed.single.map((one) => one.line)).toEqual(['A', 'B', 'C']);
});
