import { availableParallelism } from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { namedBy, one, refuseUnknown, runSteps, type Step } from './step-runner.ts';

let printed = '';
const listen = () => {
  printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  vi.spyOn(console, 'log').mockImplementation((text: string) => {
    printed += `${text}\n`;
  });
};
afterEach(() => {
  vi.restoreAllMocks();
});

/** A step that is a small program. */
const program = (name: string, script: string, cores = 2): Step => ({
  name,
  cores,
  work: async (run) => one(await run(process.execPath, ['-e', script])),
});

test('the table names each step with its seconds and tests, and the count comes last', async () => {
  listen();
  const counted: Step = { name: 'Counted', cores: 1, work: async () => ({ passed: 41, failed: 0 }) };
  expect(await runSteps([counted, program('Program', 'console.log("well")')])).toBe(true);
  expect(printed).toMatch(/Step +seconds +tests\nCounted +0 +41\nProgram +\d+ +1\nWhole +\d+ +42\n/);
  expect(printed.trimEnd().split('\n').at(-1)).toBe('42 passed, 0 failed');
});

test('the last lines say what failed, by the names of its tests, and what passed at the second try', async () => {
  listen();
  const red: Step = {
    name: 'Red',
    cores: 2,
    work: async () => ({ passed: 1, failed: 1, names: ['a.test.ts: adds'], secondTries: ['b.e2e.ts: buys'] }),
  };
  expect(await runSteps([red, program('After', 'console.log("heard")')])).toBe(false);
  expect(printed).toContain('== Passed at the second try only\nb.e2e.ts: buys\n');
  expect(printed.trimEnd().split('\n').slice(-4)).toEqual([
    '== What failed',
    'Red: a.test.ts: adds',
    '',
    '2 passed, 1 failed',
  ]);
});

test('with bail the first step that fails ends those beside it, and those after it do not run', async () => {
  listen();
  const steps = [
    program('Long', 'setInterval(() => {}, 1000)', 1),
    program('Broken', 'console.error("why"); process.exit(1)', 1),
    program('Never', 'console.log("never heard")'),
  ];
  expect(await runSteps(steps, { bail: true })).toBe(false);
  expect(printed).not.toContain('never heard');
  expect(printed).toContain('== Not run: Never');
  expect(printed).toMatch(/== The last words of: Broken\n[^]*why/);
  expect(printed).toContain('== Cut short: Long');
  expect(printed.slice(printed.indexOf('== What failed'))).not.toContain('Long');
  expect(printed.trimEnd().split('\n').at(-1)).toBe('0 passed, 1 failed');
});

test('without bail every step has its turn', async () => {
  listen();
  expect(
    await runSteps([program('Broken', 'process.exit(1)'), program('After', 'console.log("heard")')]),
  ).toBe(false);
  expect(printed).toContain('heard');
});

test('what two steps print side by side is told one after the other', async () => {
  listen();
  const talk = (word: string) => `let n = 0; const t = setInterval(() => {
    console.log('${word}'); if (++n === 20) clearInterval(t); }, 5)`;
  await runSteps([program('First', talk('first'), 1), program('Second', talk('second'), 1)]);
  const words = printed.split('\n').filter((line) => /^(?:first|second)$/.test(line));
  expect(words).toEqual([...Array<string>(20).fill('first'), ...Array<string>(20).fill('second')]);
});

test('a step that needs the whole machine waits until the others are done', async () => {
  listen();
  let busy = 0;
  let most = 0;
  const step = (name: string, cores: number): Step => ({
    name,
    cores,
    work: async () => {
      busy += cores;
      most = Math.max(most, busy);
      await new Promise((resolve) => setTimeout(resolve, 10));
      busy -= cores;
      return one(true);
    },
  });
  await runSteps(['a', 'b', 'c', 'd'].map((name) => step(name, 64)));
  expect(most).toBe(64);
});

test('a short step runs beside the long one that it stands behind, not beside an earlier one', async () => {
  listen();
  const begun: string[] = [];
  const step = (name: string, cores: number): Step => ({
    name,
    cores: (cores * Math.max(2, availableParallelism())) / 2,
    work: async () => {
      begun.push(name);
      await new Promise((resolve) => setTimeout(resolve, name === 'Long' ? 50 : 10));
      begun.push(`${name} ended`);
      return one(true);
    },
  });
  await runSteps([step('Long', 1.4), step('Short', 0.6), step('Next', 1.4), step('Beside', 0.6)]);
  expect(begun.indexOf('Beside')).toBeGreaterThan(begun.indexOf('Long ended'));
  expect(begun.indexOf('Beside')).toBeLessThan(begun.indexOf('Next ended'));
});

test('a word names the steps that begin so, and one that begins none ends the run with the names that there are', () => {
  const steps = [program('Unit tests', ''), program('Types', '')];
  expect(namedBy(['unit'], steps).map(({ name }) => name)).toEqual(['Unit tests']);
  expect(namedBy([], steps)).toEqual(steps);
  const told: string[] = [];
  vi.spyOn(console, 'error').mockImplementation((text: string) => told.push(text));
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('ended');
  });
  refuseUnknown(['unit', 'ty'], steps);
  expect(() => refuseUnknown(['unit', 'units'], steps)).toThrow('ended');
  expect(exit).toHaveBeenCalledWith(64);
  expect(told).toEqual(['No step begins so: units. There are: Unit tests, Types.']);
});
