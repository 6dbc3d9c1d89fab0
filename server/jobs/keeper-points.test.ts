import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestShop, type TestShop } from '#tests/server/test-shop.ts';
import { correctPoints, showPoints } from './keeper-points.ts';

const email = 'rasa.demo@example.com';
let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  await shop.database.pool.query('delete from loyalty_entry');
}, 60_000);
afterAll(() => shop.close());

const correct = (way: 'add' | 'take', words: string, who = email) =>
  correctPoints(shop.orders.mail, who, way, words.split(' '));

test('points are added and taken, each with its reason, and one key counts once', async () => {
  expect(await showPoints(shop.orders.mail, email)).toMatch(/^Account rasa\S+, card \d{13}: 0 points\.$/);
  expect(await correct('add', '50 order 10001 came late --key call-7')).toBe(
    `Account ${email}: +50, 50 points now.`,
  );
  expect(await correct('add', '50 said again --key call-7')).toBe(
    `Account ${email}: done before with this key, 50 points.`,
  );
  await expect(correct('take', '50 something else --key call-7')).rejects.toThrow(
    'The key call-7 is that of another correction, of 50 points.',
  );
  // An address is written in any way.
  expect(await correct('take', '49 counted twice', 'Rasa.Demo@Example.com')).toContain('-49, 1 point now.');
  const [head, , ...rows] = (await showPoints(shop.orders.mail, email)).split('\n');
  expect(head).toContain(': 1 point.');
  expect(rows).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\d +-49 +corrected: counted twice$/),
    expect.stringMatching(/^\d{4}-\d\d-\d\d +\+50 +corrected: order 10001 came late$/),
  ]);
  const { rows: audit } = await shop.database.pool.query<{ points: string }>(
    "select data->>'points' as points from audit where action = 'points.corrected' order by id",
  );
  expect(audit.map(({ points }) => points)).toEqual(['50', '-49']);
});

test('two who take at once leave no member with fewer than none', async () => {
  await correct('add', '10 to be taken');
  const before = Number(/ (\d+) point/.exec(await showPoints(shop.orders.mail, email))?.[1]);
  const both = await Promise.allSettled([
    correct('take', `${before} one of two`),
    correct('take', `${before} the other one`),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await showPoints(shop.orders.mail, email)).toContain(': 0 points.');
});

test('what cannot be corrected is refused in words, and nothing changes', async () => {
  const before = await showPoints(shop.orders.mail, email);
  const number = 'The number of points should be a whole number from 1';
  for (const [way, words, message] of [
    ['take', '1 too much', 'has 0 points: 1 cannot be taken.'],
    ['add', '0 nothing', number],
    ['add', '1.5 a half', number],
    ['add', '1e3 many', number],
    ['add', '-5 below', number],
    ['add', '1000001 too many', `${number} to 1000000, not "1000001".`],
    ['add', 'many words', number],
    ['add', '5', 'The reason is missing'],
    ['add', '5 --key one', 'The reason is missing'],
    ['add', '5 ...', 'The reason is missing'],
    ['add', `5 ${'long'.repeat(51)}`, 'The reason is longer than 200 characters'],
    ['add', '5 well --key', '--key needs something after it.'],
    ['add', '5 well --key a/b', '--key should be letters'],
    ['add', `5 well --key ${'k'.repeat(65)}`, 'at most 64 of them'],
    ['add', '5 well --kee one', "Unknown option '--kee'."],
  ] as const)
    await expect(correct(way, words)).rejects.toThrow(message);
  await expect(correct('add', '5 well', 'nobody@example.com')).rejects.toThrow(
    'There is no account nobody@example.com.',
  );
  await expect(correct('add', '5 well', 'nauja.demo@example.com')).rejects.toThrow('no loyalty programme');
  await expect(showPoints(shop.orders.mail, 'nobody@example.com')).rejects.toThrow('There is no account');
  expect(await showPoints(shop.orders.mail, email)).toBe(before);
});
