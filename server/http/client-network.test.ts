/** Whose limit a call takes from, seen from outside: three orders that are not there may be asked for, then no more. */
import { expect, onTestFinished, test } from 'vitest';
import { deviceToken, openTestShop } from '#tests/server/test-shop.ts';

async function aShop(trustProxy = 0) {
  const shop = await openTestShop({ rateLimitFactor: 0.1, trustProxy });
  onTestFinished(() => shop.close());
  return async (remoteAddress: string, forwardedFor?: string) => {
    const headers = new Headers({ 's-channel': 'retail' });
    if (forwardedFor !== undefined) headers.set('X-Forwarded-For', forwardedFor);
    const request = new Request(`http://localhost/api/v2/shop/orders/${deviceToken()}`, { headers });
    return (await shop.app.fetch(request, remoteAddress)).status;
  };
}
const each = async (count: number, ask: (at: number) => Promise<number>) => {
  const statuses: number[] = [];
  for (let at = 1; at <= count; at += 1) statuses.push(await ask(at));
  return statuses;
};

test('all addresses of one household share a limit, those of the next have their own', async () => {
  const ask = await aShop();
  expect(await each(4, (at) => ask(`2001:db8:1:2:${String(at)}::${String(at)}`))).toEqual([
    404, 404, 404, 429,
  ]);
  expect(await ask('2001:db8:1:3::1')).toBe(404);
  // Without a proxy in front nobody’s word is taken for their address.
  expect(await each(4, (at) => ask('203.0.113.7', `198.51.100.${String(at)}`))).toEqual([404, 404, 404, 429]);
});

test('behind one proxy the client is whom that proxy names, whatever the client wrote before', async () => {
  const ask = await aShop(1);
  const forged = (at: number) => ask('10.0.0.1', `198.51.100.${String(at)}, 203.0.113.7`);
  expect(await each(4, forged)).toEqual([404, 404, 404, 429]);
  expect(await ask('10.0.0.1', '203.0.113.7, 203.0.113.8')).toBe(404);
});

test('behind a CDN and a proxy the client is whom the CDN names', async () => {
  const ask = await aShop(2);
  const forged = (at: number) =>
    ask('10.0.0.1', `198.51.100.${String(at)}, 203.0.113.7, 192.0.2.${String(at)}`);
  expect(await each(4, forged)).toEqual([404, 404, 404, 429]);
  // Two customers behind one node of the CDN.
  expect(await ask('10.0.0.1', '203.0.113.8, 192.0.2.1')).toBe(404);
});
