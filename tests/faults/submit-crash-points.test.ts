/**
 * Every point at which the shop can lose its database while it places an order (docs/reliability.md, C1): before and after
 * each statement of the transaction, the commit among them. Whatever was answered, the same key asked again gives one order.
 *
 * `CRASH_POINTS_EVERY=1` tries all points (`npm run test:long`); without it every ninth is tried, before and after in turn.
 */
import { randomUUID } from 'node:crypto';
import { Client, type Pool } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createPool } from '#server/database/pool.ts';
import { intentOf, openTestShop, sellableVariant, type TestShop } from '#tests/server/test-shop.ts';

const every = Number(process.env['CRASH_POINTS_EVERY'] ?? 9);

let shop: TestShop;
/** Looks from outside: not over connections that were broken. */
let eyes: Pool;
let goods: { code: string; price: number };
beforeAll(async () => {
  // Lost connections are what is tested: no news.
  shop = await openTestShop({ logLevel: 'silent' });
  goods = await sellableVariant(shop);
  eyes = createPool(shop.database.url, 1);
  await shop.database.pool.query(
    'update stock set on_hand = on_hand + 5000 where variant_id = (select id from product_variant where code = $1)',
    [goods.code],
  );
}, 60_000);
afterAll(async () => {
  await eyes.end();
  await shop.close();
});

type Query = (this: { connection: { stream: { destroy(): void } } }, ...words: unknown[]) => Promise<unknown>;
const prototype = Client.prototype as unknown as { query: Query };
const query = prototype.query;
afterEach(() => {
  prototype.query = query;
});

/** Counts statements from now on; the connection of the one at `at` breaks before it is sent, or with its answer. */
function arm(at: number, when: 'before' | 'after'): { count: () => number } {
  let count = 0;
  prototype.query = async function (...words) {
    const mine = count;
    count += 1;
    if (mine === at && when === 'before') {
      this.connection.stream.destroy();
      throw new Error('connection lost');
    }
    const result = await query.apply(this, words);
    if (mine !== at) return result;
    this.connection.stream.destroy();
    throw new Error('connection lost');
  };
  return { count: () => count };
}

const facts = async (token: string) =>
  (
    await eyes.query<{ orders: number; mails: number; papers: number; intents: number }>(
      `select count(*)::int as orders, (select count(*)::int from mail_outbox where order_id = any(array_agg(o.id))) as mails,
       (select count(*)::int from document where order_id = any(array_agg(o.id))) as papers,
       (select count(*)::int from order_intent where order_id = any(array_agg(o.id))) as intents
       from "order" o where token = $1`,
      [token],
    )
  ).rows[0];
const held = async () =>
  (await eyes.query<{ n: number }>('select sum(on_hold)::int as n from stock')).rows[0]?.n ?? 0;

test(
  'a shop that loses its database at any statement of an order has placed it whole or not at all',
  { timeout: 200_000 },
  async () => {
    const once = () => {
      const body = intentOf([{ productVariantCode: goods.code, quantity: 2 }], goods.price * 2 + 499);
      const key = randomUUID();
      return {
        body,
        send: () =>
          shop.call<{ number?: string }>('POST', '/shop/order-intents', body, { 'Idempotency-Key': key }),
      };
    };
    const counter = arm(-1, 'before');
    expect(await once().send()).toMatchObject({ status: 201 });
    const statements = counter.count();
    prototype.query = query;
    expect(statements).toBeGreaterThan(30);

    let committed = 0;
    const points = Array.from({ length: statements * 2 }, (_, point) => ({
      at: Math.floor(point / 2),
      when: point % 2 === 0 ? ('before' as const) : ('after' as const),
    }));
    // Those around the commit, the last statement, are always among them.
    const tried = points.filter(({ at }, point) => point % every === 0 || at === statements - 1);
    for (const { at, when } of tried) {
      const { body, send } = once();
      const before = await held();
      arm(at, when);
      const first = await send();
      prototype.query = query;
      const after = await facts(body.tokenValue);
      const isPlaced = after?.orders === 1;
      expect({ at, when, ...after }).toEqual({
        at,
        when,
        orders: isPlaced ? 1 : 0,
        mails: isPlaced ? 1 : 0,
        papers: isPlaced ? 1 : 0,
        intents: isPlaced ? 1 : 0,
      });
      if (first.status === 201) expect(isPlaced).toBe(true);
      else expect(first.status).toBeGreaterThanOrEqual(500);
      if (isPlaced) committed += 1;
      // A connection that broke a moment ago may be met once more, and the database may hold on to what it had begun until
      // it notices: then the device asks again.
      const again = await vi.waitFor(
        async () => {
          const answer = await send();
          expect(answer.status).toBe(201);
          return answer;
        },
        { timeout: 10_000, interval: 20 },
      );
      if (first.status === 201) expect(again.body.number).toBe(first.body.number);
      expect(again.headers.get('idempotency-replayed')).toBe(isPlaced ? 'true' : null);
      expect(await facts(body.tokenValue)).toEqual({ orders: 1, mails: 1, papers: 1, intents: 1 });
      expect(await held()).toBe(before + 2);
    }
    // The commit that landed and was never answered is among them.
    expect(committed).toBeGreaterThan(0);
    console.info(
      `${statements} statements, ${tried.length} crash points, ${committed} of them after the commit`,
    );
  },
);
