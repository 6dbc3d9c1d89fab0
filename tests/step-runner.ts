/**
 * Runs the steps of a test run: in order, and side by side as far as the processors serve them. The earliest step that still
 * runs is heard live, the others when their turn comes, so that lines of two never mix. At the end stands a table, then what
 * failed, then the count: `N passed, N failed`.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';

export interface Count {
  passed: number;
  failed: number;
  /** Tests that failed, by file and title, where the step reports them. */
  names?: string[];
  /** Tests that passed at a second try only. */
  secondTries?: string[];
}

/** Runs a program with its output in the step's own; whether it ended well. */
export type Run = (command: string, args: string[], environment?: Record<string, string>) => Promise<boolean>;

export interface Step {
  name: string;
  /** Processors that it keeps busy, of {@link places}. */
  cores: number;
  work: (run: Run) => Promise<Count>;
}

interface Running {
  step: Step;
  startedAt: number;
  /** What it has printed and nobody has heard yet. */
  unheard: string;
  /** The end of what it has printed: at most {@link lastWordsLength} characters. */
  lastWords: string;
  children: Set<ChildProcess>;
  count?: Count;
  seconds?: number;
  /** It was told to end before it was through: it has not failed. */
  isCutShort?: boolean;
}

const lastWordsLength = 3000;
/** ms that a program has to end when it is asked to. */
const untilKilled = 5000;
const places = Math.max(2, availableParallelism());

export const one = (good: boolean): Count => ({ passed: good ? 1 : 0, failed: good ? 0 : 1 });

const isHeardOut = ({ count, unheard }: Running) => count !== undefined && unheard === '';

/** Prints what is due: of the earliest step that still runs, and of all before it. */
function speak(started: readonly Running[]): void {
  for (const running of started) {
    if (isHeardOut(running)) continue;
    process.stdout.write(running.unheard);
    running.unheard = '';
    if (running.count === undefined) return;
  }
}

function endAll(started: readonly Running[]): void {
  for (const running of started) running.isCutShort = running.count === undefined;
  for (const child of started.flatMap(({ children }) => [...children])) {
    const signal = (name: NodeJS.Signals) => {
      try {
        // The whole group: a program's browsers and databases go along.
        process.kill(-child.pid!, name);
      } catch {
        // It has ended meanwhile.
      }
    };
    signal('SIGINT');
    setTimeout(() => signal('SIGKILL'), untilKilled).unref();
  }
}

function runner(running: Running, say: (text: string) => void): Run {
  return (command, args, environment = {}) =>
    new Promise((resolve) => {
      const child = spawn(command, args, {
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
        env: {
          ...process.env,
          FORCE_COLOR: '0',
          NO_COLOR: '1',
          // Half of the start of each of some hundred processes is reading the same packages and files of the project.
          NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/compiled-tests'),
          ...environment,
        },
      });
      running.children.add(child);
      for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', say);
      const end = (good: boolean) => {
        running.children.delete(child);
        resolve(good);
      };
      child.once('error', () => end(false));
      // Its last words may come after its end; a process that it left behind would hold them open for ever.
      child.once('exit', (code) => {
        child.once('close', () => end(code === 0));
        setTimeout(() => {
          child.stdout.destroy();
          child.stderr.destroy();
        }, 2000).unref();
      });
    });
}

/** The steps whose names begin with one of the words, all of them without words. */
export const namedBy = (words: readonly string[], steps: readonly Step[]): Step[] =>
  steps.filter(
    ({ name }) =>
      words.length === 0 || words.some((word) => name.toLowerCase().startsWith(word.toLowerCase())),
  );

