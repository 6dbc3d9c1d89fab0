/**
 * The server is killed with SIGKILL while orders are placed, started again, and asked for every order it had
 * acknowledged (docs/reliability, I2, I3, I4). `KILL_ROUNDS=50` runs it long; a few rounds are part of every run.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import type { CompletedOrder } from '#contract/orders.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { removeData } from '#server/database/postgres-place.ts';

const rounds = Number(process.env['KILL_ROUNDS'] ?? 3);
/** A killed server has to serve again within this, ms; beside other tests, as in every run of fewer rounds, it gets more time. */
const backWithin = rounds >= 50 ? 5000 : 20_000;
const buyers = 6;
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'arimas-kill-'));
const running = new Set<ChildProcess>();

async function start(): Promise<{ child: ChildProcess; url: string; took: number }> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'serve-api.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      RATE_LIMIT_FACTOR: '100000',
      LOG_LEVEL: 'error',
      NODE_OPTIONS: '',
      // As the shop itself keeps its compiled code (server/start.mjs).
      NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/compiled-tests'),
      ...(process.env['TEST_DATABASE_URL'] ? { DATABASE_URL: '' } : {}),
    },
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  for await (const line of createInterface({ input: child.stdout! })) {
    const port = /^port (\d+)$/.exec(line)?.[1];
    if (port) return { child, url: `http://127.0.0.1:${port}/api/v2`, took: performance.now() - startedAt };
  }
  throw new Error('The server ended before it served.');
}

function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}

afterAll(async () => {
  await Promise.all([...running].map((child) => kill(child, 'SIGTERM')));
  // PostgreSQL outlives a killed server: whoever comes last stops it.
  const last = await openDatabase({ dataDir, role: 'command', connections: 1 });
  await last.close();
  removeData(dataDir);
}, 60_000);

