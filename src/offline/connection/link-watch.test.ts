// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import type { Connectivity } from './connectivity.ts';
import { afterProbe, afterRequest, nextPause } from './link-state.ts';
import { createLinkWatch, type LinkWorld } from './link-watch.ts';

const marker = { 'X-Shop-Api': '2' };
let time: number;
let hint: boolean;
let hidden: boolean;
let answer: () => Promise<Response>;
let asked: string[];
let shown: Connectivity[];
let answered: number;
let timer: { at: number; work: () => void } | undefined;

beforeEach(() => {
  time = 0;
  hint = true;
  hidden = false;
  asked = [];
  shown = [];
  answered = 0;
  timer = undefined;
  answer = () => Promise.resolve(new Response('ready', { headers: marker }));
});

const world: LinkWorld = {
  fetch: (address) => {
    asked.push(address);
    return answer();
  },
  now: () => time,
  hint: () => hint,
  isHidden: () => hidden,
  after: (ms, work) => {
    const mine = { at: time + ms, work };
    timer = mine;
    return () => {
      if (timer === mine) timer = undefined;
    };
  },
  change: (state) => shown.push(state),
  answered: () => {
    answered += 1;
  },
};
const turns = () => new Promise((resolve) => setTimeout(resolve));
/** Lets the clock reach the next thing that is planned, and what follows from it happen. */
async function next(): Promise<void> {
  const due = timer;
  if (!due) throw new Error('nothing is planned');
  timer = undefined;
  time = due.at;
  due.work();
  await turns();
}
const gone = () => Promise.reject(new TypeError('Failed to fetch'));

test('one failed request proves nothing: the shop itself is asked, and its answer keeps the page quiet', async () => {
  const watch = createLinkWatch(world, 'online');
  watch.report('unreachable');
  await turns();
  expect(asked).toEqual(['/readyz']);
  expect(shown).toEqual([]);
  expect(timer).toBeUndefined();
});

test('no answer to either: the shop cannot be reached; with no network on the device: no connection', async () => {
  answer = gone;
  const watch = createLinkWatch(world, 'online');
  watch.report('unreachable');
  await turns();
  expect(shown).toEqual(['unavailable']);
  hint = false;
  await next();
  expect(shown).toEqual(['unavailable', 'offline']);
});

test('only answers of the shop itself count as such: to a question of the page or to the watch', async () => {
  answer = gone;
  const watch = createLinkWatch(world, 'online');
  watch.report('unreachable');
  watch.report('foreign');
  watch.report('busy');
  await turns();
  expect(answered).toBe(0);
  watch.report('answered', 80);
  expect(answered).toBe(1);
  answer = () => Promise.resolve(new Response('ready', { headers: marker }));
  await watch.probe();
  expect(answered).toBe(2);
});

test('a page of the network in place of the answer asks for a sign-in, also as a redirect that is not followed', async () => {
  answer = () => Promise.resolve(new Response('<html>Sign in</html>'));
  const watch = createLinkWatch(world, 'online');
  watch.report('foreign');
  await turns();
  answer = () =>
    Promise.resolve({ status: 0, headers: new Headers(), text: () => Promise.resolve('') } as Response);
  await next();
  expect(shown).toEqual(['sign-in']);
  expect(afterProbe({ state: 'online', quick: 0 }, 'foreign', 5, true).state).toBe('sign-in');
});

test('a gate or the shop itself that says it cannot serve: the shop cannot be reached', async () => {
  answer = () => Promise.resolve(new Response('database does not answer', { status: 503, headers: marker }));
  createLinkWatch(world, 'online').report('busy');
  await turns();
  expect(shown).toEqual(['unavailable']);
});

test('while away the shop is asked often enough to tell the end within five seconds, and no more once it came', async () => {
  answer = gone;
  const watch = createLinkWatch(world, 'online');
  watch.report('unreachable');
  await turns();
  for (let round = 0; round < 20; round += 1) {
    const before = time;
    await next();
    expect(time - before).toBeLessThanOrEqual(4_000);
  }
  answer = () => Promise.resolve(new Response('ready', { headers: marker }));
  await next();
  expect(shown).toEqual(['unavailable', 'online']);
  expect(timer).toBeUndefined();
});

test('after ten minutes the questions grow rare; nobody looking, none are asked; a look asks at once', async () => {
  answer = gone;
  const watch = createLinkWatch(world, 'online');
  watch.report('unreachable');
  await turns();
  while (time < 600_000) await next();
  const before = time;
  await next();
  expect(time - before).toBe(20_000);
  hidden = true;
  watch.plan();
  expect(timer).toBeUndefined();
  hidden = false;
  const count = asked.length;
  watch.stir();
  await turns();
  expect(asked).toHaveLength(count + 1);
});

test("the browser's word is a hint: what a request really got wins over it", async () => {
  hint = false;
  const watch = createLinkWatch(world, 'online');
  watch.lost();
  expect(shown).toEqual(['offline']);
  watch.report('answered', 80);
  await turns();
  expect(asked).toEqual(['/readyz']);
  expect(shown).toEqual(['offline', 'online']);
  watch.lost();
  await next();
  expect(shown.at(-1)).toBe('online');
});

test('an answer from before the network went, told after it, brings no connection back: to a request, or to a question on its way', async () => {
  const watch = createLinkWatch(world, 'online');
  let comes: (come: Response) => void = () => {};
  answer = () => new Promise((resolve) => (comes = resolve));
  watch.report('unreachable');
  hint = false;
  watch.lost();
  answer = gone;
  comes(new Response('ready', { headers: marker }));
  await turns();
  expect(shown).toEqual(['offline']);
  watch.report('answered', 80);
  await turns();
  expect(shown).toEqual(['offline']);
  // It goes on asking.
  await next();
  expect(asked).toHaveLength(3);
});

test('a late answer makes the link slow at once, and two quick ones make it well', async () => {
  const watch = createLinkWatch(world, 'online');
  watch.report('late');
  await turns();
  expect(shown).toEqual(['slow']);
  watch.report('answered', 6_000);
  watch.report('answered', 300);
  expect(shown).toEqual(['slow']);
  watch.report('answered', 300);
  expect(shown).toEqual(['slow', 'online']);
});

test('a late answer while nothing answers the question either: away within five seconds of the request', async () => {
  answer = () => {
    time += 2_400;
    return gone();
  };
  const watch = createLinkWatch(world, 'online');
  time = 2_500;
  watch.report('late');
  await turns();
  expect(shown).toEqual(['slow', 'unavailable']);
  expect(time).toBeLessThanOrEqual(5_000);
});

test('rules: a failure of what is away already changes nothing by itself', () => {
  expect(afterRequest({ state: 'sign-in', quick: 0 }, 'late', 0, true)).toEqual({
    link: { state: 'sign-in', quick: 0 },
    doubt: false,
  });
  expect(nextPause('online', 0, 0)).toBeNull();
  expect(nextPause('unavailable', 0, 0)).toBe(1_000);
  expect(nextPause('unavailable', 9, 0)).toBe(4_000);
});

test('a page that came from the device and asks nothing finds out by itself that the shop is away', async () => {
  const watch = createLinkWatch(world, 'online');
  watch.begin();
  answer = gone;
  await next();
  expect(time).toBeLessThanOrEqual(2_000);
  expect(asked).toEqual(['/readyz']);
  expect(shown).toEqual(['unavailable']);
});

test('a page that has heard of a request asks nothing more', async () => {
  const watch = createLinkWatch(world, 'online');
  watch.begin();
  watch.report('answered', 100);
  await next();
  expect(asked).toEqual([]);
});
