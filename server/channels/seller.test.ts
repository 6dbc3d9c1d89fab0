import { expect, test } from 'vitest';
import { demoSeller, sellerForm } from './seller.ts';

test('an account whose check digits do not hold is refused: buyers would pay into it', () => {
  expect(sellerForm.safeParse(demoSeller).success).toBe(true);
  const [account] = demoSeller.bankAccounts;
  const bankAccounts = [{ ...account, iban: 'LT123456789012345678' }];
  const { error } = sellerForm.safeParse({ ...demoSeller, bankAccounts });
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['bankAccounts.0.iban']);
});

test.each([
  ['companyCode', '999999991'],
  ['companyCode', 'nežinau'],
  ['vatNumber', 'LT123'],
  ['vatNumber', 'LT999999918'],
  ['phone', 'skambinkit'],
  ['email', 'ne el pastas'],
  ['name', 'UAB\nSėkla'],
  ['address', 'Ulonų g. 5\u202E'],
])('a %s that cannot be one is refused before it stands on papers: %j', (field, value) => {
  const { error } = sellerForm.safeParse({ ...demoSeller, [field]: value });
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([field]);
});

test('numbers are kept as they are issued, and a company that is not registered for VAT has none', () => {
  const typed = { ...demoSeller, companyCode: ' 999999995', vatNumber: 'lt 999 999 917', email: 'a@b.lt ' };
  expect(sellerForm.parse(typed)).toEqual({ ...demoSeller, email: 'a@b.lt' });
  const { vatNumber: _, ...without } = demoSeller;
  for (const given of [without, { ...demoSeller, vatNumber: '' }])
    expect(sellerForm.parse(given)).toEqual({ ...demoSeller, vatNumber: '' });
});

test('a company that names no bank account yet is taken: it offers no bank transfer', () => {
  const { bankAccounts: _, ...without } = demoSeller;
  expect(sellerForm.parse(without)).toEqual({ ...demoSeller, bankAccounts: [] });
});
