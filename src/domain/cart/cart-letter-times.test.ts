import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cartLetters, leftWithin } from './cart-letter-times.ts';

const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2036-01-01'), noInvalidDate: true });
const hour = 60 * 60 * 1000;
const dueAt = (left: Date, now: Date) =>
  cartLetters.filter((letter) => {
    const { after, before } = leftWithin(letter, now);
    return left > after && left <= before;
  });

test('a letter goes an hour after the last change at the soonest, and none about a cart whose change is still to come', () => {
  fc.assert(
    fc.property(moment, moment, (left, now) => {
      const age = now.getTime() - left.getTime();
      const due = dueAt(left, now);
      expect(due.length).toBeLessThanOrEqual(1);
      if (age < hour || age >= 72 * hour) expect(due).toEqual([]);
      for (const { from, until } of due) expect(age >= from && age < until).toBe(true);
    }),
  );
  const left = new Date('2026-11-28T10:00Z');
  const steps = (hours: number) =>
    dueAt(left, new Date(left.getTime() + hours * hour)).map(({ step }) => step);
  expect([0.99, 1, 11.9, 12, 23.9, 24, 71.9, 72, -1].map(steps)).toEqual([
    [],
    [1],
    [1],
    [],
    [],
    [2],
    [2],
    [],
    [],
  ]);
});

test('whenever the two letters are written, they are half a day apart or more', () => {
  const [first, second] = cartLetters;
  expect(second.from - first.until).toBeGreaterThanOrEqual(12 * hour);
});
