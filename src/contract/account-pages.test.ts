import { expect, test } from 'vitest';
import { accountPageOf } from './account-pages.ts';

test('the rest of an address names a page of the account, in the spelling of any language', () => {
  for (const [rest, name, params] of [
    ['', 'DASHBOARD', {}],
    ['uzsakymas', 'ORDERS', {}],
    ['orders/', 'ORDERS', {}],
    ['uzsakymas/abc_-1', 'ORDER', { orderToken: 'abc_-1' }],
    ['pristatymo-adresas/naujas', 'ADDRESS_NEW', {}],
    ['delivery-addresses/new', 'ADDRESS_NEW', {}],
    ['delivery-addresses/17', 'ADDRESS', { addressId: '17' }],
    ['cancel-user-deletion/x', 'DELETION_CANCEL', { cancelToken: 'x' }],
  ] as const)
    expect([rest, accountPageOf(rest)]).toEqual([rest, { name, params }]);
  for (const rest of ['orders/a/b', 'nothing', 'pristatymo-adresas/abc', 'pristatymo-adresas/0', 'details/1'])
    expect([rest, accountPageOf(rest)]).toEqual([rest, null]);
});
