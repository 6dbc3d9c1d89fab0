import { expect, test } from 'vitest';
import { userKeyOf } from './user-key.ts';

test('R3.79 the key of a customer is the SHA-256 of their id', async () => {
  expect(await userKeyOf('42')).toBe('73475cb40a568e8da8a045ced110137e159f890ac4da883b6b17dc651b3a8049');
});
