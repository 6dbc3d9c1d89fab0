/** The row of a customer, and what is written meanwhile by others that names it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordTradeProof } from '#server/jobs/account-commands.ts';
import { callsAs, newcomer, people, signInPeople } from '#tests/server/test-people.ts';
import { address, openTestShop, type TestShop } from '#tests/server/test-shop.ts';

let shop: TestShop;
let rasa: { bearer: string; id: number };
let as: ReturnType<typeof callsAs>;
beforeAll(async () => {
  shop = await openTestShop();
  ({ rasa } = await signInPeople(shop));
  as = callsAs(shop, rasa.bearer);
}, 60_000);
afterAll(() => shop.close());

const { password, email } = people.rasa;
const passwords = {
  currentPassword: password,
  newPassword: 'Visai-Nauja-9',
  confirmNewPassword: 'Visai-Nauja-9',
};
const customer = () => `/shop/customers/${String(rasa.id)}`;

const changes: [what: string, change: () => Promise<unknown>][] = [
  ['a new address', () => as('POST', '/shop/addresses', address)],
  ['a change of the profile', () => as('PUT', customer(), { firstName: 'Rasa' })],
  ['a wish to end the account', () => as('POST', '/shop/user/account-remove')],
  ['a second sign-up', () => as('POST', '/shop/customers', { ...newcomer, email })],
  ['a new password', () => as('PUT', `${customer()}/password`, passwords)],
  [
    'what the keeper has seen',
    () => recordTradeProof({ db: shop.database.db, now: () => new Date() }, email, 'farm 1234567'),
  ],
];

test.each(changes)(
  '%s waits for no order that is being placed and writes to the account',
  async (_, change) => {
    const order = await shop.database.pool.connect();
    try {
      await order.query('begin');
      // As every row does that names the customer.
      await order.query('select 1 from customer where id = $1 for key share', [rasa.id]);
      expect(await change()).not.toMatchObject({ status: 503 });
    } finally {
      await order.query('rollback');
      order.release();
    }
  },
);
