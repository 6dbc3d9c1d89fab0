import { expect, test } from 'vitest';
import { customer as customerShape } from '#contract/customers.ts';
import { shapes } from '#contract/shapes.ts';
import { aProduct, anOrder } from '#tests/builders.ts';
import { readAnswer } from './read-answer.ts';

const answers = { customer: customerShape, order: shapes.order.response, products: shapes.products.response };
const read = (name: keyof typeof answers, value: unknown) => {
  const unread: string[] = [];
  return { value: readAnswer(answers[name], value, (path) => unread.push(path)), unread };
};
const company = {
  companyName: 'UAB Laukas',
  companyCode: '123456789',
  countryCode: 'LT',
  city: 'Kėdainiai',
  street: 'Laukų g.',
  houseNumber: '5',
  postCode: 'LT-57123',
};
const customer = {
  id: 1,
  email: 'ukis@example.lt',
  gender: 'unknown',
  isCompany: true,
  company,
  subscribedToNewsletter: false,
  user: { verified: true },
  loyaltyRules: [],
  consents: { privacyPolicyAccepted: true, termsAndConditionsAccepted: true },
};

test('what is optional may be null: it is as if it were not there, and nothing else is lost', () => {
  const given = { ...customer, lastName: null, company: { ...company, flatNumber: null } };
  expect(read('customer', given)).toEqual({ value: customer, unread: [] });
});

test('an optional part that cannot be read is left out and named; a needed one makes the answer none', () => {
  const { value, unread } = read('customer', { ...customer, company: { ...company, city: 7 } });
  const { company: _gone, ...rest } = customer;
  expect(value).toEqual(rest);
  expect(unread).toEqual(['company.city', 'company']);
  expect(read('customer', { ...customer, email: 7 }).value).toBeUndefined();
  expect(read('order', anOrder({ items: [{ id: 'x' }] as never })).value).toBeUndefined();
});

test('one product that cannot be read does not take the list with it', () => {
  const good = aProduct();
  const meta = { totalItems: 2, page: 1, itemsPerPage: 24, pageCount: 1 };
  const { value, unread } = read('products', { data: [{ ...good, name: null }, good], meta, facets: [] });
  expect((value as { data: { code: string }[] } | undefined)?.data.map(({ code }) => code)).toEqual([
    good.code,
  ]);
  expect(unread.at(-1)).toBe('data.0');
});
