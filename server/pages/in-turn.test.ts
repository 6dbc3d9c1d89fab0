import { expect, test } from 'vitest';
import { inTurn } from './in-turn.ts';

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
    end,
    fail,
  };
}

test('as many as there are places run at once, the others in their order, and one that fails gives its place on', async () => {
  const begun: string[] = [];
  const run = inTurn(2);
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
