import { expect, test } from 'vitest';
import { demoSeller, sellerForm } from './seller.ts';

test('an account whose check digits do not hold is refused: buyers would pay into it', () => {
  expect(sellerForm.safeParse(demoSeller).success).toBe(true);
  const [account] = demoSeller.bankAccounts;
  const bankAccounts = [{ ...account, iban: 'LT123456789012345678' }];
  const { error } = sellerForm.safeParse({ ...demoSeller, bankAccounts });
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['bankAccounts.0.iban']);
});
