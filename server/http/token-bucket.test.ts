import { expect, test } from 'vitest';
import { createRateLimit } from './token-bucket.ts';

const refusal = (take: () => void) => {
  try {
    take();
  } catch (error) {
    return error;
  }
  return null;
};

test('so many tokens are taken at once, or none', () => {
  let time = 0;
  const limit = createRateLimit(10, () => time, 10_000);
  expect(limit.mayTake('one', 8)).toBe(true);
  expect(limit.mayTake('one', 4)).toBe(false);
  expect(limit.mayTake('two', 4)).toBe(true);
  limit.take('one');
  limit.take('one');
  expect(refusal(() => limit.take('one'))).toMatchObject({
    errorCode: 'rate.limited',
    options: { headers: { 'Retry-After': '1' } },
  });
  time = 4_000;
  expect(limit.mayTake('one', 4)).toBe(true);
});

test('a clock that is set back takes nothing from anybody', () => {
  let time = 3_600_000;
  const limit = createRateLimit(10, () => time);
  limit.take('one');
  time = 0;
  expect(refusal(() => limit.take('one'))).toBeNull();
  time = 60_000;
  expect(limit.mayTake('one', 10)).toBe(true);
});
