import { expect, test } from 'vitest';
import { ApiError } from '#api/api-error.ts';
import type { Call, Shop } from '#api/shop.ts';
import { deleteAddress, getAddress, getAddresses } from './address-queries.ts';

/** A shop whose every call fails so. */
const failing = (thrown: unknown): Shop => ({
  locale: 'en',
  localePath: '',
  channel: 'retail',
  newUrls: false,
  call: (() => Promise.reject(thrown)) as Call,
  scope: { locale: 'en', channel: 'retail' },
});
const busy = new ApiError('refused', 503, { message: 'Busy' });

test('R8.04 R8.05 R8.06 getAddress, getAddresses and deleteAddress return the error with its message and status', async () => {
  for (const ask of [
    (shop: Shop) => getAddress(shop, 17),
    (shop: Shop) => getAddresses(shop),
    (shop: Shop) => deleteAddress(shop, 17),
  ]) {
    expect(await ask(failing(busy))).toMatchObject({ message: 'Busy', status: 503 });
    expect(await ask(failing('cut'))).toMatchObject({ message: 'cut', status: 500 });
  }
});

test('an address that is gone already counts as deleted', async () => {
  const gone = new ApiError('refused', 404, { message: 'Not found', errorCode: 'address.not_found' });
  expect(await deleteAddress(failing(gone), 17)).toBeNull();
});
