import { expect, test, vi } from 'vitest';
import { createAnswerCache } from './answer-cache.ts';

type Call = (name: string, input: unknown) => Promise<unknown>;

const prepare = (most = 10) => {
  const shop = { version: '1', time: 0 };
  const call = vi.fn<Call>(async (name, input) => ({ name, input }));
  const answers = createAnswerCache({
    version: () => shop.version,
    maxAge: 1_000,
    most,
    now: () => shop.time,
  });
  const of = (scope: string) => answers.of(scope, call as never) as unknown as Call;
  return { shop, call, of };
};

test('pages that ask the same get the same answer, until the shop changes or the time is up', async () => {
  const { shop, call, of } = prepare();
  const first = of('retail lt')('menu', { params: { code: 'top' } });
  expect(await of('retail lt')('menu', { params: { code: 'top' } })).toBe(await first);
  expect(call).toHaveBeenCalledTimes(1);
  shop.version = '2';
  expect(await of('retail lt')('menu', { params: { code: 'top' } })).not.toBe(await first);
  shop.time = 1_000;
  await of('retail lt')('menu', { params: { code: 'top' } });
  expect(call).toHaveBeenCalledTimes(3);
});

test('another channel, language or question has an answer of its own', async () => {
  const { call, of } = prepare();
  await of('retail lt')('menu', { params: { code: 'top' } });
  await of('retail en')('menu', { params: { code: 'top' } });
  await of('farm lt')('menu', { params: { code: 'top' } });
  await of('retail lt')('menu', { params: { code: 'footer' } });
  await of('retail lt')('page', { params: { code: 'top' } });
  expect(call).toHaveBeenCalledTimes(5);
});

test('what is of one order or person, and what changes with stock, is asked each time', async () => {
  const { call, of } = prepare();
  for (const name of ['order', 'order', 'products', 'products']) await of('retail lt')(name, {});
  expect(call).toHaveBeenCalledTimes(4);
});

test('a failure is not kept', async () => {
  const { call, of } = prepare();
  call.mockRejectedValueOnce(new Error('gone'));
  await expect(of('retail lt')('menu', {})).rejects.toThrow('gone');
  expect(await of('retail lt')('menu', {})).toEqual({ name: 'menu', input: {} });
});

test('no more are kept than were agreed: the one goes that was used longest ago', async () => {
  const { call, of } = prepare(2);
  for (const code of ['a', 'b', 'a', 'c', 'a', 'b']) await of('retail lt')('menu', { params: { code } });
  // b went for c, and c for b.
  expect(call.mock.calls.map(([, input]) => (input as { params: { code: string } }).params.code)).toEqual([
    'a',
    'b',
    'c',
    'b',
  ]);
});
