import { expect, test } from 'vitest';
import { addressIdOf, addressReference } from './address-reference.ts';

test('R3.56 the default address is a reference whose last segment is the id', () => {
  expect(addressIdOf('/api/v2/shop/addresses/17')).toBe(17);
  expect(addressReference(17)).toBe('/api/v2/shop/addresses/17');
  for (const other of [
    '',
    '17',
    '/api/v2/shop/addresses/',
    '/api/v2/shop/addresses/x',
    '/api/v2/shop/orders/17',
  ])
    expect(addressIdOf(other)).toBeNull();
  for (const id of ['0', '017', '-1', '1.5', '17/', '9999999999'])
    expect(addressIdOf(`/api/v2/shop/addresses/${id}`)).toBeNull();
});
