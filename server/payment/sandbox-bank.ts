/**
 * A pretend bank that is there for the demo goods, or where a setting says so (contract 4.6). Its page lets a tester approve,
 * decline, cancel or delay a payment; it signs what it says like a real one, and the shop believes only signatures.
 */
import { textsIn } from '#locales/server-texts.ts';
import { escapeHtml } from '#server/text/escape-html.ts';
import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Hono } from 'hono';
import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { readText } from '#server/http/read-body.ts';
import type { PaymentNotice, PaymentOutcome, PaymentProvider } from './payment-provider.ts';
import { isGatewayOpen, type PaymentServices } from './payment-commands.ts';
import { receiveNotice } from './payment-notices.ts';

const sandboxCode = 'sandbox';

function sign(secret: Buffer, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url');
}

function isSigned(secret: Buffer, text: string, signature: string | null | undefined): boolean {
  const wanted = Buffer.from(sign(secret, text));
  const given = Buffer.from(signature ?? '');
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}

const outcomes: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled']);

function readNoticeText(text: string): PaymentNotice | null {
  try {
    const value = JSON.parse(text) as Partial<PaymentNotice>;
    const { id, hash, outcome, amount } = value;
    if (typeof id !== 'string' || typeof hash !== 'string' || typeof amount !== 'number') return null;
    if (id.length > 100 || !outcomes.has(String(outcome))) return null;
    return { id, hash, outcome: outcome as PaymentOutcome, amount };
  } catch {
    // No notice of ours: the caller refuses it.
    return null;
  }
}

/**
 * Writes down whether the bank is there: always, never, or (undefined) while the shop holds the demo goods.
 * @returns whether it is there now
 */
export async function openSandboxBank(db: Kysely<Database>, isWanted: boolean | undefined): Promise<boolean> {
  if (isWanted === false) await db.deleteFrom('payment_gateway').where('code', '=', sandboxCode).execute();
  else {
    const always = isWanted === true;
    await db
      .insertInto('payment_gateway')
      .values({ code: sandboxCode, always })
      .onConflict((conflict) => conflict.column('code').doUpdateSet({ always }))
      .execute();
  }
  return isGatewayOpen(db, sandboxCode);
}

export function createSandboxBank(secret: Buffer): PaymentProvider & {
  /** A notice as the bank sends it. */
  notice(notice: PaymentNotice): { body: string; signature: string };
  /** Parameters that the bank puts on the return address. */
  returnQuery(hash: string, notice: PaymentNotice | null): Record<string, string>;
} {
  return {
    code: sandboxCode,
    start: ({ hash, origin }) => Promise.resolve({ redirectUrl: `${origin}/sandbox-bank/${hash}` }),
    readNotice: (body, signature) => (isSigned(secret, body, signature) ? readNoticeText(body) : null),
    readReturn(query) {
      const { notice = '', signature = '' } = query;
      if (!isSigned(secret, notice, signature)) return null;
      const [, pending] = /^pending (.+)$/.exec(notice) ?? [];
      if (pending !== undefined) return { pending };
      const read = readNoticeText(notice);
      return read ? { notice: read } : null;
    },
    notice(notice) {
      const body = JSON.stringify(notice);
      return { body, signature: sign(secret, body) };
    },
    returnQuery(hash, notice) {
      const text = notice ? JSON.stringify(notice) : `pending ${hash}`;
      return { payment: hash, notice: text, signature: sign(secret, text) };
    },
  };
}

const styles = `body{font:16px/1.5 system-ui,sans-serif;margin:0;background:#eef1ee;color:#17211b}
main{max-width:26rem;margin:2rem auto;padding:1.5rem;background:#fff;border-radius:.75rem}
h1{font-size:1.25rem;margin:0 0 .5rem}dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:1rem 0}
dd{margin:0;font-weight:600}form{display:grid;gap:.75rem}
button{font:inherit;min-height:3rem;border:1px solid #2c5f3f;border-radius:.5rem;background:#fff;color:#17211b;cursor:pointer}
button[value=success]{background:#2c5f3f;color:#fff}p{margin:.5rem 0}`;
/** The answer to its form leads back to the shop, maybe to another host of it: browsers judge that by `form-action` too. */
const policyFor = (...addresses: string[]): string =>
  [
    `default-src 'none'`,
    `style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'`,
    `form-action ${["'self'", ...new Set(addresses.map((address) => new URL(address).origin))].join(' ')}`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
  ].join('; ');
