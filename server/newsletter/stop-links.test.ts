/** The links and headers that stop letters (RFC 8058), against a real database: what they take, and what else is posted to them. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  jonasEmail,
  leaveCart,
  oneClick,
  sendDue,
  stopUrlOf,
  subscribe,
  withoutLetters,
} from '#tests/server/test-letters.ts';
import { openTestShop, sellableVariants, type TestShop } from '#tests/server/test-shop.ts';
import { stopToken } from './stop-links.ts';

let shop: TestShop;
let goods: { code: string }[];
beforeAll(async () => {
  shop = await openTestShop();
  goods = await sellableVariants(shop, 2, { atLeast: 20 });
}, 60_000);
beforeEach(() => withoutLetters(shop));
afterAll(() => shop.close());

const code = (at = 0) => goods[at]?.code ?? '';
const later = (hours: number) => {
  shop.clock.at = new Date((shop.clock.at ?? new Date()).getTime() + hours * 60 * 60 * 1000);
};
const rows = async <T>(statement: string) => (await shop.database.pool.query(statement)).rows as T[];

test('RFC 8058: a mail program stops the letters with one post, without a session, again and again, and by nothing else', async () => {
  await subscribe(shop, jonasEmail);
  await leaveCart(shop, code());
  later(2);
  const [letter] = await sendDue(shop);
  const url = stopUrlOf(letter);
  const status = async () =>
    (await rows<{ status: string }>('select status from newsletter_subscriber'))[0]?.status;
  // Looked at by a scanner, or posted by something else.
  expect((await shop.app.request(new URL(url).pathname)).status).not.toBe(500);
  for (const [body, type] of [
    ['', 'application/x-www-form-urlencoded'],
    ['List-Unsubscribe=', 'application/x-www-form-urlencoded'],
    ['{"List-Unsubscribe":"One-Click"}', 'application/json'],
    ['List-Unsubscribe=One-Click', 'text/plain'],
    ['--x', 'multipart/form-data; boundary=x'],
    ['List-Unsubscribe=One-Click', ''],
  ] as const)
    expect([body, type, (await oneClick(shop, url, body, type)).status]).toEqual([body, type, 400]);
  expect((await oneClick(shop, url, `List-Unsubscribe=One-Click&x=${'x'.repeat(5000)}`)).status).toBe(413);
  expect(await status()).toBe('subscribed');

  const done = await oneClick(
    shop,
    url,
    '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    'multipart/form-data; boundary=b',
  );
  expect([done.status, await done.text(), done.headers.get('cache-control')]).toEqual([
    200,
    'No more letters will be sent to this address.\n',
    'no-store',
  ]);
  expect(await status()).toBe('unsubscribed');
  expect((await oneClick(shop, url)).status).toBe(200);
  later(23);
  expect(await sendDue(shop)).toEqual([]);
  // Its link confirms nothing, also when somebody asks for the letters anew.
  await shop.send('POST', '/shop/customers/subscribe-newsletter', { email: jonasEmail });
  expect((await shop.call('GET', `/shop/newsletter/confirm/${url.split('/').at(-1) ?? ''}`)).status).toBe(
    404,
  );
  expect(await status()).toBe('pending');
});

test('a link that we did not write stops nobody: forged, cut, of another kind, of another shop', async () => {
  await subscribe(shop, jonasEmail);
  await subscribe(shop, 'ona@example.com');
  const [mine, other] = await rows<{ id: number }>('select id from newsletter_subscriber order by id');
  const { letterSecret } = shop.orders.mail;
  const real = stopToken(letterSecret, mine?.id ?? 0);
  for (const token of [
    real.slice(0, -1),
    `${real}x`,
    real.replace(/^\d+/, String(other?.id)),
    `${String(other?.id)}_`,
    stopToken(Buffer.alloc(32), other?.id ?? 0),
    stopToken(letterSecret, 999_999),
    '1',
    '%00',
    '%F0%9F',
    `1_${'a'.repeat(5000)}`,
    '..%2F..%2F1',
  ]) {
    expect([token, (await oneClick(shop, `/newsletter/unsubscribe/${token}`)).status]).toEqual([token, 404]);
    expect((await oneClick(shop, `/naujienlaiskis/atsisakyti/${token}`)).status).toBe(404);
  }
  expect(await rows(`select 1 from newsletter_subscriber where status <> 'subscribed'`)).toEqual([]);
  const done = await oneClick(shop, `/naujienlaiskis/atsisakyti/${real}`);
  expect([done.status, await done.text()]).toEqual([200, 'Šiuo adresu daugiau laiškų nesiųsime.\n']);
});

test('the letter that confirms an address can be stopped by a mail program too', async () => {
  await shop.send('POST', '/shop/customers/subscribe-newsletter', { email: jonasEmail });
  const [letter] = await sendDue(shop);
  const url = stopUrlOf(letter);
  expect(letter?.text).toContain(url);
  expect((await oneClick(shop, url)).status).toBe(200);
  const token = /\/confirm\/([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? '';
  expect((await shop.call('GET', `/shop/newsletter/confirm/${token}`)).status).toBe(404);
});

test.each(['constructor', '__proto__', 'toString', 'valueOf', 'xx'])(
  'a language that the shop has not, /%s, stops the letters too',
  async (locale) => {
    await subscribe(shop, jonasEmail);
    const [mine] = await rows<{ id: number }>('select id from newsletter_subscriber');
    const token = stopToken(shop.orders.mail.letterSecret, mine?.id ?? 0);
    const done = await oneClick(shop, `/${locale}/newsletter/unsubscribe/${token}`);
    expect([done.status, await done.text()]).toEqual([200, 'Šiuo adresu daugiau laiškų nesiųsime.\n']);
  },
);
