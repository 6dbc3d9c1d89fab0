/** The commands as a process: what a script around them sees. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { people } from '#tests/server/test-people.ts';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';

let database: TestDatabase;
const folder = mkdtempSync(path.join(os.tmpdir(), 'arimas-commands-'));
/** Every process after the first takes its modules compiled: half of what one costs. */
const compiled = path.join(folder, 'compiled');
beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

const shop = (words: string[], settings: Record<string, string> = {}) =>
  new Promise<{ status: number; out: string; err: string }>((resolve) => {
    execFile(
      process.execPath,
      ['server/shop.ts', ...words],
      {
        env: {
          ...process.env,
          DATABASE_URL: database.url,
          DATA_DIR: folder,
          NODE_COMPILE_CACHE: compiled,
          ...settings,
        },
      },
      (error, out, err) => resolve({ status: Number(error?.code ?? 0), out, err }),
    );
  });
const feed = (text: string): string => {
  const file = path.join(folder, 'feed.tsv');
  writeFileSync(file, text);
  return file;
};

test('an import tells by its status whether every row came in, some, or none, and leaves a line for the log', async () => {
  const head = 'id\ttitle\tprice\n';
  const whole = await shop(['import', feed(`${head}S-1\tKibiras\t4.00 EUR\n`)]);
  expect(whole).toMatchObject({ status: 0, out: expect.stringContaining('1 new') as string });
  const lines = whole.err.split('\n').filter((line) => line.startsWith('{'));
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({
      process: 'command',
      msg: 'feed imported',
      read: 1,
      created: 1,
      refused: 0,
      notes: 0,
    }),
  ]);
  const part = await shop(['import', feed(`${head}S-2\tKibiras\t4.00 EUR\nS-3\t\t4.00 EUR\n`)]);
  expect(part).toMatchObject({ status: 2, out: expect.stringContaining('title is missing') as string });
  const none = await shop(['import', feed(`${head}S-3\t\t4.00 EUR\n`)]);
  expect(none).toMatchObject({
    status: 1,
    out: '',
    err: expect.stringContaining('title is missing') as string,
  });
}, 60_000);

test('said wrongly, refused and not set up are told apart', async () => {
  const wrong = await shop(['set-stock', 'S-1']);
  expect(wrong).toEqual({
    status: 64,
    out: '',
    err: expect.stringMatching(/^Usage: npm run shop --\n {2}set-stock VARIANT WAREHOUSE PIECES .*\n$/),
  });
  expect(await shop(['set-stock', 'S-1', 'UKMERGE', '-1'])).toEqual({
    status: 64,
    out: '',
    err: 'The number of pieces should be a whole number from 0 to 1000000, not "-1".\n',
  });
  expect(await shop(['accept-review', 'abc'])).toEqual({
    status: 1,
    out: '',
    err: 'There is no review abc that is not accepted yet: the numbers stand in the list of reviews.\n',
  });
  expect(await shop(['orders'], { CHANNEL_CODE: 'retial' })).toEqual({
    status: 78,
    out: '',
    err: 'CHANNEL_CODE should be a channel of the shop (retail, business), not "retial".\n',
  });
}, 60_000);

test('who acts for a customer is led to where the shop listens', async () => {
  const led = await shop(['impersonate', people.rasa.email, 'Keeper'], { HOST: '127.0.0.1', PORT: '4321' });
  expect(led).toMatchObject({ status: 0, err: '' });
  expect(led.out).toMatch(/^http:\/\/127\.0\.0\.1:4321\/\?x-auth=\S+\n$/);
}, 60_000);
