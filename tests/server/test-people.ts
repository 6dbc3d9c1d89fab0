/** People of API tests: customers of the demo shop, and what somebody new fills in. */
import { randomUUID } from 'node:crypto';
import type { Order } from '#contract/orders/orders.ts';
import type { TestShop } from './test-shop.ts';

export const people = {
  rasa: { email: 'rasa.demo@example.com', password: 'Demo-Rasa-1' },
  ivan: { email: 'ivan.demo@example.com', password: 'Demo-Ivan-1' },
};
export type Person = keyof typeof people;

/** Signs both in: bearer and id of each. */
export async function signInPeople(shop: TestShop): Promise<Record<Person, { bearer: string; id: number }>> {
  const signedIn = { rasa: { bearer: '', id: 0 }, ivan: { bearer: '', id: 0 } };
  for (const who of ['rasa', 'ivan'] as const) {
    const { body } = await shop.call<{ token: string; customer: string }>(
      'POST',
      '/shop/authentication-token',
      people[who],
    );
    signedIn[who] = { bearer: body.token, id: Number(body.customer.split('/').at(-1)) };
  }
  return signedIn;
}

/** Calls of whoever holds the bearer, each with a key of its own unless one is given. */
export const callsAs =
  (shop: TestShop, bearer: string) =>
  <T = Order>(method: string, path: string, body?: unknown, key: string = randomUUID()) =>
    shop.call<T>(method, path, body, { Authorization: `Bearer ${bearer}`, 'Idempotency-Key': key });

/** Least that a sign-up holds (ACC-05). */
export const newcomer = {
  email: 'ona@new.example',
  password: 'Slapta-12',
  repeatPassword: 'Slapta-12',
  acceptedPrivacyPolicy: true,
  acceptedTermsAndConditions: true,
};
export const firm = {
  isCompany: true,
  companyName: 'Ūkis ir sūnūs',
  companyCode: '304567891',
  countryCode: 'LT',
  city: 'Kėdainiai',
  street: 'Basanavičiaus g.',
  houseNumber: '12A',
  postCode: '57289',
};
