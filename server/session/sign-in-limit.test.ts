import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SignedIn } from '#contract/customers.ts';
import { openTestShop, type TestShop } from '#tests/server/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ rateLimitFactor: 1 });
}, 60_000);
afterAll(() => shop.close());

const tryFrom = (address: string, email: string, password = 'Wrong-1') =>
  shop.app.fetch(
    new Request('http://localhost/api/v2/shop/authentication-token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 's-channel': 'retail' },
      body: JSON.stringify({ email, password }),
    }),
    address,
  );
const statuses = async (answers: Promise<Response>[]) =>
  (await Promise.all(answers)).map(({ status }) => status);

test('one address has ten wrong tries in a quarter of an hour, whatever names it tries', async () => {
  const tries = Array.from({ length: 10 }, (_, at) => tryFrom('203.0.113.20', `guess${at}@example.com`));
  expect(await statuses(tries)).toEqual(Array.from({ length: 10 }, () => 401));
  const refused = await tryFrom('203.0.113.20', 'rasa.demo@example.com', 'Demo-Rasa-1');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
  expect(await refused.json()).toMatchObject({ errorCode: 'rate.limited' });
  expect((await tryFrom('203.0.113.21', 'rasa.demo@example.com', 'Demo-Rasa-1')).status).toBe(200);
});

test('one e-mail has ten wrong tries from wherever they come, known or not', async () => {
  for (const email of ['trinti.demo@example.com', 'nobody.at.all@example.com']) {
    const tries = Array.from({ length: 10 }, (_, at) =>
      tryFrom(`198.51.100.${at}`, at % 2 === 0 ? email : email.toUpperCase()),
    );
    expect(await statuses(tries)).toEqual(Array.from({ length: 10 }, () => 401));
    expect((await tryFrom('198.51.100.99', email)).status).toBe(429);
  }
});

test('who knows the password is not counted', async () => {
  for (let round = 0; round < 12; round += 1)
    expect((await tryFrom('203.0.113.30', 'ivan.demo@example.com', 'Demo-Ivan-1')).status).toBe(200);
});

