import { spawn } from 'node:child_process';
import { listAsks, searchAsks, suggestionAsks } from './bench-lists.ts';
import { load } from './load.ts';
const folder = process.argv[2]!;
const what = process.argv[3]!;
const flags = (process.argv[4] ?? '').split(' ').filter(Boolean);
const wait = Number(process.argv[5] ?? 6);
const child = spawn(process.execPath, ['--max-semi-space-size=8', '--heap-growing-percent=60', ...flags, 'server/start.mjs'], { env: { ...process.env, PORT: '0', HOST: 'localhost', DATA_DIR: folder, RATE_LIMIT_FACTOR: '1000000', LOG_LEVEL: 'error', TEST_DOORS: 'on' }, stdio: ['ignore', 'pipe', 'inherit'] });
let gc: string[] = [];
const url = await new Promise<string>((resolve) => { let o = ''; child.stdout.on('data', (c) => { const t = String(c); if (t.includes('ms: ')) gc.push(...t.split('\n')); o += t; const m = /(http:\/\/localhost:\d+)/.exec(o); if (m) resolve(m[1]!); }); });
await new Promise((r) => setTimeout(r, wait * 1000)); console.log("rss", (await import("node:fs")).readFileSync(`/proc/${child.pid}/status`, "utf8").match(/VmRSS.*/)![0]);
const asks = { lists: listAsks(40_000), search: searchAsks(20_000), suggestions: suggestionAsks(40_000) }[what]!;
await load(url, listAsks(60), 2);
gc = [];
for (let i = 0; i < 2; i++) { const r = await load(url, asks.slice(i * asks.length / 2, (i + 1) * asks.length / 2), 6); console.log(what, r.perSecond.toFixed(0), '/s p50', r.p50.toFixed(1), 'p99', r.p99.toFixed(1), r.errors); }
for (const l of gc) if (l.includes('Mark-Compact')) console.log(l);
const kinds: Record<string, number[]> = {};
for (const l of gc) { const m = /ms: (\S+(?: \([a-z- ]+\))?)[^/]*?([\d.]+) \/ [\d.]+ ms/.exec(l); if (m) (kinds[m[1]!] ??= []).push(Number(m[2])); }
for (const [k, v] of Object.entries(kinds)) { v.sort((a, b) => a - b); console.log(k, v.length, 'sum', v.reduce((a, b) => a + b, 0).toFixed(0), 'max', v.at(-1)); }
child.kill('SIGINT');
await new Promise((r) => child.once('exit', r));
process.exit(0);
