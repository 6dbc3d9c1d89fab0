/** The whole shop in this process, as main.ts opens it: how its parts hold together while the database is late or away. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '#server/process/config.ts';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';
import { openShop, type OpenShop } from '#server/compose/open-shop.ts';

let database: TestDatabase;
let shop: OpenShop;
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'arimas-open-'));
beforeAll(async () => {
  database = await createTestDatabase();
  shop = await openShop(
    readConfig({
      DATABASE_URL: database.url,
      DATABASE_TIMEOUT: '3',
      DATA_DIR: dataDir,
      PORT: '0',
      TEST_DOORS: 'on',
      RATE_LIMIT_FACTOR: '10000',
      LOG_LEVEL: 'silent',
    }),
  );
}, 60_000);
afterAll(async () => {
  await shop.close();
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

const ask = (address: string, init?: RequestInit) => shop.app.request(address, init);
const write = () =>
  ask('/api/v2/shop/orders', {
    method: 'POST',
    body: '{}',
    headers: {
      's-channel': 'retail',
      'Content-Type': 'application/json',
      'Idempotency-Key': crypto.randomUUID(),
    },
  });

/** Holds a table from outside until the test lets it go. */
async function hold(table: string): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  return async () => {
    await client.query('rollback');
  };
}
const waitingInDatabase = async () =>
  (
    await database.pool.query<{ n: number }>(
      // The jobs of the process may wait too, for something else.
      `select max(n)::int as n from (select count(*) as n from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' group by query) as calls`,
    )
  ).rows[0]?.n;

test('calls of one client run six at once, leave places to others and connections for what is no call; one that hangs is answered 503', async () => {
  const letGo = await hold('"order"');
  const calls = Array.from({ length: 40 }, () => write());
  await expect.poll(waitingInDatabase).toBe(6);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await waitingInDatabase()).toBe(6);
  expect((await ask('/readyz')).status).toBe(200);
  // Ended by the database, and told so that it is asked again.
  const first = await calls[0];
  expect([first?.status, Number(first?.headers.get('Retry-After')) > 0]).toEqual([503, true]);
  await letGo();
  for (const { status } of await Promise.all(calls)) expect([201, 503]).toContain(status);
  expect((await write()).status).toBe(201);
}, 60_000);

test('a page that is not kept is answered 503 while the database is away, and is there afterwards', async () => {
  const { rows } = await database.pool.query<{ id: number; slug: string }>(
    `select id, slug->>'lt' as slug from product where enabled and not is_gift order by id desc limit 1`,
  );
  const address = `/p/${rows[0]?.slug ?? ''}-${String(rows[0]?.id)}`;
  const home = await ask('/');
  expect(home.status).toBe(200);
  shop.database.pool.away();
  const cold = await ask(address);
  expect([cold.status, cold.headers.get('Retry-After'), cold.headers.get('Cache-Control')]).toEqual([
    503,
    '2',
    'private, no-store',
  ]);
  expect((await ask('/')).status).toBe(200);
  shop.database.pool.back();
  await expect.poll(async () => (await ask(address)).status).toBe(200);
}, 60_000);

test('a process whose memory is more than 35 s behind the database says that it is not ready', async () => {
  await expect.poll(async () => (await ask('/readyz')).status).toBe(200);
  // Every reading of the catalogue fails meanwhile.
  const letGo = await hold('product_variant');
  await database.pool.query('notify catalogue');
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect((await ask('/readyz')).status).toBe(200);
  const now = performance.now.bind(performance);
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 36_000);
  onTestFinished(() => later.mockRestore());
  const answer = await ask('/readyz');
  expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('behind')]);
  await letGo();
  await expect.poll(async () => (await ask('/readyz')).status, { timeout: 30_000 }).toBe(200);
}, 60_000);