describe('who knows no more than an e-mail', () => {
  const rasa = { email: 'rasa.demo@example.com', password: 'Demo-Rasa-1' };
  const day = 24 * 60 * 60 * 1000;
  beforeEach(async () => {
    shop.clock.at = null;
    await shop.database.pool.query('delete from rate_limit; delete from known_client');
  });
  const strangersTry = async (email = rasa.email) => {
    const tries = Array.from({ length: 10 }, (_, at) => tryFrom(`198.51.100.${at}`, email));
    expect(await statuses(tries)).toEqual(Array.from({ length: 10 }, () => 401));
  };
  const signedInFrom = async (address: string) => {
    const answer = await tryFrom(address, rasa.email, rasa.password);
    expect(answer.status).toBe(200);
    return (await answer.json()) as SignedIn;
  };

  test('keeps nobody out at a client from which they have signed in within ninety days', async () => {
    await signedInFrom('203.0.113.60');
    await strangersTry();
    expect((await tryFrom('203.0.113.61', rasa.email, rasa.password)).status).toBe(429);
    await signedInFrom('203.0.113.60');
    const { rows } = await shop.database.pool.query<{ client: Buffer }>('select client from known_client');
    expect(rows).toHaveLength(1);
    expect(rows[0]?.client.toString('latin1')).not.toContain('203.0.113');
    shop.clock.at = new Date(Date.now() + 91 * day);
    await strangersTry();
    expect((await tryFrom('203.0.113.60', rasa.email, rasa.password)).status).toBe(429);
  });

  test('is told nothing by it: a client that is known to one account is none to another', async () => {
    await signedInFrom('203.0.113.62');
    for (const email of ['ivan.demo@example.com', 'nobody.at.all@example.com']) {
      await strangersTry(email);
      expect((await tryFrom('203.0.113.62', email)).status).toBe(429);
    }
  });

  test('is not told either, from a network that the owner has too, whether there is an account', async () => {
    await signedInFrom('203.0.113.68');
    const refusals: unknown[] = [];
    for (const email of [rasa.email, 'nobody.at.all@example.com']) {
      await strangersTry(email);
      const refused = await tryFrom('203.0.113.68', email);
      refusals.push([refused.status, refused.headers.has('retry-after')]);
    }
    expect(refusals).toEqual([
      [429, true],
      [429, true],
    ]);
    await signedInFrom('203.0.113.68');
  });

  test('nor by how much is counted for a client that is known, which has the tries of its network', async () => {
    await signedInFrom('203.0.113.69');
    const counted: unknown[] = [];
    for (const email of [rasa.email, 'nobody.at.all@example.com']) {
      await shop.database.pool.query('delete from rate_limit');
      const tries = Array.from({ length: 10 }, () => tryFrom('203.0.113.69', email));
      expect(await statuses(tries)).toEqual(Array.from({ length: 10 }, () => 401));
      const { rowCount } = await shop.database.pool.query('select 1 from rate_limit');
      counted.push([rowCount, (await tryFrom('203.0.113.69', email)).status]);
    }
    expect(counted).toEqual([
      [2, 429],
      [2, 429],
    ]);
  });

  test('nor by when a wrong password is counted: what is asked of the database comes in one order', async () => {
    await signedInFrom('203.0.113.67');
    const orders: string[][] = [];
    for (const email of [rasa.email, 'nobody.at.all@example.com']) {
      const query = vi.spyOn(Client.prototype, 'query');
      try {
        expect((await tryFrom('203.0.113.67', email)).status).toBe(401);
        orders.push(
          query.mock.calls.map(([asked]) =>
            typeof asked === 'string' ? asked : (asked as { text: string }).text,
          ),
        );
      } finally {
        query.mockRestore();
      }
    }
    expect(orders[0]?.length).toBeGreaterThan(3);
    expect(orders[1]).toEqual(orders[0]);
  });

  test('keeps nobody from the change of a password who is signed in', async () => {
    const { token, customer } = await signedInFrom('203.0.113.63');
    await strangersTry();
    const change = {
      currentPassword: rasa.password,
      newPassword: rasa.password,
      confirmNewPassword: rasa.password,
    };
    const answer = await shop.call('PUT', `${customer.replace('/api/v2', '')}/password`, change, {
      Authorization: `Bearer ${token}`,
    });
    expect(answer.status).toBe(200);
  });

  test('ACC-09 keeps nobody out who has proven by a mailed link whose account it is', async () => {
    const chosen = { newPassword: rasa.password, confirmNewPassword: rasa.password };
    await signedInFrom('203.0.113.64');
    await strangersTry();
    await shop.call('POST', '/shop/reset-password-requests', { email: rasa.email });
    const { pool } = shop.database;
    const tokens = async () =>
      (
        await pool.query<{ token: string }>(
          `select payload ->> 'token' as token from mail_outbox where kind = 'password_reset' and sent_at is null`,
        )
      ).rows;
    await expect.poll(tokens).toHaveLength(1);
    const [link] = await tokens();
    const reset = new Request(`http://localhost/api/v2/shop/reset-password-requests/${link?.token ?? ''}`, {
      method: 'PATCH',
      headers: {
        'Content-Type': 'application/json',
        's-channel': 'retail',
        'Idempotency-Key': randomUUID(),
      },
      body: JSON.stringify(chosen),
    });
    expect((await shop.app.fetch(reset, '203.0.113.65')).status).toBe(202);
    await signedInFrom('203.0.113.66');
    // And they go on.
    await strangersTry();
    expect((await tryFrom('203.0.113.67', rasa.email, rasa.password)).status).toBe(429);
    await signedInFrom('203.0.113.65');
    // Whoever was signed in before the reset may have been somebody else.
    expect((await tryFrom('203.0.113.64', rasa.email, rasa.password)).status).toBe(429);
  });
});