/** Ends the process with the names that there are, where a word begins none of them. */
export function refuseUnknown(words: readonly string[], steps: readonly Step[]): void {
  const unknown = words.filter((word) => namedBy([word], steps).length === 0);
  if (unknown.length === 0) return;
  console.error(
    `No step begins so: ${unknown.join(', ')}. There are: ${steps.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(64);
}

/**
 * @param bail whether the first step that fails ends the others and the run
 * @returns whether something ran and nothing failed
 */
export async function runSteps(steps: readonly Step[], { bail = false } = {}): Promise<boolean> {
  const startedAt = Date.now();
  const started: Running[] = [];
  const waiting = [...steps];
  let isBailing = false;
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => {
      isBailing = true;
      waiting.length = 0;
      endAll(started);
    });

  const begin = async (running: Running): Promise<void> => {
    const { step } = running;
    const say = (text: string) => {
      running.unheard += text;
      running.lastWords = (running.lastWords + text).slice(-lastWordsLength);
      speak(started);
    };
    say(`\n== ${step.name}\n`);
    const count = await step.work(runner(running, say));
    const seconds = Math.round((Date.now() - running.startedAt) / 1000);
    running.unheard += `== ${step.name}: ${count.passed} passed, ${count.failed} failed (${seconds} s)\n`;
    running.seconds = seconds;
    running.count = count;
    speak(started);
    if (count.failed === 0 || !bail || isBailing) return;
    isBailing = true;
    waiting.length = 0;
    endAll(started);
  };

  const atWork = new Map<Running, Promise<void>>();
  while (waiting.length > 0 || atWork.size > 0) {
    const taken = [...atWork.keys()].reduce((sum, { step }) => sum + step.cores, 0);
    const [step] = waiting;
    // Strictly in order: what stands behind a long step is meant to run beside it, not beside the one before.
    if (step === undefined || (atWork.size > 0 && taken + step.cores > places)) {
      await Promise.race(atWork.values());
      continue;
    }
    waiting.shift();
    const running: Running = {
      step,
      startedAt: Date.now(),
      unheard: '',
      lastWords: '',
      children: new Set(),
    };
    started.push(running);
    atWork.set(
      running,
      begin(running).finally(() => atWork.delete(running)),
    );
  }
  return sumUp(started, steps, (Date.now() - startedAt) / 1000);
}

/** Prints the table, what failed and the count. */
function sumUp(started: readonly Running[], steps: readonly Step[], seconds: number): boolean {
  const nothing: Count = { passed: 0, failed: 0 };
  const counts = started.map(({ count, isCutShort }) => (isCutShort ? nothing : (count ?? one(false))));
  const [passed, failed] = (['passed', 'failed'] as const).map((key) =>
    counts.reduce((sum, count) => sum + count[key], 0),
  ) as [number, number];
  const row = (...[name, took, tests]: [string, string | number, string | number]) =>
    console.log(`${name.padEnd(20)}${String(took).padStart(9)}${String(tests).padStart(8)}`);
  console.log('');
  row('Step', 'seconds', 'tests');
  for (const [at, running] of started.entries()) {
    const count = counts[at]!;
    row(running.step.name, running.seconds ?? 0, count.passed + count.failed);
  }
  row('Whole', Math.round(seconds), passed + failed);

  const secondTries = counts.flatMap((count) => count.secondTries ?? []);
  if (secondTries.length > 0) console.log(`\n== Passed at the second try only\n${secondTries.join('\n')}`);
  const notRun = steps.filter((step) => !started.some((running) => running.step === step));
  if (notRun.length > 0) console.log(`\n== Not run: ${notRun.map(({ name }) => name).join(', ')}`);
  const cutShort = started.filter((running) => running.isCutShort);
  if (cutShort.length > 0) console.log(`\n== Cut short: ${cutShort.map(({ step }) => step.name).join(', ')}`);
  const failures = started.filter((_, at) => counts[at]!.failed > 0);
  for (const { step, lastWords } of failures)
    console.log(`\n== The last words of: ${step.name}\n${lastWords}`);
  if (failures.length > 0) {
    console.log('\n== What failed');
    for (const { step, count } of failures)
      for (const name of count?.names?.length ? count.names : ['see its last words above'])
        console.log(`${step.name}: ${name}`);
  }
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 && cutShort.length === 0;
}
