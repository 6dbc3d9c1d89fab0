import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { EndpointServer } from './serve-endpoint.ts';
import { createThreadShare, threadShare } from './thread-share.ts';

const { perSecond, most } = threadShare;

test('who has used up its share of the thread is told when to ask again; others are served, and so is who asks for little', () => {
  let time = 0;
  const share = createThreadShare(1, () => time);
  const isAdmitted = (client: string) => {
    try {
      share.admit(client);
      return true;
    } catch {
      return false;
    }
  };
  // What may be saved up, and then a fifth of each second.
  for (let used = 0; used <= most; used += 60) share.spend('greedy', 60);
  expect(isAdmitted('greedy')).toBe(false);
  expect(isAdmitted('other')).toBe(true);
  time += 1_000;
  expect(isAdmitted('greedy')).toBe(true);
  let served = 0;
  for (let ms = 0; ms < 60_000; ms += 10) {
    time += 10;
    if (!isAdmitted('greedy')) continue;
    share.spend('greedy', 60);
    served += 60;
  }
  expect(served).toBeLessThan(60 * perSecond + perSecond + 60);
  // Fifty questions of three milliseconds a second, for an hour.
  for (let count = 0; count < 180_000; count += 1) {
    time += 20;
    share.spend('household', 3);
    expect(isAdmitted('household')).toBe(true);
  }
});

test('the refusal says after how many seconds', () => {
  let time = 0;
  const share = createThreadShare(1, () => time);
  share.spend('one', most + perSecond * 7);
  const wait = () => {
    try {
      share.admit('one');
      return null;
    } catch (error) {
      return (error as { options: { headers: Record<string, string> } }).options.headers['Retry-After'];
    }
  };
  expect(wait()).toBe('7');
  time = 7_000;
  expect(wait()).toBeNull();
});

test('a body is read and judged on the share of who sent it, also where nothing comes of it', async () => {
  const spent: [string, boolean][] = [];
  const app = new Hono();
  const server = new EndpointServer(app, {
    directory: {
      channels: () => [{ code: 'retail', hostnames: [], isDefault: true, defaultLocale: 'lt', locales: [] }],
    },
    threadShare: { admit: () => undefined, spend: (client, ms) => spent.push([client, ms > 0]) },
    clientAddress: () => 'somebody',
    report: (error) => {
      throw error;
    },
  });
  server.serve('pickUpCart', () => ({ status: 204 }));
  const send = async (body: string) => {
    const headers = { 'Content-Type': 'application/json' };
    return (await app.request('/api/v2/shop/orders', { method: 'POST', body, headers })).status;
  };
  expect(await send('{"a":1}')).toBe(400);
  expect(spent).toEqual([['somebody', true]]);
  expect(await send('{"a":')).toBe(400);
  expect(spent).toHaveLength(2);
});
