/**
 * Three processes of the shop on one database, one of them killed; a database whose connections end, go silent or hang. Not
 * part of every run: `npm run test:long -- processes`.
 */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openSilentProxy, type SilentProxy } from '#tests/server/silent-proxy.ts';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';
import { buy, buyAtOnce, countOrders, plentyOf, sender, type Attempt } from './buyer.ts';
import { startShop, type RunningShop } from './running-shop.ts';

/** ms that an old price may be served after whatever happened (docs/decisions/0026). */
const oldPriceAtMost = 35_000;
const orders = 60;
let database: TestDatabase;
let proxy: SilentProxy;
let shops: RunningShop[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await openSilentProxy(database.url);
  for (let process = 0; process < 3; process += 1)
    shops.push(
      await startShop({ DATABASE_URL: proxy.url, RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'silent' }),
    );
}, 120_000);
afterEach(() => proxy.heal());
afterAll(async () => {
  await Promise.all(shops.map((shop) => shop.stop()));
  await proxy.close();
  await database.drop();
}, 60_000);

const api = (shop: RunningShop) => `${shop.url}/api/v2`;
const headers = { 's-channel': 'retail', 's-locale': 'lt' };
const code = 'IR1001A';

async function setPrice(price: number): Promise<void> {
  await database.pool.query(
    `update channel_price set price = $1, original_price = null, percent = null
     where variant_id = (select id from product_variant where code = $2)`,
    [price, code],
  );
}

/** Seconds since the oldest change that this process has not read. */
async function behind(shop: RunningShop): Promise<number> {
  const text = await (await fetch(`${shop.url}/metrics`)).text();
  return Number(/^shop_catalogue_behind_seconds (\S+)$/m.exec(text)?.[1]);
}

/** What a list of each process says that it costs. */
const pricesNow = () =>
  Promise.all(
    shops.map(async (shop) => {
      const answer = await fetch(`${api(shop)}/shop/search/products?code[]=IR1001&facets=0`, {
        headers,
      }).catch(() => null);
      if (!answer?.ok) return null;
      const { data } = (await answer.json()) as {
        data: { variants: { code: string; prices: { price: number } }[] }[];
      };
      return data[0]?.variants.find((variant) => variant.code === code)?.prices.price ?? null;
    }),
  );

test(
  'a change while the connections of all processes end is served by all of them soon after',
  { timeout: 90_000 },
  async () => {
    await setPrice(4_001);
    const until = performance.now() + 2_500;
    while (performance.now() < until)
      await database.pool.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
    await expect.poll(pricesNow, { timeout: oldPriceAtMost, interval: 250 }).toEqual([4_001, 4_001, 4_001]);
  },
);

test('connections that go silent are noticed, and what was missed is read', { timeout: 90_000 }, async () => {
  proxy.silence();
  await setPrice(4_002);
  await expect.poll(pricesNow, { timeout: oldPriceAtMost, interval: 250 }).toEqual([4_002, 4_002, 4_002]);
});

