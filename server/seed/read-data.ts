import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brand } from '#lib/brand.ts';

const folder = path.join(import.meta.dirname, '../seed-data');
/** "Today" of the demo data. */
const referenceDate = '2026-11-21';
const day = 86_400_000;
const moments = new Set(
  'createdAt from startsAt endsAt expiresAt publishedAt updatedAt deletionRequestedAt'.split(' '),
);
const isoDate = /^\d{4}-\d{2}-\d{2}(T|$)/;

/** Whole days from the day of the data to the day of `now` (UTC). */
export function daysToShift(now: Date): number {
  return Math.floor(now.getTime() / day) - Math.floor(Date.parse(referenceDate) / day);
}

/** The same data with every date moved by whole days, so that offers run and news are fresh on any day. */
export function shiftDates(value: unknown, days: number, key = ''): unknown {
  if (typeof value === 'string') {
    if (days === 0 || !moments.has(key) || !isoDate.test(value)) return value;
    const moved = new Date(Date.parse(value) + days * day).toISOString();
    return value.length === 10 ? moved.slice(0, 10) : moved.replace('.000Z', 'Z');
  }
  if (Array.isArray(value)) return value.map((item) => shiftDates(item, days, key));
  if (value && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, shiftDates(item, days, name)]),
    );
  }
  return value;
}

/** One file of server/seed-data, dates as of `now`, `{{shop}}` as the shop is called. The type is the caller's knowledge of the file (its README). */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
export function readData<T>(file: string, now: Date): T {
  const text = readFileSync(path.join(folder, file), 'utf8').replaceAll('{{shop}}', brand.name);
  return shiftDates(JSON.parse(text), daysToShift(now)) as T;
}
