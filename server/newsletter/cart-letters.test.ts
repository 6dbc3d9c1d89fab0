/** Letters about carts that were left, against a real database: who gets them, and when. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { writeLetter } from '#server/letters/write-letter.ts';
import type { MailServices } from '#server/mail/mail-outbox.ts';
import {
  jonasEmail,
  leaveCart,
  noMailServer,
  sendDue,
  stopUrlOf,
  subscribe,
  withoutLetters,
} from '#tests/server/test-letters.ts';
import { callsAs, people, signInPeople } from '#tests/server/test-people.ts';
import {
  consents,
  jonas,
  openTestShop,
  placedOrder,
  readyToPay,
  sellableVariants,
  type TestShop,
} from '#tests/server/test-shop.ts';

let shop: TestShop;
let goods: { code: string }[];
let rasa: { bearer: string; id: number };
beforeAll(async () => {
  shop = await openTestShop();
  goods = await sellableVariants(shop, 2, { atLeast: 20 });
  ({ rasa } = await signInPeople(shop));
}, 60_000);
beforeEach(() => withoutLetters(shop));
afterAll(() => shop.close());

const code = (at = 0) => goods[at]?.code ?? '';
const later = (hours: number) => {
  shop.clock.at = new Date((shop.clock.at ?? new Date()).getTime() + hours * 60 * 60 * 1000);
};
const rows = async <T>(statement: string) => (await shop.database.pool.query(statement)).rows as T[];
/** Letters about carts that went out. */
const due = async (services: Partial<MailServices> = {}) =>
  (await sendDue(shop, services)).filter(({ text }) => text.includes('/recover/'));

test('CART-17 a cart that was left is written about after an hour and after a day, once each, with one link that opens it', async () => {
  await subscribe(shop, jonasEmail);
  const cart = await leaveCart(shop, code());
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
  const link = links[0]?.slice('http://localhost/en/cart/recover/'.length) ?? '';
  expect(links).toEqual([`http://localhost/en/cart/recover/${link}`, stopUrlOf(first)]);
  // Whoever has the letter reads nothing of the buyer: its link is no name of the cart at any other call.
  expect([first?.text, first?.html].join(' ')).not.toContain(cart.tokenValue);
  expect((await shop.call('GET', `/shop/orders/${link}`)).status).toBe(404);
  expect(first?.text).toContain(cart.items[0]?.productName);
  expect(first?.text).toContain('× 2');
  expect(stopUrlOf(first)).toMatch(/^http:\/\/localhost\/en\/newsletter\/unsubscribe\/[1-9]\d*_[\w-]{43}$/);
  expect(await due()).toEqual([]);
  later(10);
  expect(await due()).toEqual([]);
  later(13);
  expect((await due()).map(({ subject }) => subject)).toEqual(['Your cart is still waiting']);
  for (const hours of [0, 1, 24, 40]) {
    later(hours);
    expect(await due()).toEqual([]);
  }
  const open = (body: object) => shop.send('POST', `/shop/orders/${link}/recover`, body);
  const copied = await open({});
  expect([copied.status, copied.body.items.length]).toEqual([200, 1]);
  expect(JSON.stringify(copied.body)).not.toMatch(new RegExp(`${jonasEmail}|${cart.tokenValue}`));
  // The device that has the cart says so with its token.
  const recovered = await open({ orderToken: cart.tokenValue });
  expect([recovered.status, recovered.body.tokenValue]).toEqual([200, cart.tokenValue]);
});

test('the letter speaks the language of the cart', async () => {
  await subscribe(shop, jonasEmail);
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
    await shop.send('POST', `${path}/items`, { productVariantCode: code(), quantity: 1 });
    await shop.send('PUT', path, { email: jonasEmail, contact: jonas });
    later(2);
    const [letter] = await due();
    expect(letter?.subject).toBe(subject);
    expect(letter?.html).toContain(`<html lang="${locale}">`);
    const prefix = locale === 'lt' ? '' : `/${locale}`;
    const stop = locale === 'lt' ? '/naujienlaiskis/atsisakyti/' : '/newsletter/unsubscribe/';
    expect(letter?.text).toMatch(
      new RegExp(`http://localhost${prefix}/cart/recover/${String(begun.body.id)}_[\\w-]{80}\\n`),
    );
    expect(stopUrlOf(letter)).toContain(`http://localhost${prefix}${stop}`);
    // Nothing is left to be filled in.
    expect(letter?.text).not.toMatch(/[{}]|undefined/);
  }
});

