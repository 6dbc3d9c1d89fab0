import { expect, test } from 'vitest';
import { productCard } from '#contract/catalogue.ts';
import { customer, type Customer } from '#contract/customers.ts';
import { order } from '#contract/orders/orders.ts';
import { listOf } from '#contract/values.ts';
import { aProduct, anItem, anOrder } from '#tests/builders.ts';
import { readAnswer } from './read-answer.ts';

const company = {
  companyName: 'UAB Laukas',
  companyCode: '302345678',
  countryCode: 'LT',
  city: 'Kėdainiai',
  street: 'Laukų g.',
  houseNumber: '5',
  postCode: '57123',
};
const somebody = {
  id: 4,
  email: 'a@example.com',
  gender: 'unknown',
  isCompany: true,
  company,
  subscribedToNewsletter: false,
  user: { verified: true },
  loyaltyRules: [],
  consents: { privacyPolicyAccepted: true, termsAndConditionsAccepted: true },
} satisfies Customer;
const meta = { totalItems: 2, page: 1, itemsPerPage: 30, pageCount: 1 };

test('null says the same as nothing where the contract has a member that may be missing', () => {
  const given = {
    ...somebody,
    firstName: null,
    orderToken: null,
    company: { ...company, flatNumber: null, vatNumber: null },
    user: { verified: true, accountRemoveRequestedAt: null },
  };
  expect(readAnswer(customer, given, false)).toEqual({ value: somebody, leftOut: [] });
  expect(
    readAnswer(order, { ...anOrder(), number: null, invoice: null, notes: null }, false)?.leftOut,
  ).toEqual([]);
});

test('a part that cannot be read is left out and named, and the rest stays', () => {
  const given = { ...somebody, company: { ...company, city: 7 }, phoneNumber: { country: 'LT' } };
  const { company: _, ...rest } = somebody;
  const read = readAnswer(customer, given, false);
  expect(read?.value).toEqual(rest);
  expect(read?.leftOut.toSorted()).toEqual(['company', 'phoneNumber']);
});

test('one product that cannot be read does not take the others of its list with it', () => {
  const products = [
    aProduct({ code: 'A' }),
    { ...aProduct({ code: 'B' }), slug: 3 },
    aProduct({ code: 'C' }),
  ];
  const read = readAnswer(listOf(productCard), { data: products, meta }, true);
  expect(read?.leftOut).toEqual(['data[1]']);
  expect(read?.value).toMatchObject({ data: [{ code: 'A' }, { code: 'C' }] });
});

test('a line of an order is never left out: a sum without it would be a lie', () => {
  const given = { ...anOrder(), items: [anItem(), { ...anItem(), total: 'much' }] };
  expect(readAnswer(order, given, false)).toBeNull();
});

test('another answer altogether is none', () => {
  for (const given of [null, 'x', [], {}, { data: 1 }, 3])
    expect(readAnswer(listOf(productCard), given, true)).toBeNull();
});
