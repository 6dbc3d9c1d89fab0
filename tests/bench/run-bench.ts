/**
 * `npm run bench [part …]`: measures the production build on this machine; prints a table, writes bench-results/*.json.
 * Parts: bytes, lighthouse, pages, lists, start, offline, touch, field, overload, orders, offline-catalogue. Each starts a shop of its own on loopback.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import type { Figure } from './bench-shop.ts';

const parts: Record<string, () => Promise<Figure[]>> = {
  bytes: async () => (await import('./bench-bytes.ts')).measureBytes(),
  pages: async () => (await import('./bench-pages.ts')).measurePages(),
  lists: async () => (await import('./bench-lists.ts')).measureLists(),
  start: async () => (await import('./bench-start.ts')).measureStart(),
  offline: async () => (await import('./bench-browser.ts')).measureBrowser(),
  touch: async () => (await import('./bench-touch.ts')).measureTouch(),
  field: async () => (await import('./bench-field.ts')).measurePrepared(),
  overload: async () => (await import('./bench-overload.ts')).measureOverload(),
  orders: async () => (await import('./bench-orders.ts')).measureOrders(),
  'offline-catalogue': async () => (await import('./bench-offline-catalogue.ts')).measureOfflineCatalogue(),
  lighthouse: async () => (await import('./bench-lighthouse.ts')).measureLighthouse(),
};

const wanted = process.argv.slice(2);
const figures: Figure[] = [];
for (const [name, measure] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n== ${name}`);
  for (const one of await measure()) {
    figures.push(one);
    console.log(`${one.good ? 'ok  ' : 'MISS'} ${one.name}: ${one.value} ${one.unit} (goal ${one.goal})`);
  }
}
const at = new Date().toISOString();
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
const machine = `${cpus().length} x ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
mkdirSync('bench-results', { recursive: true });
writeFileSync(
  `bench-results/${at.replaceAll(':', '-')}.json`,
  JSON.stringify({ at, commit, machine, figures }, null, 2),
);
console.log(`\n| figure | value | goal |\n|---|---|---|`);
for (const one of figures)
  console.log(`| ${one.name} | ${one.value} ${one.unit}${one.good ? '' : ' (missed)'} | ${one.goal} |`);
console.log(`\n${at}, ${commit}, ${machine}`);
