/**
 * What the browser schedules of one process share: the production build on a real server and PostgreSQL, the fault proxy
 * before it, and the profile of a phone that has visited the shop once, of which each schedule gets a copy.
 */
import type { IncomingMessage } from 'node:http';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { Client } from 'pg';
import { startShop, type RunningShop } from '#tests/running-shop.ts';
import { temporaryPlace } from '#tests/temporary-place.ts';
import { expect, quietPage, shopOrigin, startBrowser } from './browser-device.ts';
import { openFaultProxy, type FaultProxy } from './fault-proxy.ts';
import type { Sent, WireFault } from './faulty-network.ts';

export interface BrowserGoods {
  /** Of the variant. */
  id: number;
  code: string;
  name: string;
  path: string;
  /** Cents with tax, at the start of a schedule. */
  price: number;
}

/** What a schedule does to requests; set while one runs. */
export interface Play {
  decide: (path: string, isWrite: boolean) => WireFault | 'none';
  journal: Sent[];
}

/** Whether the shopper has chosen to save data: then little is fetched before it is asked for. */
export type Visitor = 'thrifty' | 'lavish';

export interface BrowserShop {
  shop: RunningShop;
  proxy: FaultProxy;
  goods: readonly BrowserGoods[];
  /** The running schedule's. */
  play: { current: Play | null };
  query: <T extends object>(sql: string, values?: readonly unknown[]) => Promise<T[]>;
  /** Prices, stock and holds as a schedule begins. */
  reset(stock: readonly number[]): Promise<void>;
  /** Folder of the profiles of two phones that have visited the shop once. */
  visited: string;
  /** A copy of one for one schedule: a profile folder, to be removed by who asked. */
  newProfile(which: Visitor): string;
  close(): Promise<void>;
}

interface Listed {
  id: number;
  slug: string;
  name: string;
  isChemical: boolean;
  professionalUse?: boolean;
  tradeOnly?: boolean;
  isGift: boolean;
  variants: {
    code: string;
    tracked: boolean;
    stock: number | null;
    prices: { price: number; originalPrices: number[] };
  }[];
}

const isPlain = ({
  isChemical,
  isGift,
  professionalUse,
  tradeOnly,
  variants: [variant, ...others],
}: Listed): boolean =>
  !isChemical &&
  !isGift &&
  professionalUse !== true &&
  tradeOnly !== true &&
  others.length === 0 &&
  variant !== undefined &&
  variant.tracked &&
  (variant.stock ?? 0) > 5 &&
  variant.prices.originalPrices.length === 0 &&
  variant.prices.price >= 300 &&
  variant.prices.price <= 2_000;

async function plainGoods(shop: RunningShop, count: number): Promise<BrowserGoods[]> {
  const found: BrowserGoods[] = [];
  for (let page = 1; page <= 6 && found.length < count; page += 1) {
    const answer = await fetch(
      `${shop.url}/api/v2/shop/search/products?itemsPerPage=100&facets=0&page=${String(page)}`,
    );
    const { data } = (await answer.json()) as { data: Listed[] };
    for (const { slug, id, name, variants } of data.filter(isPlain)) {
      const [variant] = variants;
      if (variant === undefined || found.some((one) => one.name === name)) continue;
      const [row] = await shop.query(
        `select v.id from product_variant v join product p on p.id = v.product_id where v.code = $1 and v.weight between 1 and 400 and p.type = 'simple'`,
        [variant.code],
      );
      if (row === undefined) continue;
      found.push({
        id: Number(row['id']),
        code: variant.code,
        name,
        path: `/p/${slug}-${String(id)}`,
        price: variant.prices.price,
      });
    }
  }
  if (found.length < count) throw new Error('The seed has too few plain goods.');
  return found.slice(0, count);
}

