import { expect, test } from 'vitest';
import { createRegistrationSchema, startOf } from './registration-schema.ts';

test('R5.10 passwords that differ are said while the rest of the form is wrong too', () => {
  const given = { ...startOf(), password: 'Abcdefg1', repeatPassword: 'Abcdefg2' };
  const result = createRegistrationSchema({ withCompany: false, countryCode: 'LT' }).safeParse(given);
  const issues = result.error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];
  expect(issues).toContainEqual(['repeatPassword', 'same-as']);
  expect(issues.map(([path]) => path)).toContain('email');
});
