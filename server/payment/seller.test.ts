import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { demoSeller, sellerForm } from './seller.ts';

/** What people read of the company, in all languages, without markup and hard spaces. */
const wordsOf = (file: string): string =>
  readFileSync(`server/seed-data/content/${file}.json`, 'utf8')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/\u00A0/g, ' ');

test.each(['menus', 'pages'])('papers name the company as the %s of the shop do', (file) => {
  const words = wordsOf(file);
  const { companyCode, vatNumber, address, phone, email } = demoSeller;
  for (const one of [companyCode, vatNumber, address, phone, email]) expect(words).toContain(one);
  // No other company stands there.
  const codes =
    words.match(/\b(?:kodas|company code|registrikood|код предприятия|Код предприятия) \d{9}\b/g) ?? [];
  expect(codes.length).toBeGreaterThan(0);
  for (const one of codes) expect(one).toContain(companyCode);
  for (const one of words.match(/\bLT\d{9,12}\b/g) ?? []) expect(one).toBe(vatNumber);
});

test('an account whose check digits do not hold is refused: buyers would pay into it', () => {
  expect(sellerForm.safeParse(demoSeller).success).toBe(true);
  const [account] = demoSeller.bankAccounts;
  const bankAccounts = [{ ...account, iban: 'LT123456789012345678' }];
  const { error } = sellerForm.safeParse({ ...demoSeller, bankAccounts });
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['bankAccounts.0.iban']);
});
