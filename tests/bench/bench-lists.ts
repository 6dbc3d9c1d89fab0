import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { removeData } from '#server/database/postgres-place.ts';
import { figure, startBenchShop, type Figure } from './bench-shop.ts';
import { generateFeed } from './generate-feed.ts';
import { load, type LoadResult } from './load.ts';

const seconds = 6;
const list = '/api/v2/shop/search/products';
const suggestions = '/api/v2/shop/search/suggestions';
/** ms that 99 of 100 answers may take, by how many goods the shop has. */
const goals = new Map([
  [10_000, 20],
  [100_000, 40],
]);

/** Numbers that look random and are the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/**
 * Asks as shoppers make them: a category, up to two facets, a page, sometimes an order. Each has a highest price of its
 * own, to the cent: no answer was given before.
 */
export function listAsks(count: number): string[] {
  const random = createRandom(11);
  const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] ?? '';
  const taxons = [
    'SEKLOS',
    'DARZOVES',
    'POMIDORAI',
    'TRASOS',
    'NPK',
    'AZOTO',
    'PASARAI',
    'IRANKIAI',
    'SODAS',
    '',
  ];
  return Array.from({ length: count }, () => {
    const parts = [`page=${1 + Math.floor(random() * 3)}`];
    const taxon = pick(taxons);
    if (taxon) parts.push(`taxon=${taxon}`);
    if (random() < 0.4) parts.push(`filter[use][]=${pick(['garden', 'farm', 'both'])}`);
    if (random() < 0.3)
      parts.push(`filter[brand][]=${pick(['SEKLYNAS', 'DERLINGA', 'ukis-1', 'ukis-2', 'ukis-3'])}`);
    parts.push(`price[lte]=${1000 + Math.floor(random() * 400_000)}`);
    if (random() < 0.3) parts.push(`order[${pick(['price', 'name', 'createdAt', 'rating'])}]=asc`);
    return `${list}?${parts.join('&')}`;
  });
}

export function searchAsks(count: number): string[] {
  const random = createRandom(12);
  const words = [
    'trasos',
    'sėklos',
    'morku',
    'pasaras',
    'pomidorai',
    'agurk',
    'azoto',
    'lesalas',
    'vejai',
    'rapsu',
  ];
  return Array.from({ length: count }, () => {
    const word = words[Math.floor(random() * words.length)] ?? '';
    return `${list}?query=${encodeURIComponent(word)}&price[lte]=${1000 + Math.floor(random() * 500_000)}`;
  });
}

/** What is asked while somebody types: beginnings, forms, misspellings, codes; hardly two alike. */
export function suggestionAsks(count: number): string[] {
  const random = createRandom(13);
  const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] ?? '';
  const things = [
    'trąšos',
    'sėklos',
    'morkos',
    'pašaras',
    'pomidorai',
    'agurkai',
    'azoto',
    'lesalas',
    'vejai',
    'rapsų',
  ];
  const more = ['', ' aušra', ' banga', ' gintaras', ' 25 kg', ' ūkis', ' pigiau', ' žieminės'];
  return Array.from({ length: count }, () => {
    let words = pick(things) + pick(more);
    const kind = random();
    if (kind < 0.3) words = words.slice(0, 5 + Math.floor(random() * 4));
    else if (kind < 0.5) words = words.slice(0, 2) + words.slice(3);
    else if (kind < 0.6) words = `B${String(Math.floor(random() * 99_999)).padStart(6, '0')}`;
    else if (kind < 0.7) words = `${words} ${Math.floor(random() * 99_999)}`;
    return `${suggestions}?itemsPerPage=4&query=${encodeURIComponent(words)}`;
  });
}

/**
 * Latency of lists with counts and of searches at 10 connections, for the demo catalogue, 10,000 goods and 100,000
 * (`BENCH_LARGE=off` leaves the last out: it takes some minutes), and how long the import of the goods took.
 */
export async function measureLists(): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'arimas-bench-lists-'));
  const figures: Figure[] = [];
  try {
    for (const goods of [0, 10_000, ...(process.env['BENCH_LARGE'] === 'off' ? [] : [100_000])]) {
      const name = goods === 0 ? '270 products' : `${goods.toLocaleString('en')} products`;
      if (goods > 0)
        figures.push(figure(`import to ${name}`, await importGoods(folder, goods), 's', 'minutes', true));
      const shop = await startBenchShop(folder);
      try {
        await untilAtRest(shop.pid);
        // Others than those that are measured: a shop that has just begun compiles what it runs.
        await load(shop.url, listAsks(60_000).slice(40_000), 3);
        const lists = await load(shop.url, listAsks(40_000), seconds);
        const limit = goals.get(goods);
        const goal = limit === undefined ? 'information' : `< ${limit}`;
        const isGood = ({ p99, errors }: LoadResult): boolean =>
          errors === 0 && (limit === undefined || p99 < limit);
        figures.push(
          figure(`lists with counts at ${name}, p50`, lists.p50, 'ms', 'information', lists.errors === 0),
          figure(`lists with counts at ${name}, p99`, lists.p99, 'ms', goal, isGood(lists)),
        );
        await load(shop.url, searchAsks(30_000).slice(20_000), 3);
        const search = await load(shop.url, searchAsks(20_000), seconds);
        figures.push(
          figure(`search at ${name}, p50`, search.p50, 'ms', 'information', search.errors === 0),
          figure(`search at ${name}, p99`, search.p99, 'ms', 'information', search.errors === 0),
        );
        await load(shop.url, suggestionAsks(60_000).slice(40_000), 3);
        const typed = await load(shop.url, suggestionAsks(40_000), seconds);
        figures.push(
          figure(`suggestions at ${name}, p50`, typed.p50, 'ms', 'information', typed.errors === 0),
          figure(`suggestions at ${name}, p99`, typed.p99, 'ms', goal, isGood(typed)),
        );
      } finally {
        await shop.stop();
      }
    }
  } finally {
    removeData(folder);
  }
  return figures;
}

/** Imports made-up goods beside a running shop, as a retailer does; how many seconds it took. */
async function importGoods(folder: string, goods: number): Promise<number> {
  const file = path.join(folder, 'feed.xml');
  await generateFeed(goods, file);
  const shop = await startBenchShop(folder);
  try {
    const startedAt = performance.now();
    await promisify(execFile)(process.execPath, ['server/shop.ts', 'import', file], {
      env: { ...process.env, DATA_DIR: folder },
      maxBuffer: 10_000_000,
    });
    return (performance.now() - startedAt) / 1000;
  } finally {
    await shop.stop();
  }
}

/** A shop that has begun reads its cards ahead: waits until it has used less than a twentieth of a core for three seconds. */
async function untilAtRest(pid: number): Promise<void> {
  if (process.platform !== 'linux') return;
  const used = () => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    // Hundredths of a second, of the process and of the kernel for it.
    return Number(fields[11]) + Number(fields[12]);
  };
  for (let tries = 0, quiet = 0, before = used(); tries < 240 && quiet < 3; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const now = used();
    quiet = now - before < 5 ? quiet + 1 : 0;
    before = now;
  }
}
