import { expect, test } from 'vitest';
import { ownAddress, readConfig, settingNames } from './config.ts';

const line = (environment: Record<string, string>) => {
  try {
    readConfig(environment);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

test('without settings the shop has the defaults of the table', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: 'localhost',
    embeddedApi: true,
    activeLocales: ['lt'],
    newUrls: false,
  });
});

test('R4.92 R8.11 without an API of its own or another one the start fails with API URL is undefined', () => {
  expect(line({ EMBEDDED_API: 'off' })).toBe(
    'API URL is undefined: where EMBEDDED_API is off, API_URL should be the address of a backend.',
  );
  expect(readConfig({ EMBEDDED_API: 'off', API_URL: 'https://shop.example/' }).apiUrl).toBe(
    'https://shop.example',
  );
});

test.each([
  ['PORT', '80a'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['DATABASE_URL', 'mysql://x'],
  ['DATABASE_CONNECTIONS', 'many'],
  ['DATABASE_CONNECTIONS', '2'],
  ['DATABASE_TIMEOUT', '5000'],
  ['DRAIN_SECONDS', 'a minute'],
  ['JOBS', 'later'],
  ['TRUST_PROXY', 'two'],
  ['API_URL', 'shop'],
  ['SMTP_URL', 'http://mail'],
  ['EMBEDDED_API', 'perhaps'],
  ['CHANNEL_BY_HOST', 'shop.example'],
  ['ACTIVE_LOCALES', 'lt,xx'],
  ['RATE_LIMIT_FACTOR', 'much'],
  ['PAYMENT_SANDBOX', 'perhaps'],
  ['LOG_LEVEL', 'loud'],
  ['PUBLIC_URL', 'ftp://x'],
  ['PUBLIC_URL', 'https://shop.example/shop'],
  ['PUBLIC_URL', 'https://shop.example?a=b'],
  ['PUBLIC_URL', 'https://me:secret@shop.example'],
  ['MAIL_FROM', 'Arimas'],
  ['MAIL_FROM', 'Arimas <orders>'],
  ['MAIL_FROM', 'a@b.example, c@d.example'],
])('a bad %s names the setting and what it should be', (name, value) => {
  expect(line({ [name]: value })).toMatch(new RegExp(`^${name} should be .+\\.$`));
});

test('a refused address does not repeat its password', () => {
  expect(line({ DATABASE_URL: 'mysql://me:secret@host/db' })).not.toContain('secret');
});

test('host names are mapped to channels', () => {
  expect(readConfig({ CHANNEL_BY_HOST: 'a.lt=retail, b.lt=business' }).channelByHost).toEqual({
    'a.lt': 'retail',
    'b.lt': 'business',
  });
});

test('a sender is an address, with or without a name', () => {
  for (const one of ['orders@shop.example', 'UAB „Sėkla“ <orders@shop.example>'])
    expect(readConfig({ MAIL_FROM: one }).mailFrom).toBe(one);
});

test.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['::1', 'http://[::1]:3000'],
  ['shop.lan', 'http://shop.lan:3000'],
  ['0.0.0.0', 'http://localhost:3000'],
  ['::', 'http://localhost:3000'],
  ['', 'http://localhost:3000'],
])('a shop that listens on "%s" is found at %s', (HOST, found) => {
  expect(ownAddress(readConfig({ HOST }), 3000)).toBe(found);
});

test('doors for tests are refused in production', () => {
  expect(line({ TEST_DOORS: 'on', NODE_ENV: 'production' })).toMatch(
    /^TEST_DOORS should be off where NODE_ENV is production/,
  );
  expect(line({ TEST_DOORS: 'on' })).toBe('');
  expect(line({ TEST_DOORS: 'off', NODE_ENV: 'production' })).toBe('');
});

test('an empty setting means its default, whichever it is', () => {
  const empty = Object.fromEntries([...settingNames()].map((name) => [name, ' ']));
  expect(Object.keys(empty).length).toBeGreaterThan(20);
  expect(readConfig(empty)).toEqual(readConfig({}));
});
