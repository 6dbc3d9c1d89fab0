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

test('so many tokens are taken at once, and more than there can be once all are there', () => {
  let time = 0;
  const limit = createRateLimit(10, () => time, 10_000);
  limit.take('one', 8);
  expect(refusal(() => limit.take('one', 4))).toMatchObject({
    errorCode: 'rate.limited',
    options: { headers: { 'Retry-After': '2' } },
  });
  expect(refusal(() => limit.take('two', 4))).toBeNull();
  time = 2_000;
  expect(refusal(() => limit.take('one', 4))).toBeNull();
  time = 12_000;
  expect(refusal(() => limit.take('one', 50))).toBeNull();
  expect(refusal(() => limit.take('one'))).not.toBeNull();
});

test('a clock that is set back takes nothing from anybody', () => {
  let time = 3_600_000;
  const limit = createRateLimit(10, () => time);
  limit.take('one');
  time = 0;
  expect(refusal(() => limit.take('one'))).toBeNull();
  time = 60_000;
  expect(refusal(() => limit.take('one', 10))).toBeNull();
});