const pageHeadersFor = (...addresses: string[]) => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policyFor(...addresses),
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
});

function page(locale: string, title: string, content: string): string {
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${styles}</style></head><body><main>${content}</main></body></html>`;
}

/** Longest form that is read, bytes. */
const formLimit = 1000;
/** How long the bank of a delayed payment takes, ms. */
export const bankDelay = 5000;

/** The bank's page and what its buttons do. @param later runs the delayed notice, and hears when it fails */
export function mountSandboxBank(
  services: PaymentServices,
  bank: ReturnType<typeof createSandboxBank>,
  later: (work: () => Promise<void>) => void,
): (app: Hono) => void {
  const find = (hash: string) =>
    services.db
      .selectFrom('payment_request')
      .innerJoin('order', 'order.id', 'payment_request.order_id')
      .select([
        'payment_request.hash',
        'payment_request.state',
        'payment_request.amount',
        'payment_request.return_url',
        'payment_request.cancel_url',
        'order.number',
        'order.locale',
        'order.token',
      ])
      .where('hash', '=', hash)
      .where('provider', '=', sandboxCode)
      // Closed, the bank is not there for payments that were begun before either.
      .where((eb) => eb.exists(eb.selectFrom('open_gateway').select('code').where('code', '=', sandboxCode)))
      .executeTakeFirst();
  const notFound = () => new Response('Not found', { status: 404, headers: { 'Cache-Control': 'no-store' } });
  const money = (amount: number, locale: string) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(amount / 100);

  return (app) => {
    app.get('/sandbox-bank/:hash', async (c) => {
      const row = await find(c.req.param('hash'));
      if (!row) return notFound();
      const { title, safe, amount, order, pay, payLater, fail, cancel, ended, back } = textsIn(row.locale)
        .papers.sandboxBank;
      const facts = `<h1>${title}</h1><p>${safe}</p><dl><dt>${amount}</dt><dd>${escapeHtml(money(row.amount, row.locale))}</dd><dt>${order}</dt><dd>${escapeHtml(row.number ?? '')}</dd></dl>`;
      const isOpen = row.state === 'new' || row.state === 'processing';
      const buttons = isOpen
        ? `<form method="post" action="/sandbox-bank/${row.hash}"><button name="outcome" value="success">${pay}</button><button name="outcome" value="delayed">${payLater}</button><button name="outcome" value="fail">${fail}</button><button name="outcome" value="cancel">${cancel}</button></form>`
        : `<p>${ended}</p><p><a href="${escapeHtml(row.return_url)}">${back}</a></p>`;
      return c.body(
        page(row.locale, title, facts + buttons),
        200,
        pageHeadersFor(row.return_url, row.cancel_url),
      );
    });

    app.post('/sandbox-bank/:hash', async (c) => {
      const form = new URLSearchParams(await readText(c.req.raw, formLimit));
      const row = await find(c.req.param('hash'));
      if (!row) return notFound();
      const pressed = form.get('outcome');
      if (!['success', 'delayed', 'fail', 'cancel'].includes(pressed ?? ''))
        return new Response('Bad request', { status: 400 });
      const notice: PaymentNotice = {
        id: randomUUID(),
        hash: row.hash,
        outcome: pressed === 'fail' ? 'failed' : pressed === 'cancel' ? 'cancelled' : 'completed',
        amount: row.amount,
      };
      const send = async () => {
        const { body, signature } = bank.notice(notice);
        await receiveNotice(services, sandboxCode, body, signature);
      };
      const target = new URL(pressed === 'cancel' || pressed === 'fail' ? row.cancel_url : row.return_url);
      const query = bank.returnQuery(row.hash, pressed === 'delayed' ? null : notice);
      for (const [name, value] of Object.entries({ orderToken: row.token, ...query }))
        target.searchParams.set(name, value);
      if (pressed === 'delayed') later(send);
      else await send();
      return new Response(null, {
        status: 303,
        headers: {
          Location: target.href,
          'Cache-Control': 'no-store',
          'Content-Security-Policy': policyFor(row.return_url, row.cancel_url),
        },
      });
    });
  };
}
