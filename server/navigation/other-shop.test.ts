import { expect, test } from 'vitest';
import { readConfig } from '#server/process/config.ts';
import type { KnownChannel } from '#server/http/request-context.ts';
import { createOutsideLink } from './other-shop.ts';

const channel = (code: string, ...hostnames: string[]): KnownChannel => ({
  code,
  hostnames,
  isDefault: code === 'retail',
  defaultLocale: 'lt',
  locales: [],
});

const leads = (
  settings: Record<string, string>,
  business: string[],
  link = 'http://b2b.localhost/',
): string | undefined => {
  const channels = [channel('retail', 'localhost'), channel('business', ...business)];
  return createOutsideLink(readConfig(settings), { channels: () => channels })(link);
};

test('the menu leads to the other shop by the port that is listened on', () => {
  expect(leads({}, ['b2b.localhost'])).toBe('http://b2b.localhost:3000/');
  expect(leads({ PORT: '80' }, ['b2b.localhost'])).toBe('http://b2b.localhost/');
  expect(leads({}, ['b2b.localhost', '127.0.0.1'])).toBe('http://b2b.localhost:3000/');
});

test('the menu leads to the host that customers know the other shop by', () => {
  const hosts = ['farm.example', 'b2b.localhost'];
  expect(leads({}, hosts)).toBe('http://farm.example/');
  expect(leads({ TRUST_PROXY: 'on' }, hosts)).toBe('https://farm.example/');
  expect(leads({ PUBLIC_URL: 'https://shop.example' }, hosts)).toBe('https://farm.example/');
});

test('an address of this machine alone is no link for customers elsewhere', () => {
  for (const settings of [{ PUBLIC_URL: 'https://shop.example' }, { HOST: '0.0.0.0' }, { TRUST_PROXY: 'on' }])
    expect(leads(settings, ['b2b.localhost'])).toBeUndefined();
  // CHANNEL_CODE: the other shop is shown at no host.
  expect(leads({}, [])).toBeUndefined();
});

test('links to others stay as they are', () => {
  for (const link of ['https://www.vvtat.lt', 'https://localhost.example/', '/akcijos'])
    expect(leads({ PUBLIC_URL: 'https://shop.example' }, [], link)).toBe(link);
});
