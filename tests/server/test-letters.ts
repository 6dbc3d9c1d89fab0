/** Letters about carts in API tests: agreed to, caused, sent and stopped. */
import { randomUUID } from 'node:crypto';
import type { Order } from '#contract/orders/orders.ts';
import { runDue } from '#server/jobs/run-due.ts';
import type { MailServices } from '#server/mail/mail-outbox.ts';
import type { Mail } from '#server/mail/mail-transport.ts';
import { cartWith, jonas, type TestShop } from './test-shop.ts';

export const jonasEmail = 'jonas@example.lt';

/** No carts, letters or subscribers of the tests before; the clock shows the real time. */
export async function withoutLetters(shop: TestShop): Promise<void> {
  shop.clock.at = new Date();
  await shop.database.pool.query(
    `delete from mail_outbox; delete from newsletter_subscriber; delete from rate_limit;
     delete from "order" where state = 'cart';
     update "order" set checkout_completed_at = '2020-01-01' where state <> 'cart';
     update customer set subscribed_to_newsletter = false, deletion_requested_at = null, verified_at = now(), proven_at = now()`,
  );
}

/** Sends what is due as the shop does by itself. */
export async function sendDue(shop: TestShop, services: Partial<MailServices> = {}): Promise<Mail[]> {
  const sent: Mail[] = [];
  const { mail } = shop.orders;
  await runDue({
    ...mail,
    transport: { ...mail.transport, send: async (one) => void sent.push(one) },
    ...services,
  });
  return sent;
}

/** A mail server that is away, or a process that dies with each letter. */
export const noMailServer = (told: (mail: Mail) => void = () => {}): Partial<MailServices> => ({
  transport: {
    send: (mail) => {
      told(mail);
      return Promise.reject(new Error('away'));
    },
    sent: () => Promise.resolve([]),
  },
  report: () => {},
});

/** Asks for the letters at the form and follows the link of the letter that comes. */
export async function subscribe(shop: TestShop, email: string): Promise<void> {
  const path = '/shop/customers/subscribe-newsletter';
  await shop.call('POST', path, { email }, { 'Idempotency-Key': randomUUID() });
  const letter = (await sendDue(shop)).find(({ to }) => to === email);
  const token = /\/confirm\/([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? '';
  const { status } = await shop.call('GET', `/shop/newsletter/confirm/${token}`);
  if (status !== 200) throw new Error(`${email} was not subscribed: ${status}`);
}

/** A guest's cart with an address typed in the checkout. */
export async function leaveCart(
  shop: TestShop,
  code: string,
  email = jonasEmail,
): Promise<Order & { path: string }> {
  const cart = await cartWith(shop, code, 2);
  const path = `/shop/orders/${cart.tokenValue}`;
  const { status } = await shop.send('PUT', path, { email, contact: jonas });
  if (status !== 200) throw new Error(`The contacts were not taken: ${status}`);
  return { ...cart, path };
}

/** Where a letter says that it can be stopped. */
export const stopUrlOf = (mail: Mail | undefined): string =>
  /^<(.*)>$/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '';

/** What a mail program posts by itself (RFC 8058). */
export const oneClick = (
  shop: TestShop,
  url: string,
  body = 'List-Unsubscribe=One-Click',
  type = 'application/x-www-form-urlencoded',
): Promise<Response> =>
  shop.app.request(new URL(url, 'http://localhost').pathname, {
    method: 'POST',
    headers: { 'Content-Type': type, 'Sec-Fetch-Site': 'cross-site' },
    body,
  });
