/**
 * The shop under test: the server's own code on a real PostgreSQL, with goods whose price and stock a schedule sets, and
 * the same server once more on real sockets behind the fault proxy.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { ClientBase } from 'pg';
import { openTestShop, type TestShop } from '#tests/server/test-shop.ts';
import { openExtras, type Extras, type Query } from './extras.ts';
import { openFaultProxy } from './fault-proxy.ts';
import type { Sent, Way, WireFault } from './faulty-network.ts';
import { memberOf } from './member.ts';
import type { Member } from './shopper.ts';

export interface Goods {
  id: number;
  code: string;
  /** Cents with tax, at the start of a schedule. */
  price: number;
}

export interface FaultyShop {
  shop: TestShop;
  goods: readonly Goods[];
  /** Price of a parcel by courier, cents. */
  courier: number;
  /** Prices, stock and holds as a schedule begins; everything else of earlier schedules stays. */
  reset(stock: readonly number[]): Promise<void>;
  query: Query;
  /** What may be chosen beside the goods. */
  extras: Extras;
  /** The member of the loyalty programme, ready for another schedule. */
  member: () => Promise<Member>;
  inProcess: Way;
  overSockets: Way;
  close(): Promise<void>;
}

/** The same statements by the thousand: their plans are kept, so that the database spends its time on doing them. */
function keepPlans(client: ClientBase): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  const names = new Map<string, string>();
  const named = (first: unknown, values: unknown, ...rest: unknown[]) => {
    if (typeof first !== 'string' || !Array.isArray(values) || values.length === 0)
      return query(first, values, ...rest);
    let name = names.get(first);
    if (name === undefined) names.set(first, (name = `kept_${String(names.size)}`));
    return query({ name, text: first, values }, ...rest);
  };
  Object.assign(client, { query: named });
}

/** The database has ended the connection, and said so or had no time to. */
const isEnded = (error: unknown): boolean =>
  (error as { code?: string }).code === '57P01' || String(error).includes('Connection terminated');

/** The shop on real sockets, behind the proxy. `inHand`: requests that the proxy has, by a number of their own: one key may be on the way twice. */
async function openSockets(shop: TestShop) {
  const server: Server = createServer(
    getRequestListener((request) => shop.app.fetch(request, 'test'), { overrideGlobalObjects: false }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const inHand = new Map<string, { sent: Sent; onStall: () => void }>();
  const named = (request: IncomingMessage) => inHand.get(String(request.headers['x-fault-number']));
  const proxy = await openFaultProxy({
    target: origin,
    decide: (request) => (named(request)?.sent.fault ?? 'none') as WireFault | 'none',
    onSaid: (request, said) => named(request)?.sent.said.push(said),
    onStall: (request) => named(request)?.onStall(),
  });
  return { origin, server, proxy, inHand };
}

export async function openFaultyShop(): Promise<FaultyShop> {
  // Connections that are killed in the middle of work are faults that the schedules make: no news.
  const shop = await openTestShop({ logLevel: 'silent' });
  shop.database.pool.on('connect', keepPlans);
  // The harness' own statements may meet a connection that its faults have just ended: what was under way has had no effect.
  const query = async <T extends object>(
    sql: string,
    values: readonly unknown[] = [],
    tries = 3,
  ): Promise<T[]> => {
    try {
      return (await shop.database.pool.query<T>(sql, [...values])).rows;
    } catch (error) {
      if (!isEnded(error) || tries <= 1) throw error;
      return query(sql, values, tries - 1);
    }
  };
  // Sums of the model are plain: price by quantity and the parcel.
  await query('update cart_promotion set enabled = false');
  const found = await query<Goods>(
    `select v.id, v.code, cp.price from product_variant v join product p on p.id = v.product_id
     join channel_price cp on cp.variant_id = v.id join channel c on c.id = cp.channel_id and c.code = 'retail'
     where p.enabled and v.enabled and v.tracked and not p.is_gift and not p.professional_use and not p.ammonium_nitrate16 and p.type = 'simple'
       and not p.is_chemical and v.weight between 1 and 400 and cp.price between 300 and 2000 and cp.original_price is null order by v.code limit 5`,
  );
  const [method] = await query<{ price: number }>(
    `select p.price from shipping_method m join shipping_method_price p on p.shipping_method_id = m.id
     join channel c on c.id = p.channel_id and c.code = 'retail' where m.code = 'COURIER_HOME'`,
  );
  const [place] = await query<{ id: number }>(
    `select id from warehouse where ships and 'retail' = any(channels) order by priority, code limit 1`,
  );
  const extras = await openExtras(query, place?.id);
  const ids = found.map((one) => one.id);
  await query('delete from stock where variant_id = any($1)', [ids]);

  const killDatabase = async () => {
    await query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
    );
  };
  const { origin, server, proxy, inHand } = await openSockets(shop);
  let numbers = 0;
  const headersOf = (sent: Sent) => ({ ...sent.headers, 's-channel': sent.headers['s-channel'] ?? 'retail' });

  return {
    shop,
    goods: found,
    courier: method?.price ?? 0,
    query,
    extras,
    member: memberOf(shop, query),
    async reset(stock) {
      for (const [index, one] of found.entries()) {
        await query('update channel_price set price = $2, minimum_price = 0 where variant_id = $1', [
          one.id,
          one.price,
        ]);
        await query(
          `insert into stock (variant_id, warehouse_id, on_hand, on_hold) values ($1, $2, $3, 0)
           on conflict (variant_id, warehouse_id) do update set on_hand = $3, on_hold = 0`,
          [one.id, place?.id, stock[index] ?? 1_000],
        );
      }
    },
    inProcess: {
      ask: (sent) =>
        shop.app.request(sent.path, {
          method: sent.method,
          headers: headersOf(sent),
          ...(sent.body === '' ? {} : { body: sent.body }),
        }),
      killDatabase,
    },
    overSockets: {
      ask: (sent) =>
        fetch(origin + sent.path, {
          method: sent.method,
          headers: headersOf(sent),
          ...(sent.body === '' ? {} : { body: sent.body }),
        }),
      async overWire(sent, signal, onStall) {
        const number = String((numbers += 1));
        inHand.set(number, { sent, onStall });
        return fetch(proxy.origin + sent.path, {
          method: sent.method,
          headers: { ...headersOf(sent), 'x-fault-number': number },
          redirect: 'error',
          ...(signal ? { signal } : {}),
          ...(sent.body === '' ? {} : { body: sent.body }),
        });
      },
      killDatabase,
    },
    async close() {
      await proxy.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await shop.close();
    },
  };
}
