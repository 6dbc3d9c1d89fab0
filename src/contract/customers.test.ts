import { expect, test } from 'vitest';
import { readAnswer } from '#api/read-answer.ts';
import { customer } from './customers.ts';

const known = {
  id: 7,
  email: 'rasa@example.lt',
  firstName: 'Rasa',
  lastName: 'Rasaitė',
  gender: 'unknown',
  isCompany: false,
  defaultAddress: '/api/v2/shop/addresses/12',
  subscribedToNewsletter: true,
  user: { accountRemoveRequestedAt: '2026-12-01T08:00:00.000Z', verified: true },
  loyaltyRules: [
    { id: 3, loyaltyCard: { number: '4770001', pointsTotal: 120 }, loyaltyRule: { id: 1, code: 'CLUB' } },
  ],
  orderToken: 'Cart7Token-of_the_customer',
  consents: { privacyPolicyAccepted: true, termsAndConditionsAccepted: true },
};

test('R3.55 of a customer all is kept that the shop tells of them', () => {
  expect(readAnswer(customer, known, false)).toEqual({ value: known, leftOut: [] });
});

test.each(['email', 'subscribedToNewsletter', 'user', 'loyaltyRules'])(
  'an answer without %s is no customer',
  (name) => {
    expect(readAnswer(customer, { ...known, [name]: undefined }, false)).toBeNull();
  },
);
