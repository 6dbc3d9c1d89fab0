import { expect, test, vi } from 'vitest';
import { ApiFailure } from '#server/errors/api-failure.ts';
import { WorkQueue } from './work-queue.ts';

/** Work that ends when it is told to. */
function aWork(name: string, begun: string[]) {
  let end = () => {};
  let fail = () => {};
  const ended = new Promise<string>((resolve, reject) => {
    end = () => resolve(name);
    fail = () => reject(new Error(name));
  });
  return {
    work: () => {
      begun.push(name);
      return ended;
    },
    ended,
    end,
    fail,
  };
}

test('as many as there are places run at once, the others in their order, and one that fails gives its place on', async () => {
  const begun: string[] = [];
  const queue = new WorkQueue(2);
  const run = <T>(work: () => Promise<T>) => queue.run(work);
  const works = ['a', 'b', 'c', 'd', 'e'].map((name) => aWork(name, begun));
  const answers = works.map(({ work }) => run(work).catch((error: Error) => `failed ${error.message}`));
  await Promise.resolve();
  expect(begun).toEqual(['a', 'b']);
  works[1]?.fail();
  await expect.poll(() => begun).toEqual(['a', 'b', 'c']);
  works[0]?.end();
  await expect.poll(() => begun).toEqual(['a', 'b', 'c', 'd']);
  for (const { end } of works) end();
  expect(await Promise.all(answers)).toEqual(['a', 'failed b', 'c', 'd', 'e']);
  // All places are free again.
  const later = [aWork('f', begun), aWork('g', begun), aWork('h', begun)];
  const last = later.map(({ work }) => run(work));
  await Promise.resolve();
  expect(begun.slice(-2)).toEqual(['f', 'g']);
  for (const { end } of later) end();
  expect(await Promise.all(last)).toEqual(['f', 'g', 'h']);
});

test('urgent work goes before the rest, and one that comes as a place is given on does not take it too', async () => {
  const begun: string[] = [];
  const queue = new WorkQueue(1);
  const [first, patient, urgent, late] = ['first', 'patient', 'urgent', 'late'].map((name) =>
    aWork(name, begun),
  );
  if (!first || !patient || !urgent || !late) throw new Error('Four works');
  const firstEnds = queue.run(first.work);
  const answers = [queue.run(patient.work, false), queue.run(urgent.work)];
  expect([queue.waiting, queue.load]).toEqual([2, 3]);
  // Between the end of the first and the beginning of the next.
  const lateComes = first.ended.then(() => answers.push(queue.run(late.work)));
  first.end();
  await Promise.all([firstEnds, lateComes]);
  await expect.poll(() => begun.length).toBeGreaterThan(1);
  expect(begun).toEqual(['first', 'urgent']);
  urgent.end();
  await expect.poll(() => begun).toEqual(['first', 'urgent', 'late']);
  late.end();
  patient.end();
  expect(await Promise.all(answers)).toEqual(['patient', 'urgent', 'late']);
  expect(queue.load).toBe(0);
});

test('clients take turns, and past the bounds work is refused at once', async () => {
  const begun: string[] = [];
  const queue = new WorkQueue(1, { all: 4, ofOne: 3 });
  const works = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1'].map((name) => aWork(name, begun));
  const answers = works.map(({ work }, index) =>
    queue
      .run(work, true, ['a', 'a', 'a', 'a', 'a', 'b', 'c'][index])
      .catch((error: ApiFailure) => [error.status, error.options.headers?.['Retry-After']].join(' ')),
  );
  expect(queue.waiting).toBe(4);
  for (const { end } of works) end();
  // The first ran at once; three of a and one of b wait, and there the bounds are reached.
  expect(await Promise.all(answers)).toEqual(['a1', 'a2', 'a3', 'a4', '503 2', 'b1', '503 2']);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
  expect(queue.load).toBe(0);
});

