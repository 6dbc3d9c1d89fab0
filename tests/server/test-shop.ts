/** A shop for API tests: a database of its own with the demo goods, calls by path, no socket. */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { catalogueLocales } from '#contract/locale.ts';
import type { IntentLine, OrderIntentBody } from '#contract/orders/order-intents.ts';
import type { Order } from '#contract/orders/orders.ts';
import { createApp, type App } from '#server/compose/app.ts';
import { loadCatalogueData } from '#server/catalogue/catalogue-data.ts';
import { openChannelDirectory } from '#server/channels/channel-directory.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { createLog } from '#server/process/log.ts';
import { createLinkOrigin } from '#server/http/link-origin.ts';
import { changeOrderState } from '#server/jobs/shop-commands.ts';
import { createMetrics } from '#server/process/metrics.ts';
import { openSessions } from '#server/compose/open-sessions.ts';
import { openAreas } from '#server/compose/open-areas.ts';
import { openOrders, type Orders } from '#server/compose/open-orders.ts';

export interface Answer<T = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: T;
}

export interface TestShop {
  database: TestDatabase;
  app: App;
  orders: Orders;
  /** What `now` answers when a test has set it; else the real time. */
  clock: { at: Date | null };
  /** What the sandbox bank put off. */
  later: (() => Promise<void>)[];
  /** Lines for the log. */
  told: ({ what: string } & Record<string, string | number>)[];
  call<T = Order>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<T>>;
  /** A call with a key of its own; a shop that is busy is asked again with it, as a device does. */
  send<T = Order>(method: string, path: string, body?: unknown): Promise<Answer<T>>;
  close(): Promise<void>;
}

