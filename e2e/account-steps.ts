/** Steps of the account that several journeys share. */
import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import type { RunningShop } from '#tests/running-shop.ts';
import { expect, layOnDevice } from './shop-fixture.ts';

export interface Person {
  id: number;
  email: string;
  password: string;
  bearer: { Authorization: string };
}

/** Somebody new, with a confirmed e-mail, who has signed in on no device. */
export async function somebodyNew(
  page: Page,
  shop: RunningShop,
  more: object = {},
): Promise<Person & { cells: Record<string, string> }> {
  const email = `ona-${randomBytes(6).toString('hex')}@example.com`;
  const password = 'Slapta-12';
  const made = await page.request.post('/api/v2/shop/customers', {
    data: {
      email,
      password,
      repeatPassword: password,
      firstName: 'Ona',
      lastName: 'Žemaitė',
      acceptedPrivacyPolicy: true,
      acceptedTermsAndConditions: true,
      ...more,
    },
  });
  expect(made.status()).toBe(201);
  const [row] = await shop.query('update customer set verified_at = now() where email = $1 returning id', [
    email,
  ]);
  const answer = await page.request.post('/api/v2/shop/authentication-token', { data: { email, password } });
  const { token, refreshToken } = (await answer.json()) as { token: string; refreshToken: string };
  return {
    id: Number(row?.['id']),
    email,
    password,
    bearer: { Authorization: `Bearer ${token}` },
    cells: { AUTH_TOKEN: token, AUTH_REFRESH_TOKEN: refreshToken },
  };
}

/** Somebody new, whose tokens lie on the device before its first page begins, once. */
export async function newCustomer(page: Page, shop: RunningShop, more: object = {}): Promise<Person> {
  const { cells, ...person } = await somebodyNew(page, shop, more);
  await layOnDevice(page, cells);
  return person;
}

export interface PlacedOrder {
  id: number;
  number: string;
  tokenValue: string;
  total: number;
}

/** An order that the person has placed, or a guest of that e-mail; brought by a courier and paid by transfer. */
export async function orderOf(
  page: Page,
  person: Pick<Person, 'email'> & Partial<Pick<Person, 'bearer'>>,
  lines: Record<string, number>,
): Promise<PlacedOrder> {
  const contact = { firstName: 'Ona', lastName: 'Žemaitė', phoneNumber: '+37061234567' };
  const answer = await page.request.post('/api/v2/shop/order-intents', {
    headers: { ...person.bearer, 'Idempotency-Key': randomUUID() },
    data: {
      tokenValue: randomBytes(24).toString('base64url'),
      lines: Object.entries(lines).map(([productVariantCode, quantity]) => ({
        productVariantCode,
        quantity,
        whenShort: 'wait',
      })),
      email: person.email,
      contact,
      shippingAddress: {
        ...contact,
        countryCode: 'LT',
        city: 'Kėdainiai',
        street: 'Laukų g.',
        houseNumber: '5',
        flatNumber: null,
        postCode: '57123',
      },
      plan: { code: 'courier', shipments: [{ shippingMethod: 'COURIER_HOME' }] },
      paymentMethod: 'TRANSFER',
      termsAndConditionsAccepted: true,
      privacyPolicyAccepted: true,
      agreedAt: new Date().toISOString(),
      expectedTotal: 99_999_999,
    },
  });
  expect(answer.status()).toBe(201);
  return (await answer.json()) as PlacedOrder;
}

/** What a shopkeeper does at a terminal: `npm run shop -- WORDS`, on this shop's database. */
export const commandOf = (shop: RunningShop, ...words: string[]) =>
  promisify(execFile)(process.execPath, ['server/shop.ts', ...words], {
    env: { ...process.env, DATABASE_URL: shop.database.url, DATA_DIR: shop.dataDir },
  });
