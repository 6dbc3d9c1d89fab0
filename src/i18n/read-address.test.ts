import { expect, test } from 'vitest';
import { readId, readTail } from './read-address.ts';

test('R2.55 a path without an id names nothing', () => {
  expect(readId('nodash')).toBeNull();
  expect(readId('sekla-')).toBeNull();
  expect(readId('sekla-x1')).toBeNull();
  expect(readId('-5')).toBeNull();
  expect(readId(undefined)).toBeNull();
});

test('the part after the last dash names the resource, whatever stands before', () => {
  expect(readId('seklos/npk-8-20-30-12')).toBe(12);
  expect(readTail('morkos-nantes-DS1001')).toEqual({ slug: 'morkos-nantes', tail: 'DS1001' });
});
