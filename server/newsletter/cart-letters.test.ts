/** Letters about carts that were left, against a real database: who gets them, when, and what stops them. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runDue } from '#server/jobs/run-due.ts';
import { writeLetter } from '#server/letters/write-letter.ts';
import type { Mail } from '#server/mail/mail-transport.ts';
import { callsAs, people, signInPeople } from '#tests/server/test-people.ts';
import {
  cartWith,
  consents,
  jonas,
  openTestShop,
  placedOrder,
  readyToPay,
  sellableVariants,
  type TestShop,
} from '#tests/server/test-shop.ts';
import { stopToken } from './stop-links.ts';

const jonasEmail = 'jonas@example.lt';
const hour = 60 * 60 * 1000;
let shop: TestShop;
let goods: { code: string }[];
let rasa: { bearer: string; id: number };
beforeAll(async () => {
  shop = await openTestShop();
  goods = await sellableVariants(shop, 3, { atLeast: 20 });
  ({ rasa } = await signInPeople(shop));
}, 60_000);
beforeEach(async () => {
  shop.clock.at = new Date();
  for (const table of ['mail_outbox', 'newsletter_subscriber', 'rate_limit', '"order"'])
    await shop.database.pool.query(
      `delete from ${table}${table === '"order"' ? " where state = 'cart'" : ''}`,
    );
  await shop.database.pool.query(
    `update "order" set checkout_completed_at = '2020-01-01' where state <> 'cart'`,
  );
  await shop.database.pool.query(
    `update customer set subscribed_to_newsletter = false, deletion_requested_at = null, verified_at = now()`,
  );
});
afterAll(() => shop.close());

const later = (hours: number) => {
  shop.clock.at = new Date((shop.clock.at ?? new Date()).getTime() + hours * hour);
};
const rows = async <T>(statement: string) => (await shop.database.pool.query(statement)).rows as T[];

/** Sends what is due as the shop does by itself. @returns letters about carts that went out */
async function due(services: Partial<TestShop['orders']['mail']> = {}): Promise<Mail[]> {
  const sent: Mail[] = [];
  const { mail } = shop.orders;
  await runDue({
    ...mail,
    transport: { ...mail.transport, send: async (one) => void sent.push(one) },
    ...services,
  });
  return sent.filter(({ headers, text }) => headers && /\/recover\//.test(text));
}

/** Asks for the letters at the form and follows the link of the letter that comes. */
async function subscribe(email: string, locale = 'en') {
  const path = '/shop/customers/subscribe-newsletter';
  await shop.call('POST', path, { email }, { 'Idempotency-Key': randomUUID(), 's-locale': locale });
  const sent: Mail[] = [];
  await runDue({
    ...shop.orders.mail,
    transport: { ...shop.orders.mail.transport, send: async (one) => void sent.push(one) },
  });
  const token = /\/(?:confirm|patvirtinti)\/([\w-]+)/.exec(
    sent.find(({ to }) => to === email)?.text ?? '',
  )?.[1];
  expect((await shop.call('GET', `/shop/newsletter/confirm/${token ?? ''}`)).status).toBe(200);
}

/** A guest's cart with an address typed in the checkout. */
async function leave(email = jonasEmail, code = goods[0]?.code ?? '') {
  const cart = await cartWith(shop, code, 2);
  const path = `/shop/orders/${cart.tokenValue}`;
  expect((await shop.send('PUT', path, { email, contact: jonas })).status).toBe(200);
  return { ...cart, path };
}

const stopped = (mail: Mail | undefined) =>
  /<(.*)>/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '';
const oneClick = (
  url: string,
  body = 'List-Unsubscribe=One-Click',
  type = 'application/x-www-form-urlencoded',
) =>
  shop.app.request(new URL(url, 'http://localhost').pathname, {
    method: 'POST',
    headers: { 'Content-Type': type, 'Sec-Fetch-Site': 'cross-site' },
    body,
  });

test('CART-17 a cart that was left is written about after an hour and after a day, once each, with one link that opens it', async () => {
  await subscribe(jonasEmail);
  const cart = await leave();
  later(0.9);
  expect(await due()).toEqual([]);
  later(0.2);
  const [first, ...others] = await due();
  expect(others).toEqual([]);
  expect(first).toMatchObject({
    to: jonasEmail,
    subject: 'Your cart is waiting',
    headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  });
  const links = [...new Set(first?.text.match(/https?:\S+/g))];
  expect(links).toEqual([`http://localhost/en/cart/recover/${cart.tokenValue}`, stopped(first)]);
  expect(first?.text).toContain(cart.items[0]?.productName);
  expect(first?.text).toContain('× 2');
  expect(stopped(first)).toMatch(/^http:\/\/localhost\/en\/newsletter\/unsubscribe\/[1-9]\d*_[\w-]{43}$/);
  expect(await due()).toEqual([]);
  later(10);
  expect(await due()).toEqual([]);
  later(13);
  expect((await due()).map(({ subject }) => subject)).toEqual(['Your cart is still waiting']);
  for (const hours of [0, 1, 24, 40]) {
    later(hours);
    expect(await due()).toEqual([]);
  }
  const recovered = await shop.send('POST', `${cart.path}/recover`, {});
  expect([recovered.status, recovered.body.tokenValue]).toEqual([200, cart.tokenValue]);
});

test('the letter speaks the language of the cart', async () => {
  await subscribe(jonasEmail);
  const subjects = { lt: 'Jūsų krepšelis laukia', et: 'Teie ostukorv ootab', ru: 'Ваша корзина ждёт' };
  for (const [locale, subject] of Object.entries(subjects)) {
    await rows(`delete from "order" where state = 'cart'`);
    await rows(`delete from mail_outbox`);
    const begun = await shop.call(
      'POST',
      '/shop/orders',
      { localeCode: locale },
      { 'Idempotency-Key': randomUUID(), 's-locale': locale },
    );
    const path = `/shop/orders/${begun.body.tokenValue}`;
    await shop.send('POST', `${path}/items`, { productVariantCode: goods[0]?.code, quantity: 1 });
    await shop.send('PUT', path, { email: jonasEmail, contact: jonas });
    later(2);
    const [letter] = await due();
    expect(letter?.subject).toBe(subject);
    expect(letter?.html).toContain(`<html lang="${locale}">`);
    const prefix = locale === 'lt' ? '' : `/${locale}`;
    const stop = locale === 'lt' ? '/naujienlaiskis/atsisakyti/' : '/newsletter/unsubscribe/';
    expect(letter?.text).toContain(`http://localhost${prefix}/cart/recover/${begun.body.tokenValue}\n`);
    expect(stopped(letter)).toContain(`http://localhost${prefix}${stop}`);
    // Nothing is left to be filled in.
    expect(letter?.text).not.toMatch(/[{}]|undefined/);
  }
});

test('only who has agreed and is known to own the address is written to', async () => {
  await leave();
  // The box ticked with the contacts is a wish until the address has confirmed it.
  const ticked = await leave('ona@example.com');
  await shop.send('PUT', ticked.path, { subscribedToNewsletter: true });
  later(2);
  expect(await due()).toEqual([]);
  await subscribe(jonasEmail);
  // Consents given before their words named such letters are for the others only.
  await rows(`update newsletter_subscriber set covers_carts = false`);
  expect(await due()).toEqual([]);
  await rows(`update newsletter_subscriber set covers_carts = true, status = 'pending'`);
  expect(await due()).toEqual([]);
  await rows(`update newsletter_subscriber set status = 'subscribed'`);
  // Given to the seller of another channel.
  await rows(
    `update newsletter_subscriber set channel_id = (select id from channel where code <> 'retail' limit 1)`,
  );
  await rows(`update channel set seller = seller || '{"name": "Somebody else"}' where code <> 'retail'`);
  expect(await due()).toEqual([]);
  await rows(`update channel set seller = (select seller from channel where code = 'retail')`);
  expect((await due()).map(({ to }) => to)).toEqual([jonasEmail]);
});

test.each([
  [
    'ordered',
    async (path: string) => {
      const cart = await readyToPay(shop, (await shop.call('GET', path)).body);
      expect((await shop.send('PATCH', `/shop/orders/${cart.tokenValue}/complete`, consents)).status).toBe(
        200,
      );
    },
  ],
  [
    'emptied',
    async (path: string) => {
      const { body } = await shop.call('GET', path);
      expect((await shop.send('DELETE', `${path}/items/${body.items[0]?.id ?? 0}`)).status).toBe(200);
    },
  ],
  [
    'cleared',
    async (path: string) => {
      expect((await shop.send('DELETE', path)).status).toBe(204);
    },
  ],
  [
    'expired',
    async () => {
      await rows(
        `update "order" set expires_at = '${new Date(Date.now() - 1000).toISOString()}' where state = 'cart'`,
      );
    },
  ],
  [
    'opened by its link',
    async (path: string) => {
      expect((await shop.send('POST', `${path}/recover`, {})).status).toBe(200);
    },
  ],
  [
    'left without an address any more',
    async (path: string) => {
      expect((await shop.send('PUT', path, { email: 'other@example.com' })).status).toBe(200);
    },
  ],
] as const)(
  'none is written about a cart that was %s, also when its letter was waiting already',
  async (_what, change) => {
    await subscribe(jonasEmail);
    const cart = await leave();
    await change(cart.path);
    later(2);
    expect(await due()).toEqual([]);

    await rows(`delete from "order" where state = 'cart'`);
    await rows(`delete from mail_outbox`);
    await rows(`update "order" set checkout_completed_at = '2020-01-01' where state <> 'cart'`);
    const waiting = await leave();
    later(2);
    // The mail server is away: the letter stays in the outbox.
    const away = {
      transport: { send: () => Promise.reject(new Error('away')), sent: () => Promise.resolve([]) },
      report: () => {},
    };
    expect(await due(away)).toEqual([]);
    await change(waiting.path);
    later(0.5);
    expect(await due()).toEqual([]);
    expect(await rows(`select 1 from mail_outbox where kind = 'cart_left' and sent_at is null`)).toEqual([]);
  },
);

test('a letter that was dropped before any try comes when the cart is left again; one that may be on its way does not', async () => {
  await subscribe(jonasEmail);
  const cart = await leave();
  later(2);
  const one = shop.orders.mail;
  // Queued, and then the cart is changed before the letter is written.
  await runDue({
    ...one,
    writeLetter: async (services, mail) => {
      if (mail.kind === 'cart_left')
        await shop.send('PATCH', `${cart.path}/items/${cart.items[0]?.id ?? 0}`, { quantity: 3 });
      return writeLetter(services, mail);
    },
  });
  expect(await rows(`select 1 from mail_outbox where kind = 'cart_left'`)).toEqual([]);
  later(2);
  expect(await due()).toHaveLength(1);

  await rows(`delete from mail_outbox`);
  // Sent, and the process died before it was noted; then the cart was changed and left again.
  let died = 0;
  const dying = {
    transport: {
      send: () => {
        died += 1;
        return Promise.reject(new Error('died'));
      },
      sent: () => Promise.resolve([]),
    },
    report: () => {},
  };
  await shop.send('PATCH', `${cart.path}/items/${cart.items[0]?.id ?? 0}`, { quantity: 1 });
  later(2);
  await due(dying);
  expect(died).toBe(1);
  await shop.send('PATCH', `${cart.path}/items/${cart.items[0]?.id ?? 0}`, { quantity: 2 });
  later(0.5);
  expect(await due()).toEqual([]);
  later(2);
  expect(await due()).toEqual([]);
});

test('a try that failed is repeated as the same mail, and two processes at once send one', async () => {
  await subscribe(jonasEmail);
  await leave();
  later(2);
  const tried: string[] = [];
  await due({
    transport: {
      send: (mail) => {
        tried.push(mail.messageId);
        return Promise.reject(new Error('away'));
      },
      sent: () => Promise.resolve([]),
    },
    report: () => {},
  });
  later(0.5);
  const sent = (await Promise.all([due(), due(), due()])).flat();
  expect(sent.map(({ messageId }) => messageId)).toEqual(tried);
});

test('who has ordered since is not asked back to another cart', async () => {
  await subscribe(jonasEmail);
  await leave();
  await placedOrder(shop, goods[1]?.code ?? '');
  later(2);
  expect(await due()).toEqual([]);
});

test('of several carts of an address the last one is written about, and the others not within a day', async () => {
  await subscribe(jonasEmail);
  const older = await leave(jonasEmail, goods[0]?.code);
  later(0.1);
  const newer = await leave(jonasEmail.toUpperCase(), goods[1]?.code);
  later(2);
  const letters = await due();
  expect(letters.map(({ text }) => text.includes(newer.tokenValue))).toEqual([true]);
  expect(await due()).toEqual([]);
  later(5);
  expect(await due()).toEqual([]);
  expect(letters[0]?.text).not.toContain(older.tokenValue);
});

test('a clock that jumps sends nothing twice and nothing stale', async () => {
  await subscribe(jonasEmail);
  await leave();
  // Away for a day and a half: the second letter, and never the first after it.
  later(36);
  expect((await due()).map(({ subject }) => subject)).toEqual(['Your cart is still waiting']);
  // Put right again.
  later(-34);
  const again = await due();
  expect(again.map(({ subject }) => subject)).toEqual(['Your cart is waiting']);
  later(-3);
  expect(await due()).toEqual([]);
  later(1000);
  expect(await due()).toEqual([]);
});

test('who is signed in needs to leave no address; an account that ends or is not confirmed gets none', async () => {
  const asRasa = callsAs(shop, rasa.bearer);
  await subscribe(people.rasa.email);
  const begun = await asRasa('POST', '/shop/orders', {});
  await asRasa('POST', `/shop/orders/${begun.body.tokenValue}/items`, {
    productVariantCode: goods[0]?.code,
    quantity: 1,
  });
  later(2);
  for (const [is, was] of [
    ['verified_at = null', 'verified_at = now()'],
    ['enabled = false', 'enabled = true'],
    [`deletion_requested_at = '2030-01-01'`, 'deletion_requested_at = null'],
  ]) {
    await rows(`update customer set ${is ?? ''} where id = ${String(rasa.id)}`);
    expect(await due()).toEqual([]);
    await rows(`update customer set ${was ?? ''} where id = ${String(rasa.id)}`);
  }
  const [letter] = await due();
  expect(letter?.to).toBe(people.rasa.email);
  // The cart is theirs: nobody else opens it.
  shop.clock.at = new Date();
  const path = `/shop/orders/${begun.body.tokenValue}/recover`;
  expect(await shop.send('POST', path, {})).toMatchObject({
    status: 404,
    body: { errorCode: 'cart.claimed' },
  });
  expect((await asRasa('POST', path, {})).status).toBe(200);
});

test('RFC 8058: a mail program stops the letters with one post, without a session, again and again, and by nothing else', async () => {
  await subscribe(jonasEmail);
  await leave();
  later(2);
  const [letter] = await due();
  const url = stopped(letter);
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
    expect([body, type, (await oneClick(url, body, type)).status]).toEqual([body, type, 400]);
  expect((await oneClick(url, `List-Unsubscribe=One-Click&x=${'x'.repeat(5000)}`)).status).toBe(413);
  expect(await status()).toBe('subscribed');

  const done = await oneClick(
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
  expect((await oneClick(url)).status).toBe(200);
  later(23);
  expect(await due()).toEqual([]);
  // Its link confirms nothing, also when somebody asks for the letters anew.
  await shop.send('POST', '/shop/customers/subscribe-newsletter', { email: jonasEmail });
  expect((await shop.call('GET', `/shop/newsletter/confirm/${url.split('/').at(-1) ?? ''}`)).status).toBe(
    404,
  );
  expect(await status()).toBe('pending');
});

test('a link that we did not write stops nobody: forged, cut, of another kind, of another shop', async () => {
  await subscribe(jonasEmail);
  await subscribe('ona@example.com');
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
    expect([token, (await oneClick(`/newsletter/unsubscribe/${token}`)).status]).toEqual([token, 404]);
    expect((await oneClick(`/naujienlaiskis/atsisakyti/${token}`)).status).toBe(404);
  }
  expect(await rows(`select 1 from newsletter_subscriber where status <> 'subscribed'`)).toEqual([]);
  const done = await oneClick(`/naujienlaiskis/atsisakyti/${real}`);
  expect([done.status, await done.text()]).toEqual([200, 'Šiuo adresu daugiau laiškų nesiųsime.\n']);
});

test('the letter that confirms an address can be stopped by a mail program too', async () => {
  await shop.send('POST', '/shop/customers/subscribe-newsletter', { email: jonasEmail });
  const sent: Mail[] = [];
  await runDue({
    ...shop.orders.mail,
    transport: { ...shop.orders.mail.transport, send: async (one) => void sent.push(one) },
  });
  const url = stopped(sent[0]);
  expect(sent[0]?.text).toContain(url);
  expect((await oneClick(url)).status).toBe(200);
  const token = /\/confirm\/([\w-]+)/.exec(sent[0]?.text ?? '')?.[1] ?? '';
  expect((await shop.call('GET', `/shop/newsletter/confirm/${token}`)).status).toBe(404);
});