test(
  'a database that hangs for 40 s: what is kept is served, the rest is refused soon; all is well two seconds after',
  { timeout: 120_000 },
  async () => {
    const [shop] = shops;
    if (!shop) throw new Error('no shop');
    await database.pool.query('delete from rate_limit');
    // The change of the test before may be read once more, and what is read anew is not kept yet.
    await expect.poll(() => behind(shop), { timeout: oldPriceAtMost, interval: 100 }).toBe(0);
    const list = `${api(shop)}/shop/search/products?itemsPerPage=12&facets=0`;
    const home = `${shop.url}/`;
    const goods = (await (
      await fetch(`${api(shop)}/shop/search/products?itemsPerPage=100&facets=0`, { headers })
    ).json()) as {
      data: { id: number; slug: string }[];
    };
    /** Each is asked for the first time. */
    const cold = goods.data.map(({ id, slug }) => `${shop.url}/p/${slug}-${String(id)}`);
    const ask = async (address: string, init: RequestInit = {}) => {
      const askedAt = performance.now();
      const answer = await fetch(address, { headers, signal: AbortSignal.timeout(15_000), ...init });
      const text = await answer.text();
      const again = Number(answer.headers.get('Retry-After'));
      return { text, status: answer.status, again, took: performance.now() - askedAt };
    };
    const write = () =>
      ask(`${api(shop)}/shop/orders`, {
        method: 'POST',
        body: '{}',
        headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
      });
    expect([(await ask(list)).status, (await ask(home)).status, (await write()).status]).toEqual([
      200, 200, 201,
    ]);
    const endsAt = performance.now() + 40_000;
    proxy.silence('new connections');
    let worst = { write: 0, page: 0, ready: 0 };
    while (performance.now() < endsAt) {
      const [listed, page, written, opened, ready] = await Promise.all([
        ask(list),
        ask(home),
        write(),
        ask(cold.pop() ?? ''),
        ask(`${shop.url}/readyz`),
      ]);
      expect([listed.status, page.status]).toEqual([200, 200]);
      expect([written.status, opened.status, ready.status]).toEqual([503, 503, 503]);
      expect([written.again > 0, opened.again > 0]).toEqual([true, true]);
      worst = {
        write: Math.max(worst.write, written.took),
        page: Math.max(worst.page, opened.took),
        ready: Math.max(worst.ready, ready.took),
      };
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    console.log('slowest refusal, ms:', worst);
    expect(worst.write).toBeLessThan(3_000);
    expect(worst.page).toBeLessThan(3_000);
    expect(worst.ready).toBeLessThan(2_000);
    proxy.heal();
    const healedAt = performance.now();
    const since = () => Math.round(performance.now() - healedAt);
    await expect.poll(async () => (await write()).status, { timeout: 10_000, interval: 50 }).toBe(201);
    const written = since();
    await expect
      .poll(async () => (await ask(cold.at(-1) ?? '')).status, { timeout: 5_000, interval: 50 })
      .toBe(200);
    const opened = since();
    await expect
      .poll(async () => (await ask(`${shop.url}/readyz`)).text, { timeout: 5_000, interval: 50 })
      .toBe('ready');
    console.log('written, opened, ready again after, ms:', written, opened, since());
    expect(since()).toBeLessThan(2_000);
  },
);

test('no order is lost or doubled when one of three processes is killed', { timeout: 180_000 }, async () => {
  const variant = await plentyOf(database.pool);
  const attempts: Attempt[] = [];
  const end = new AbortController();
  const load = shops.flatMap((shop) =>
    [buy, buyAtOnce].map(async (one) => {
      while (!end.signal.aborted)
        await one(sender(api(shop)), variant.code, attempts).catch(
          // Each press that met no shop is an order that has to be placed afterwards: not hundreds while a process starts.
          () => new Promise((resolve) => setTimeout(resolve, 500)),
        );
    }),
  );
  const acknowledged = () => attempts.filter(({ told }) => told).length;
  await expect.poll(acknowledged, { timeout: 60_000, interval: 20 }).toBeGreaterThan(orders / 3);
  await shops[0]?.restart('SIGKILL');
  await expect.poll(acknowledged, { timeout: 60_000, interval: 20 }).toBeGreaterThan(orders);
  end.abort();
  await Promise.all(load);
  // Whoever got no answer asks again, and may reach another process.
  const send = sender(api(shops[1]!));
  for (const attempt of attempts) {
    const again = await attempt.press(send);
    expect(again).toMatchObject({ status: expect.toSatisfy((status: number) => status < 300) });
    if (attempt.told) expect({ number: again.body.number, total: again.body.total }).toEqual(attempt.told);
    attempt.told ??= { number: again.body.number ?? '', total: again.body.total };
  }
  const each = attempts.length;
  expect(new Set(attempts.map(({ told }) => told?.number)).size).toBe(each);
  expect(await countOrders(database.pool, variant.id)).toEqual({
    orders: each,
    mails: each,
    papers: each,
    held: each,
  });
});

test(
  'a process that is told to stop says so first, and answers until it does',
  { timeout: 60_000 },
  async () => {
    const shop = await startShop({ DATABASE_URL: database.url, DRAIN_SECONDS: '2' });
    const status = async (path: string) => (await fetch(shop.url + path, { headers })).status;
    expect(await status('/readyz')).toBe(200);
    const stopped = shop.stop();
    await expect.poll(() => status('/readyz'), { interval: 20 }).toBe(503);
    expect(await status('/api/v2/shop/taxons-tree?depth=1')).toBe(200);
    expect(await status('/')).toBe(200);
    await stopped;
    await expect(fetch(`${shop.url}/readyz`)).rejects.toThrow('fetch failed');
    const lines = shop.output().filter((line) => line.startsWith('{'));
    expect(lines.slice(-2).map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({
        process: 'shop',
        msg: expect.stringContaining('Stopping') as string,
        signal: 'SIGTERM',
        drainSeconds: 2,
      }),
      expect.objectContaining({ msg: 'Stopped.', signal: 'SIGTERM', ms: expect.any(Number) as number }),
    ]);
  },
);