/** @param visited folder of the profiles that have visited such a shop; when none is given, the visit is made */
export async function openBrowserShop(visited?: string): Promise<BrowserShop> {
  const shop = await startShop();
  const play: BrowserShop['play'] = { current: null };
  const sents = new WeakMap<IncomingMessage, Sent>();
  const proxy = await openFaultProxy({
    target: shop.url,
    retryAfter: [1, 1],
    decide: (request, body) => {
      const key = String(request.headers['idempotency-key'] ?? '');
      const fault = play.current?.decide(request.url ?? '', key !== '') ?? 'none';
      if (key !== '' && play.current) {
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        );
        const sent: Sent = {
          key,
          method: request.method ?? '',
          path: request.url ?? '',
          body: body.toString(),
          headers,
          owner: 'guest',
          fault,
          said: [],
          got: null,
        };
        sents.set(request, sent);
        play.current.journal.push(sent);
      }
      return fault;
    },
    onSaid: (request, said) => sents.get(request)?.said.push(said),
  });
  // One connection for all: each new one is a process of the database.
  const client = new Client({ connectionString: shop.database.url });
  await client.connect();
  const query: BrowserShop['query'] = async (sql, values = []) =>
    (await client.query(sql, [...values])).rows as never;
  // Sums are plain: price by quantity and the parcel.
  await query('update cart_promotion set enabled = false');
  const goods = await plainGoods(shop, 4);
  const [place] = await query<{ id: number }>(
    `select id from warehouse where ships and 'retail' = any(channels) order by priority, code limit 1`,
  );
  const ids = goods.map((one) => one.id);
  await query('delete from stock where variant_id = any($1)', [ids]);
  const reset: BrowserShop['reset'] = async (stock) => {
    for (const [index, one] of goods.entries()) {
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
  };
  await reset([]);
  const folder = mkdtempSync(path.join(temporaryPlace(), 'arimas-phone-'));
  const template = visited ?? path.join(folder, 'visited');
  if (visited === undefined) await visitOnce(template, proxy.origin, goods);
  let copies = 0;

  return {
    shop,
    proxy,
    goods,
    visited: template,
    play,
    query,
    reset,
    newProfile: (which) => {
      const copy = path.join(folder, `phone-${String((copies += 1))}`);
      cpSync(path.join(template, which), copy, { recursive: true });
      return copy;
    },
    async close() {
      await proxy.close();
      await client.end();
      await shop.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** One visit with a connection: the worker is installed, the goods were seen, the ways of delivery are on the device. */
async function visitOnce(folder: string, way: string, goods: readonly BrowserGoods[]): Promise<void> {
  const profiles: Record<Visitor, string> = {
    thrifty: path.join(folder, 'thrifty'),
    lavish: path.join(folder, 'lavish'),
  };
  const browser = await startBrowser(profiles.lavish, way);
  const page = browser.context.pages()[0] ?? (await browser.context.newPage());
  await page.goto(shopOrigin);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      );
  });
  for (const [index, one] of goods.entries()) {
    const options =
      index === 0
        ? page.waitForResponse((answer) => answer.url().endsWith('/shop/checkout-options'))
        : undefined;
    await page.goto(shopOrigin + one.path);
    await page.getByRole('heading', { level: 1, name: one.name }).click();
    await options;
    await expect(addButton(page)).toBeVisible();
    await page.waitForLoadState('networkidle');
  }
  for (const seen of ['/krepselis', '/laukia', '/']) {
    await page.goto(shopOrigin + seen);
    await expect(page.getByRole('banner')).toBeVisible();
    await page.waitForLoadState('networkidle');
  }
  await browser.close();
  cpSync(profiles.lavish, profiles.thrifty, { recursive: true });
  const thrifty = await startBrowser(profiles.thrifty, way);
  const quiet = thrifty.context.pages()[0] ?? (await thrifty.context.newPage());
  await quiet.goto(quietPage);
  await quiet.evaluate(() => localStorage.setItem('DATA_SAVER', 'on'));
  // Local storage is written seconds late, but when it closes.
  await thrifty.close();
}

export const addButton = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Į krepšelį', exact: true });
