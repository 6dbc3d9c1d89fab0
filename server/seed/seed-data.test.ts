import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { daysToShift, shiftDates } from './read-data.ts';

const folder = path.join(import.meta.dirname, '../seed-data');

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

test('no page says the name of the shop in its title, which every title ends with', () => {
  const { pages } = JSON.parse(readFileSync(path.join(folder, 'content/pages.json'), 'utf8')) as {
    pages: { code: string; metaTitle?: Record<string, string> }[];
  };
  const twice = pages.filter(({ metaTitle = {} }) =>
    Object.values(metaTitle).some((title) => title.includes('{{shop}}')),
  );
  expect(twice.map(({ code }) => code)).toEqual([]);
});

test('the contents of a pack, of which the unit price is made, are those of its name', () => {
  const { products } = JSON.parse(readFileSync(path.join(folder, 'catalogue/products.json'), 'utf8')) as {
    products: {
      variants: { code: string; name: { en: string }; netContent: { amount: number; unit: string } | null }[];
    }[];
  };
  const factors: Record<string, number> = { kg: 1, g: 0.001, l: 1, ml: 0.001 };
  const named = products.flatMap(({ variants }) =>
    variants.flatMap(({ code, name, netContent }) => {
      const [, amount, unit = ''] = /(?:^|[ ,])([\d.]+) (kg|g|ml|l)\b/.exec(name.en) ?? [];
      if (amount === undefined || netContent === null) return [];
      return [{ code, says: Number(amount) * (factors[unit] ?? 0), holds: netContent.amount }];
    }),
  );
  expect(named.length).toBeGreaterThan(100);
  for (const { code, says, holds } of named) expect([code, holds]).toEqual([code, expect.closeTo(says, 9)]);
});

test('no text leads to returns in three steps, which are not there, or to paying with a gift card', () => {
  for (const file of ['faq.json', 'blocks.json']) {
    const text = readFileSync(path.join(folder, 'content', file), 'utf8');
    expect(text).not.toMatch(/trimis žingsniais|three steps|kolmes sammus|в три шага/);
  }
  const pages = readFileSync(path.join(folder, 'content/pages.json'), 'utf8');
  expect(pages).not.toMatch(/row\\">(?:Dovanų kortelė|Gift card)<|kinkekaart\.|подарочная карта\./);
});

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