test('only who has agreed and is known to own the address is written to', async () => {
  await leaveCart(shop, code());
  // The box ticked with the contacts is a wish until the address has confirmed it.
  const ticked = await leaveCart(shop, code(), 'ona@example.com');
  await shop.send('PUT', ticked.path, { subscribedToNewsletter: true });
  later(2);
  expect(await due()).toEqual([]);
  await subscribe(shop, jonasEmail);
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

test('who had agreed to less gets them from their next consent on', async () => {
  const asRasa = callsAs(shop, rasa.bearer);
  await subscribe(shop, people.rasa.email);
  await rows(`update newsletter_subscriber set covers_carts = false`);
  const answer = await asRasa('POST', '/shop/customers/subscribe-newsletter', { email: people.rasa.email });
  expect(answer.body).toMatchObject({ status: 'subscribed' });
  expect(await rows('select covers_carts from newsletter_subscriber')).toEqual([{ covers_carts: true }]);
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
    'left with goods that are not sold any more',
    async () => {
      await rows(`update product_variant set enabled = false where code = '${code()}'`);
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
    await subscribe(shop, jonasEmail);
    const cart = await leaveCart(shop, code());
    await change(cart.path);
    later(2);
    expect(await due()).toEqual([]);

    await rows(`delete from "order" where state = 'cart'`);
    await rows(`delete from mail_outbox`);
    await rows(`update "order" set checkout_completed_at = '2020-01-01' where state <> 'cart'`);
    const sold = `update product_variant set enabled = true where code = '${code()}'`;
    await rows(sold);
    const waiting = await leaveCart(shop, code());
    later(2);
    // The mail server is away: the letter stays in the outbox.
    expect(await due(noMailServer())).toEqual([]);
    await change(waiting.path);
    later(0.5);
    expect(await due()).toEqual([]);
    expect(await rows(`select 1 from mail_outbox where kind = 'cart_left' and sent_at is null`)).toEqual([]);
    await rows(sold);
  },
);

test('a letter that was dropped before any try comes when the cart is left again; one that may be on its way does not', async () => {
  await subscribe(shop, jonasEmail);
  const cart = await leaveCart(shop, code());
  later(2);
  // Queued, and then the cart is changed before the letter is written.
  await due({
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
  await shop.send('PATCH', `${cart.path}/items/${cart.items[0]?.id ?? 0}`, { quantity: 1 });
  later(2);
  await due(noMailServer(() => (died += 1)));
  expect(died).toBe(1);
  await shop.send('PATCH', `${cart.path}/items/${cart.items[0]?.id ?? 0}`, { quantity: 2 });
  later(0.5);
  expect(await due()).toEqual([]);
  later(2);
  expect(await due()).toEqual([]);
});

test('a try that failed is repeated as the same mail, and two processes at once send one', async () => {
  await subscribe(shop, jonasEmail);
  await leaveCart(shop, code());
  later(2);
  const tried: string[] = [];
  await due(noMailServer(({ messageId }) => tried.push(messageId)));
  later(0.5);
  const sent = (await Promise.all([due(), due(), due()])).flat();
  expect(sent.map(({ messageId }) => messageId)).toEqual(tried);
});

test('who has ordered since is not asked back to another cart', async () => {
  await subscribe(shop, jonasEmail);
  await leaveCart(shop, code());
  await placedOrder(shop, code(1));
  later(2);
  expect(await due()).toEqual([]);
});

test('of several carts of an address the last one is written about, and the others not within a day', async () => {
  await subscribe(shop, jonasEmail);
  const older = await leaveCart(shop, code());
  later(0.1);
  const newer = await leaveCart(shop, code(1), jonasEmail.toUpperCase());
  later(2);
  const letters = await due();
  expect(letters.map(({ text }) => text.includes(`/recover/${String(newer.id)}_`))).toEqual([true]);
  expect(await due()).toEqual([]);
  later(5);
  expect(await due()).toEqual([]);
  expect(letters[0]?.text).not.toContain(`/recover/${String(older.id)}_`);
});

test('a clock that jumps sends nothing twice and nothing stale', async () => {
  await subscribe(shop, jonasEmail);
  await leaveCart(shop, code());
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
  await subscribe(shop, people.rasa.email);
  const begun = await asRasa('POST', '/shop/orders', {});
  await asRasa('POST', `/shop/orders/${begun.body.tokenValue}/items`, {
    productVariantCode: code(),
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
  const path = `/shop/orders/${/recover\/([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? ''}/recover`;
  expect(await shop.send('POST', path, {})).toMatchObject({
    status: 404,
    body: { errorCode: 'cart.claimed' },
  });
  expect((await asRasa('POST', path, {})).status).toBe(200);
});
