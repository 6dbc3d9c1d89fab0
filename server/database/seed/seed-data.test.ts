import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { daysToShift, shiftDates } from './read-data.ts';

const folder = path.join(import.meta.dirname, '../../seed-data');

test.each(['catalogue', 'content'])(
  'the data of the %s holds together',
  { timeout: 60_000 },
  async (part) => {
    const checked = await promisify(execFile)(process.execPath, ['check.mjs'], {
      cwd: path.join(folder, part),
    });
    expect(checked.stdout).toMatch(/no problems|all content checks passed/);
  },
);

test('dates move by whole days to the day of the first start, hours stay', () => {
  expect(daysToShift(new Date('2026-11-21T23:59:00Z'))).toBe(0);
  expect(daysToShift(new Date('2026-11-22T00:00:00Z'))).toBe(1);
  expect(daysToShift(new Date('2026-11-01T12:00:00Z'))).toBe(-20);
  const data = {
    createdAt: '2026-02-27',
    prices: [{ from: '2026-11-07', price: 5 }],
    startsAt: '2026-11-07T06:30:00Z',
    endsAt: null,
    // The season of opening hours is no date, nor is a text that looks like one.
    openingHours: [{ from: '03-01' }],
    name: '2026-11-07',
  };
  expect(shiftDates(data, 2)).toEqual({
    ...data,
    createdAt: '2026-03-01',
    prices: [{ from: '2026-11-09', price: 5 }],
    startsAt: '2026-11-09T06:30:00Z',
  });
});