type Send = (
  method: string,
  at: string,
  body?: unknown,
  key?: string,
) => Promise<{ status: number; body: CompletedOrder }>;
const sender =
  (url: string): Send =>
  async (method: string, at: string, body?: unknown, key: string = randomUUID()) => {
    const answer = await fetch(url + at, {
      method,
      headers: {
        'Content-Type': 'application/json',
        's-locale': 'lt',
        's-channel': 'retail',
        'Idempotency-Key': key,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: (text === '' ? undefined : JSON.parse(text)) as CompletedOrder };
  };

const consents = { termsAndConditionsAccepted: true, privacyPolicyAccepted: true };
const person = { firstName: 'Jonas', lastName: 'Jonaitis', phoneNumber: '+37061234567' };
const address = {
  ...person,
  countryCode: 'LT',
  city: 'Utena',
  street: 'Lauko g.',
  houseNumber: '1',
  postCode: 'LT-28241',
};

interface Attempt {
  token: string;
  /** Presses "order", with the same key each time. */
  press: (send: Send) => ReturnType<Send>;
  /** What the buyer was told; null = no answer came. */
  told: { number: string; total: number } | null;
}

/** One buyer: fills a cart, goes through checkout, presses "order". Throws when the server goes away before. */
async function buy(send: Send, variant: string, attempts: Attempt[]): Promise<void> {
  const cart = await send('POST', '/shop/orders', {});
  const at = `/shop/orders/${cart.body.tokenValue}`;
  const filled = await send('POST', `${at}/items`, { productVariantCode: variant, quantity: 1 });
  if (filled.status !== 201) throw new Error(`add item ${filled.status}`);
  await send('PUT', at, { email: 'jonas@example.lt', contact: person });
  await send('PATCH', `${at}/shipments/${filled.body.shipments[0]?.id}`, { shippingMethod: 'COURIER_HOME' });
  await send('PUT', at, { shippingAddress: address });
  await send('PATCH', `${at}/payments/${filled.body.payments[0]?.id}`, { paymentMethod: 'TRANSFER' });
  const key = randomUUID();
  await order(send, attempts, {
    token: cart.body.tokenValue,
    press: (to) => to('PATCH', `${at}/complete`, consents, key),
    told: null,
  });
}

/** A buyer whose device sends the whole order at once (contract CHK-19). */
async function buyAtOnce(send: Send, variant: string, attempts: Attempt[]): Promise<void> {
  const token = randomBytes(24).toString('base64url');
  const key = randomUUID();
  const body = {
    tokenValue: token,
    lines: [{ productVariantCode: variant, quantity: 1, whenShort: 'wait' }],
    email: 'jonas@example.lt',
    contact: person,
    shippingAddress: address,
    plan: { code: 'courier', shipments: [{ shippingMethod: 'COURIER_HOME' }] },
    paymentMethod: 'TRANSFER',
    ...consents,
    agreedAt: '2026-11-20T06:30:00Z',
    expectedTotal: 1_000_000,
  };
  await order(send, attempts, {
    token,
    press: (to) => to('POST', '/shop/order-intents', body, key),
    told: null,
  });
}

async function order(send: Send, attempts: Attempt[], attempt: Attempt): Promise<void> {
  attempts.push(attempt);
  const placed = await attempt.press(send);
  if (placed.status >= 300) throw new Error(`order ${placed.status} ${JSON.stringify(placed.body)}`);
  attempt.told = { number: placed.body.number ?? '', total: placed.body.total };
}

test(
  'no acknowledged order is lost and none is placed twice by SIGKILL under load',
  { timeout: 60_000 + rounds * 20_000 },
  async () => {
    let server = await start();
    const database = await openDatabase({ dataDir, role: 'command', connections: 2 });
    try {
      const goods = await database.pool.query<{ code: string; id: number; hand: number }>(
        `select v.code, v.id, s.on_hand as hand from product_variant v join product p on p.id = v.product_id
       join stock s on s.variant_id = v.id join warehouse w on w.id = s.warehouse_id and w.main
       join channel_price cp on cp.variant_id = v.id join channel c on c.id = cp.channel_id and c.code = 'retail'
       where p.enabled and v.enabled and v.tracked and not p.is_chemical and not p.is_gift and not p.professional_use and not p.ammonium_nitrate16
         and p.type = 'simple' and v.weight between 1 and 5000 order by v.code limit 1`,
      );
      const variant = goods.rows[0];
      if (!variant) throw new Error('The seed has no such variant.');
      await database.pool.query(`update stock set on_hand = 100000, on_hold = 0 where variant_id = $1`, [
        variant.id,
      ]);
      const attempts: Attempt[] = [];
      let slowest = 0;
      for (let round = 0; round < rounds; round += 1) {
        const send = sender(server.url);
        const end = new AbortController();
        const load = Array.from({ length: buyers }, async (_, buyer) => {
          const one = buyer % 2 === 0 ? buy : buyAtOnce;
          while (!end.signal.aborted) await one(send, variant.code, attempts).catch(() => wait(5));
        });
        // In the middle of the work, after another number of acknowledged orders in each round.
        const acknowledged = () => attempts.filter((attempt) => attempt.told).length;
        const enough = acknowledged() + 3 + (round % 5);
        await expect.poll(acknowledged, { timeout: 15_000, interval: 3 }).toBeGreaterThanOrEqual(enough);
        await kill(server.child, 'SIGKILL');
        end.abort();
        await Promise.all(load);
        server = await start();
        slowest = Math.max(slowest, server.took);
      }
      const send = sender(server.url);
      // Whoever got no answer asks again with the same key, as the storefront does.
      for (const attempt of attempts) {
        const again = await attempt.press(send);
        expect(again.status).toBeLessThan(300);
        if (attempt.told)
          expect({ number: again.body.number, total: again.body.total }).toEqual(attempt.told);
        attempt.told ??= { number: again.body.number ?? '', total: again.body.total };
        const order = await send('GET', `/shop/orders/${attempt.token}`);
        expect(order.body).toMatchObject({
          state: 'new',
          number: attempt.told.number,
          total: attempt.told.total,
        });
      }
      expect(attempts.length).toBeGreaterThan(rounds);
      expect(new Set(attempts.map((attempt) => attempt.told?.number)).size).toBe(attempts.length);
      const counts = await database.pool.query<{
        orders: number;
        mails: number;
        papers: number;
        held: number;
      }>(
        `select (select count(*)::int from "order" where state = 'new') as orders,
        (select count(*)::int from mail_outbox where kind = 'order_placed') as mails,
        (select count(*)::int from document where kind = 'pre_invoice') as papers,
        (select sum(on_hold)::int from stock where variant_id = $1) as held`,
        [variant.id],
      );
      const each = attempts.length;
      expect(counts.rows[0]).toEqual({ orders: each, mails: each, papers: each, held: each });
      expect(slowest).toBeLessThan(backWithin);
    } finally {
      await database.close();
    }
  },
);
