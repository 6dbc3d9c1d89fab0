import { beforeEach, expect, test, vi } from 'vitest';

const worker = new EventTarget();
const say = (data: unknown) => worker.dispatchEvent(new MessageEvent('message', { data }));
const fresh = { type: 'FRESH_ANSWER', address: '/api/v2/shop/search/products' };

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('navigator', { serviceWorker: worker });
  return () => vi.unstubAllGlobals();
});

test('R0.16 what the worker says before anybody asks is told to the first who does, and each word after it', async () => {
  const { onFreshAnswer } = await import('./fresh-answers.ts');
  say(fresh);
  const told = vi.fn();
  onFreshAnswer(told);
  expect(told).toHaveBeenCalledTimes(1);
  say(fresh);
  expect(told).toHaveBeenCalledTimes(2);
});

test('other words of the worker are no newer answer', async () => {
  const { onFreshAnswer } = await import('./fresh-answers.ts');
  const told = vi.fn();
  say({ type: 'LINK', outcome: 'answered', ms: 3 });
  say(null);
  onFreshAnswer(told);
  say({ type: 'LINK', outcome: 'answered', ms: 3 });
  expect(told).not.toHaveBeenCalled();
});
