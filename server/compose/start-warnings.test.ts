import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/process/config.ts';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';
import { mailWarnings } from './start-warnings.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(() => database.drop());

const smtp = { SMTP_URL: 'smtp://mail.example' };
const told = async (settings: Record<string, string>) =>
  (await mailWarnings(database.db, readConfig(settings))).map(({ text }) => text);

test('where mails go to people the start says that their links lead nowhere, until the address of the shop is known', async () => {
  expect(await told({})).toEqual([]);
  expect(await told({ ...smtp, MAIL_FROM: 'a@shop.example' })).toEqual([
    'links of mails and feeds lead to this machine, which customers cannot reach: set PUBLIC_URL to the address that they see',
  ]);
  for (const known of [{ PUBLIC_URL: 'https://shop.example' }, { CHANNEL_BY_HOST: 'shop.example=retail' }])
    expect(await told({ ...smtp, MAIL_FROM: 'a@shop.example', ...known })).toEqual([]);
});

test('and that they lead the buyers of another host to the public address, unless it is left out', async () => {
  const hosts = { CHANNEL_BY_HOST: 'shop.example=retail,farm.example=business' };
  const mails = { ...smtp, MAIL_FROM: 'a@shop.example' };
  const warnings = await mailWarnings(
    database.db,
    readConfig({ ...mails, ...hosts, PUBLIC_URL: 'https://shop.example' }),
  );
  expect(warnings).toMatchObject([{ facts: { hosts: ['farm.example'] } }]);
  expect(await told({ ...mails, ...hosts })).toEqual([]);
});

test('and that they have no sender', async () => {
  await database.pool.query(`update channel set seller = null where code = 'business'`);
  const warnings = await mailWarnings(
    database.db,
    readConfig({ ...smtp, PUBLIC_URL: 'https://shop.example' }),
  );
  expect(warnings).toMatchObject([{ facts: { channels: ['business'] } }]);
});