/** Faults that the server reported: a test that causes one fails on it. */
export async function openTestShop(
  settings: { rateLimitFactor?: number; logLevel?: string; publicUrl?: string; trustProxy?: number } = {},
): Promise<TestShop> {
  const database = await createTestDatabase();
  const config = {
    rateLimitFactor: settings.rateLimitFactor ?? 1000,
    trustProxy: settings.trustProxy ?? 0,
    metricsToken: undefined,
    channelByHost: {},
    channelCode: undefined,
    publicUrl: undefined,
    smtpUrl: undefined,
    mailFrom: undefined,
    dataDir: mkdtempSync(path.join(os.tmpdir(), 'arimas-orders-')),
    testDoors: true,
    activeLocales: catalogueLocales,
  };
  const clock: TestShop['clock'] = { at: null };
  const now = () => clock.at ?? new Date();
  const later: TestShop['later'] = [];
  const told: TestShop['told'] = [];
  const data = await loadCatalogueData(database.db);
  const means = {
    db: database.db,
    config,
    now,
    report: (error: unknown) => {
      throw error;
    },
    catalogueData: () => data,
  };
  const directory = await openChannelDirectory(database.db, config);
  const orders = await openOrders({
    ...means,
    hosts: { directory },
    later: (work) => later.push(work),
    tell: (what, facts) => told.push({ what, ...facts }),
  });
  const sessions = await openSessions(means);
  const app = await createApp({
    config,
    directory,
    linkOrigin: createLinkOrigin({ publicUrl: settings.publicUrl, directory, port: () => undefined }),
    log: createLog(settings.logLevel ?? 'error'),
    metrics: createMetrics(),
    areas: [...orders.areas, ...sessions.areas, ...(await openAreas(means))],
    authenticate: sessions.authenticate,
    idempotency: orders.idempotency,
    ready: async () => {},
  });
  const call: TestShop['call'] = async (method, path, body, headers = {}) => {
    const response = await app.request(`/api/v2${path}`, {
      method,
      headers: {
        Accept: 'application/json',
        's-locale': 'en',
        's-channel': 'retail',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text.startsWith('{') ? JSON.parse(text) : text) as never,
    };
  };
  const send: TestShop['send'] = async <T>(method: string, path: string, body?: unknown) => {
    const key = { 'Idempotency-Key': randomUUID() };
    for (let tries = 1; ; tries += 1) {
      const answer = await call<T>(method, path, body, key);
      if (answer.status !== 503 || tries === 20) return answer;
      await setTimeout(250);
    }
  };
  return {
    database,
    app,
    orders,
    clock,
    later,
    told,
    call,
    send,
    async close() {
      await database.drop();
      rmSync(config.dataDir, { recursive: true, force: true });
    },
  };
}

export const jonas = { firstName: 'Jonas', lastName: 'Žukauskas', phoneNumber: '+37061234567' };
export const address = {
  ...jonas,
  countryCode: 'LT',
  city: 'Kėdainiai',
  street: 'Basanavičiaus g.',
  houseNumber: '12A',
  flatNumber: '3',
  postCode: 'LT-57289',
};

/** A variant of the seed that one warehouse sends: not chemical, not a gift, of a price, in stock. */
export async function sellableVariant(
  shop: TestShop,
  where: { chemical?: boolean; atLeast?: number; except?: string } = {},
): Promise<{ code: string; price: number }> {
  const [row] = await sellableVariants(shop, 1, where);
  if (!row) throw new Error('The seed has no such variant.');
  return row;
}

/** Several of them: who buys different goods waits at no stock for the others. */
export async function sellableVariants(
  shop: TestShop,
  most: number,
  where: { chemical?: boolean; atLeast?: number; except?: string } = {},
): Promise<{ code: string; price: number }[]> {
  const result = await shop.database.pool.query<{ code: string; price: number }>(
    `select distinct v.code, cp.price from product_variant v join product p on p.id = v.product_id
     join channel_price cp on cp.variant_id = v.id join channel c on c.id = cp.channel_id and c.code = 'retail'
     join stock s on s.variant_id = v.id join warehouse w on w.id = s.warehouse_id
     where p.enabled and v.enabled and v.tracked and not p.is_gift and not p.professional_use and not p.ammonium_nitrate16 and p.type = 'simple'
       and p.is_chemical = $1 and v.weight between 1 and 5000 and cp.price between 300 and 3000
       and (case when $1 then not w.main and w.chemicals else w.ships end) and s.on_hand - s.on_hold >= $2 and v.code <> $3
     order by v.code limit $4`,
    [where.chemical ?? false, where.atLeast ?? 10, where.except ?? '', most],
  );
  return result.rows;
}

/** A cart with one line. */
export async function cartWith(shop: TestShop, code: string, quantity = 1): Promise<Order> {
  const cart = await shop.send('POST', '/shop/orders', {});
  const added = await shop.send('POST', `/shop/orders/${cart.body.tokenValue}/items`, {
    productVariantCode: code,
    quantity,
  });
  if (added.status !== 201) throw new Error(`add item: ${added.status} ${JSON.stringify(added.body)}`);
  return added.body;
}

/** Brings a cart to the payment step with courier and the given payment method. */
export async function readyToPay(shop: TestShop, cart: Order, paymentMethod = 'TRANSFER'): Promise<Order> {
  const path = `/shop/orders/${cart.tokenValue}`;
  const steps: [string, string, unknown][] = [
    ['PUT', path, { email: 'jonas@example.lt', contact: jonas }],
    ['PATCH', `${path}/shipments/${cart.shipments[0]?.id}`, { shippingMethod: 'COURIER_HOME' }],
    ['PUT', path, { shippingAddress: address }],
    ['PATCH', `${path}/payments/${cart.payments.at(-1)?.id}`, { paymentMethod }],
  ];
  let last: Order = cart;
  for (const [method, at, body] of steps) {
    const answer = await shop.send(method, at, body);
    if (answer.status !== 200)
      throw new Error(`${method} ${at}: ${answer.status} ${JSON.stringify(answer.body)}`);
    last = answer.body;
  }
  return last;
}

export const consents = { termsAndConditionsAccepted: true, privacyPolicyAccepted: true };

/** An order of a guest, by courier. */
export async function placedOrder(
  shop: TestShop,
  code: string,
  { quantity = 1, paymentMethod = 'TRANSFER' } = {},
): Promise<Order> {
  const cart = await readyToPay(shop, await cartWith(shop, code, quantity), paymentMethod);
  const placed = await shop.send('PATCH', `/shop/orders/${cart.tokenValue}/complete`, consents);
  if (placed.status !== 200) throw new Error(`complete: ${placed.status} ${JSON.stringify(placed.body)}`);
  return placed.body;
}

/** An order of a guest, as it is once its money has come. */
export async function paidOrder(shop: TestShop, code: string): Promise<Order> {
  const { tokenValue } = await placedOrder(shop, code);
  await changeOrderState(shop.orders.mail, tokenValue, 'mark-paid');
  return (await shop.call('GET', `/shop/orders/${tokenValue}`)).body;
}

/** Pieces of a variant in all warehouses together. */
export async function piecesOf(shop: TestShop, code: string): Promise<{ hand: number; hold: number }> {
  const { rows } = await shop.database.pool.query<{ hand: number; hold: number }>(
    `select sum(on_hand)::int as hand, sum(on_hold)::int as hold from stock
     where variant_id = (select id from product_variant where code = $1)`,
    [code],
  );
  return rows[0] ?? { hand: 0, hold: 0 };
}

/** 192 random bits, as a device makes them for a cart it begins without a connection. */
export const deviceToken = (): string => randomBytes(24).toString('base64url');

/** A whole order by courier, to be paid by transfer; what a test is about goes into `changes`. */
export const intentOf = (
  lines: (Omit<IntentLine, 'whenShort'> & Partial<IntentLine>)[],
  expectedTotal: number,
  changes: Partial<OrderIntentBody> = {},
): OrderIntentBody => ({
  tokenValue: deviceToken(),
  lines: lines.map((line) => ({ whenShort: 'wait', ...line })),
  email: 'jonas@example.lt',
  contact: jonas,
  shippingAddress: address,
  plan: { code: 'courier', shipments: [{ shippingMethod: 'COURIER_HOME' }] },
  paymentMethod: 'TRANSFER',
  ...consents,
  agreedAt: '2026-11-20T06:30:00+02:00',
  expectedTotal,
  ...changes,
});
