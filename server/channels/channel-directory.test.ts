/** Which channel a request is for: by the host that it came to, or by the one that the keeper has set for every host. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resolveChannel } from '#server/http/request-context.ts';
import { createTestDatabase, type TestDatabase } from '#tests/server/test-database.ts';
import { openChannelDirectory, type KeptDirectory } from './channel-directory.ts';

let database: TestDatabase;
const opened: KeptDirectory[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(async () => {
  for (const directory of opened) directory.close();
  await database.drop();
});

const hosts = { 'farm.example': 'business', 'garden.example': 'retail' };

/** The channel by host, with these settings of the keeper. */
async function channelsWith(settings: Partial<Parameters<typeof openChannelDirectory>[1]>) {
  const directory = await openChannelDirectory(database.db, {
    channelByHost: {},
    channelCode: undefined,
    activeLocales: ['lt'],
    ...settings,
  });
  opened.push(directory);
  return (host: string, code: string | null = null) => resolveChannel(directory, host, code).code;
}

test('R3.77 the host says the channel, with a port and in capitals too; a host that nobody has named has the default one', async () => {
  const channelOf = await channelsWith({ channelByHost: hosts });
  expect(channelOf('farm.example')).toBe('business');
  expect(channelOf('FARM.example:8080')).toBe('business');
  expect(channelOf('garden.example')).toBe('retail');
  expect(channelOf('elsewhere.example')).toBe('retail');
  expect(channelOf('')).toBe('retail');
});

test('the keeper can lead a host of the database to another channel', async () => {
  await database.pool.query(`update channel set hostnames = '{farm.example}' where code = 'retail'`);
  expect((await channelsWith({}))('farm.example')).toBe('retail');
  expect((await channelsWith({ channelByHost: hosts }))('farm.example')).toBe('business');
});

test('R1.44 with a channel set for every host the map of hosts is not asked', async () => {
  const channelOf = await channelsWith({ channelByHost: hosts, channelCode: 'business' });
  expect(channelOf('garden.example')).toBe('business');
  expect(channelOf('elsewhere.example')).toBe('business');
});
