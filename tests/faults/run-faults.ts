/**
 * `npm run test:faults -- --seed N --runs N [--harness browser] [--workers N] [--sockets] [--bail] [--again] [--log]`: random fault
 * schedules, each from its own seed (docs/reliability.md, M1; B in a real browser over the production build, which has to be
 * made before), after those of `seeds.json` that once found something. A schedule that breaks an
 * invariant prints its seed and what its requests met; `--seed N --runs 1 --log` shows every step. Ends with status 1 if
 * any was broken.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { createTestDatabase } from '#tests/server/test-database.ts';
import type { Sent } from './faulty-network.ts';
import type { ScheduleReport } from './schedule.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    runs: { type: 'string', default: '1000' },
    /** `model`: the device's own code on a database in memory. `browser`: Chromium, its worker and its disk. */
    harness: { type: 'string', default: 'model' },
    workers: { type: 'string', default: '2' },
    sockets: { type: 'boolean', default: false },
    /** End at the first that breaks. */
    bail: { type: 'boolean', default: false },
    /** One that breaks is tried once more: red only if it breaks twice; that it broke once is said all the same. */
    again: { type: 'boolean', default: false },
    log: { type: 'boolean', default: false },
    /** Of a worker: exactly these seeds. */
    seeds: { type: 'string' },
  },
});

const isBrowser = values.harness === 'browser';
/** All in this process. */
const isAlone = values.runs === '1' || values.workers === '1';

interface Sums {
  schedules: number;
  commands: number;
  faults: number;
  requests: number;
  orders: number;
  red: number[];
}
const none = (): Sums => ({ schedules: 0, commands: 0, faults: 0, requests: 0, orders: 0, red: [] });
const sumsMark = 'sums ';

/** One request in a line. */
function traceOf(sent: Sent): string {
  const said = sent.said
    .map((one) => `${one.status} ${/"errorCode":"([^"]+)"/.exec(one.text)?.[1] ?? ''}`.trim())
    .join(', ');
  return `${sent.key.slice(0, 8)} ${sent.method} ${sent.path.slice(12)} ${sent.body.slice(0, 60)} [${sent.fault}] said ${said || 'nothing'}; got ${sent.got?.status ?? 'nothing'}`;
}

interface Harness {
  run(seed: number, log: (line: string) => void): Promise<ScheduleReport>;
  close(): Promise<void>;
}

/** @param count of schedules that run side by side in this process */
async function openHarnesses(count: number): Promise<Harness[]> {
  if (isBrowser) {
    const [{ openBrowserShop }, { runBrowserSchedule }] = await Promise.all([
      import('./browser-shop.ts'),
      import('./browser-schedule.ts'),
    ]);
    // One visit for the phones of all of them; the shop where it was made goes last, and with it what they copy.
    const first = await openBrowserShop();
    const others = await Promise.all(Array.from({ length: count - 1 }, () => openBrowserShop(first.visited)));
    return [...others, first].map((shop) => ({
      run: (seed, log) => runBrowserSchedule(shop, { seed, log }),
      close: () => shop.close(),
    }));
  }
  const [{ openFaultyShop }, { runSchedule }] = await Promise.all([
    import('./faulty-shop.ts'),
    import('./schedule.ts'),
  ]);
  const faulty = await openFaultyShop();
  return [
    {
      // One in ten goes over real sockets in any case.
      run: (seed, log) => runSchedule(faulty, { seed, sockets: values.sockets || seed % 10 === 0, log }),
      close: () => faulty.close(),
    },
  ];
}

/** What a worker has found so far. */
let found = none();
const tellSums = () => console.log(`${sumsMark}${JSON.stringify(found)}`);
// Told to end: what was found until then is said, and the browsers that were started go along.
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    // Whoever has workers waits for their words.
    if (values.seeds === undefined && !isAlone && !isBrowser) return;
    if (values.seeds !== undefined) tellSums();
    process.exit(143);
  });

