import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/process/config.ts';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';
import { startWarnings } from './start-warnings.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(() => database.drop());

const smtp = { SMTP_URL: 'smtp://mail.example' };
const told = async (settings: Record<string, string>) =>
  (await startWarnings(database.db, readConfig(settings))).map(({ text }) => text);

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
  const warnings = await startWarnings(
    database.db,
    readConfig({ ...mails, ...hosts, PUBLIC_URL: 'https://shop.example' }),
  );
  expect(warnings).toMatchObject([{ facts: { hosts: ['farm.example'] } }]);
  expect(await told({ ...mails, ...hosts })).toEqual([]);
});

test('and that they have no sender', async () => {
  await database.pool.query(`update channel set seller = null where code = 'business'`);
  const warnings = await startWarnings(
    database.db,
    readConfig({ ...smtp, PUBLIC_URL: 'https://shop.example' }),
  );
  expect(warnings).toMatchObject([{ facts: { channels: ['business'] } }]);
});

test('a shop that was filled with the demo goods says that DEMO_DATA=off does not take them away', async () => {
  const warned = async (settings: Record<string, string>) =>
    (await startWarnings(database.db, readConfig(settings))).map(({ text }) => text);
  expect(await warned({})).toEqual([]);
  expect(await warned({ DEMO_DATA: 'off' })).toEqual([
    'the demo goods are still sold: DEMO_DATA=off is for an empty database. For a shop of your own set DATA_DIR or DATABASE_URL to another one',
  ]);
  await database.pool.query(`update product set enabled = false where source = 'seed'`);
  expect(await warned({ DEMO_DATA: 'off' })).toEqual([]);
});