test('who would wait longer than is of use is refused at once, judged by the pace of those before', async () => {
  vi.useFakeTimers();
  try {
    const queue = new WorkQueue(1, { all: 1_000, ofOne: 1_000, wait: 1_000 });
    const slow = () => new Promise<void>((resolve) => setTimeout(resolve, 100));
    const outcomes: Promise<string>[] = [];
    const ask = () =>
      outcomes.push(
        queue.run(slow).then(
          () => 'done',
          (error: unknown) => (error instanceof ApiFailure ? error.errorCode : 'fault'),
        ),
      );
    // Forty a second where ten can be done.
    for (let at = 0; at < 200; at += 1) {
      ask();
      await vi.advanceTimersByTimeAsync(25);
    }
    expect(queue.waiting).toBeLessThanOrEqual(12);
    await vi.advanceTimersByTimeAsync(5_000);
    const all = await Promise.all(outcomes);
    const done = all.filter((outcome) => outcome === 'done').length;
    expect(new Set(all)).toEqual(new Set(['done', 'server.busy']));
    // What was begun was finished, and there was always something to do.
    expect(done).toBeGreaterThan(45);
    expect(() => queue.refuseLate()).not.toThrow();
  } finally {
    vi.useRealTimers();
  }
});

test('a time that hung is forgotten: afterwards jobs may wait again', async () => {
  vi.useFakeTimers();
  try {
    const queue = new WorkQueue(2, { all: 1_000, ofOne: 1_000, wait: 1_000 });
    const lasting = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms));
    const hung = Promise.all(Array.from({ length: 2 }, () => queue.run(lasting(60_000))));
    await vi.advanceTimersByTimeAsync(60_000);
    await hung;
    for (let round = 0; round < 40; round += 1) {
      const quick = Promise.all([queue.run(lasting(20)), queue.run(lasting(20))]);
      await vi.advanceTimersByTimeAsync(20);
      await quick;
    }
    const many = Promise.all(Array.from({ length: 20 }, () => queue.run(lasting(20))));
    await vi.advanceTimersByTimeAsync(1_000);
    await expect(many).resolves.toHaveLength(20);
  } finally {
    vi.useRealTimers();
  }
});

test('who asks for much makes nobody else late', async () => {
  vi.useFakeTimers();
  try {
    const queue = new WorkQueue(1, { all: 1_000, ofOne: 1_000, wait: 1_000 });
    const outcomes = { much: [] as string[], little: [] as string[] };
    const ask = (client: 'much' | 'little') =>
      void queue
        .run(() => new Promise<void>((resolve) => setTimeout(resolve, 100)), true, client)
        .then(
          () => outcomes[client].push('done'),
          () => outcomes[client].push('refused'),
        );
    for (let at = 0; at < 400; at += 1) {
      ask('much');
      if (at % 40 === 20) ask('little');
      await vi.advanceTimersByTimeAsync(10);
    }
    await vi.advanceTimersByTimeAsync(5_000);
    expect(outcomes.little).toEqual(Array.from({ length: 10 }, () => 'done'));
    expect(outcomes.much).toContain('refused');
  } finally {
    vi.useRealTimers();
  }
});

test('one client never has all places: who comes next begins at once, and the first goes on when there is room', async () => {
  const begun: string[] = [];
  const queue = new WorkQueue(3, { all: 50, ofOne: 50, atOnce: 2 });
  const greedy = ['a1', 'a2', 'a3', 'a4'].map((name) => aWork(name, begun));
  const all = greedy.map(({ work }) => queue.run(work, true, 'a'));
  const other = aWork('b1', begun);
  all.push(queue.run(other.work, true, 'b'));
  await Promise.resolve();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  // A place of the other is none for the one who has enough.
  other.end();
  await other.ended;
  await new Promise((resolve) => setTimeout(resolve));
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  greedy[0]?.end();
  await expect.poll(() => begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  for (const { end } of greedy) end();
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1']);
  expect(queue.load).toBe(0);
});

test('work beside the queue begins once nothing runs, and has a longest wait', async () => {
  vi.useFakeTimers();
  try {
    const queue = new WorkQueue(1);
    await queue.idle(1_000);
    const [one, two] = [aWork('one', []), aWork('two', [])];
    const works = [queue.run(one.work), queue.run(two.work)];
    let idle = 0;
    const waiting = queue.idle(1_000).then(() => (idle += 1));
    one.end();
    await works[0];
    expect(idle).toBe(0);
    two.end();
    await Promise.all([...works, waiting]);
    expect(idle).toBe(1);
    const three = aWork('three', []);
    const last = queue.run(three.work);
    const longest = queue.idle(1_000).then(() => (idle += 1));
    await vi.advanceTimersByTimeAsync(999);
    expect(idle).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await longest;
    three.end();
    await last;
  } finally {
    vi.useRealTimers();
  }
});