/** @param lanes schedules that run side by side in this process */
async function work(seeds: readonly number[], lanes = 1): Promise<Sums> {
  const sums = found;
  const harnesses = await openHarnesses(lanes);
  const tryOnce = async (harness: Harness, seed: number): Promise<ScheduleReport> => {
    const steps: string[] = [];
    const report = await harness.run(seed, (line) => steps.push(line));
    const lines = [
      ...(report.broken.length > 0 ? [`seed ${seed}:`, ...report.broken.map((one) => `  ${one}`)] : []),
      ...(values.log || (isBrowser && report.broken.length > 0) ? steps : []),
      ...report.journal
        .filter((sent) => values.log || report.broken.some((one) => one.includes(sent.key)))
        .map((sent) => `    ${traceOf(sent)}`),
    ];
    if (lines.length > 0) console.log(lines.join('\n'));
    return report;
  };
  // Each lane takes the next one that nobody has taken.
  const waiting = seeds.values();
  const lane = async (harness: Harness): Promise<void> => {
    for (const seed of waiting) {
      let report = await tryOnce(harness, seed);
      if (values.again && report.broken.length > 0) {
        report = await tryOnce(harness, seed);
        if (report.broken.length === 0)
          console.log(`seed ${seed} broke an invariant once, and not again: see above.`);
      }
      sums.schedules += 1;
      for (const name of ['commands', 'faults', 'requests', 'orders'] as const) sums[name] += report[name];
      if (report.broken.length > 0) sums.red.push(seed);
      if (values.bail && sums.red.length > 0) break;
    }
  };
  try {
    await Promise.all(harnesses.map(lane));
  } finally {
    for (const harness of harnesses) await harness.close();
  }
  return sums;
}

/** The seeds shared out: each worker has a database of its own. */
async function workers(seeds: readonly number[], count: number): Promise<Sums> {
  const all = none();
  // The database server of the tests stays up for all of them: nobody starts or stops it under another's hands.
  const keeper = await createTestDatabase();
  await Promise.all(
    Array.from({ length: count }, (_, worker) => {
      // In turns that move on: every tenth, which goes over sockets, would be the same worker's.
      const mine = seeds.filter((_, at) => (at + Math.floor(at / 10)) % count === worker);
      const words = [
        '--seeds',
        mine.join(','),
        ...(values.sockets ? ['--sockets'] : []),
        ...(values.bail ? ['--bail'] : []),
        ...(values.again ? ['--again'] : []),
        ...(values.log ? ['--log'] : []),
      ];
      const child = spawn(process.execPath, [import.meta.filename, ...words], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const isHeard = new Promise<void>((resolve) => {
        let heard = false;
        createInterface({ input: child.stdout }).on('line', (line) => {
          if (!line.startsWith(sumsMark)) return console.log(line);
          heard = true;
          const sums = JSON.parse(line.slice(sumsMark.length)) as Sums;
          for (const name of ['schedules', 'commands', 'faults', 'requests', 'orders'] as const)
            all[name] += sums[name];
          all.red.push(...sums.red);
        });
        child.once('close', () => {
          // A worker that ended without a word has failed, whatever it ran.
          if (!heard) all.red.push(...mine);
          resolve();
        });
      });
      return isHeard;
    }),
  );
  await keeper.drop();
  return all;
}

const numbers = (text: string) => text.split(',').filter(Boolean).map(Number);

if (values.seeds !== undefined) {
  found = await work(numbers(values.seeds));
  tellSums();
} else {
  const [first, runs, count] = [values.seed, values.runs, values.workers].map(Number);
  if (
    first === undefined ||
    !Number.isSafeInteger(first) ||
    !runs ||
    runs < 1 ||
    !count ||
    count < 1 ||
    !['model', 'browser'].includes(values.harness)
  ) {
    console.error(
      'Usage: npm run test:faults -- [--seed N] [--runs N] [--harness browser] [--workers N] [--sockets] [--log]',
    );
    process.exit(64);
  }
  const kept = JSON.parse(readFileSync(path.join(import.meta.dirname, 'seeds.json'), 'utf8')) as {
    found: { seed: number; harness?: string }[];
  };
  const seeds = Array.from({ length: runs }, (_, at) => first + at);
  const before =
    runs === 1
      ? []
      : kept.found
          .filter((one) => (one.harness ?? 'model') === values.harness)
          .map((one) => one.seed)
          .filter((seed) => !seeds.includes(seed));
  const startedAt = performance.now();
  const all = [...before, ...seeds];
  // Browsers are processes of their own: what drives them takes a tenth of one, and reads the project once for all of them.
  const sums = await (isAlone ? work(all) : isBrowser ? work(all, count) : workers(all, count));
  const seconds = (performance.now() - startedAt) / 1000;
  const { schedules, commands, faults, requests, orders, red } = sums;
  console.log(
    `${schedules} schedules from seed ${first} in ${seconds.toFixed(0)} s: ${commands} commands, ${faults} faults, ${requests} requests, ${orders} orders; ${red.length} broke an invariant${red.length > 0 ? ` (${red.slice(0, 20).join(', ')})` : ''}.`,
  );
  process.exitCode = red.length > 0 || schedules !== seeds.length + before.length ? 1 : 0;
}
