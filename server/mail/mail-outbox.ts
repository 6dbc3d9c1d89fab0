/**
 * Sends what the outbox holds. Rows are written in the transaction of their cause and sent after its commit; a mail
 * that fails is tried again with growing pauses. A crash between sending and noting may send one mail twice: its
 * Message-ID is the same.
 */
import { sql } from 'kysely';
import { brand } from '#lib/brand.ts';
import { defaultLocale, routePattern } from '#contract/route-table.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import { invoiceOf, preInvoiceOf } from '#server/placed-orders/document-routes.ts';
import type { OrderServices } from '#server/order-store/change-order.ts';
import { sellerOf } from '#server/channels/seller.ts';
import { presentOrder } from '#server/order-store/order-presenter.ts';
import { loadOrderView } from '#server/order-store/order-view.ts';
import type { OrderRow } from '#server/order-store/order-store.ts';
import { textIn } from '#domain/texts.ts';
import { showOrder } from '#server/jobs/look-up-commands.ts';
import { euros } from '#server/text/told-table.ts';
import type { MailedReviewLink } from '#server/reviews/review-links.ts';
import type { MailTransport, Sender } from './mail-transport.ts';
import {
  composeNewsletterMail,
  composeReviewMail,
  composeStockMail,
  composeStockRequestMail,
} from './account-mail.ts';
import { composeKeptMail } from './account-deletion-mail.ts';
import { composeAccountLink, isAccountMailKind } from './account-link-mail.ts';
import { toldLetter } from './letter.ts';
import { composeOrderMail, isOrderMailKind, wordsOfBuyer } from './order-mail.ts';

export interface MailServices extends OrderServices {
  transport: MailTransport;
  /** Sender of every mail; undefined: the seller of its channel. */
  mailFrom: string | undefined;
  /** Letters that strangers can cause, to one address in an hour (contract 1.13): 5. */
  mailsAnHour: number;
  /** Public address of the shop; without it the one the buyer used. */
  publicUrl: string | undefined;
  report: (error: unknown, what: string, facts?: Record<string, string | number>) => void;
}

/** Mails whose payload is a link that only their reader may have. */
const linkMails: ReadonlySet<string> = new Set([
  'account_deletion',
  'account_verification',
  'account_known',
  'newsletter_confirmation',
  'password_reset',
  'review_request',
  'stock_request',
]);
/**
 * Mails that anybody can cause who knows an address, at once or later: orders lapse, goods come back. They count together.
 * What is shipped, refunded or asked about afterwards is the shop's own doing.
 */
const causedByStrangers = [
  'order_placed',
  'order_paid',
  'order_cancelled',
  'back_in_stock',
  'account_known',
  'account_verification',
  'newsletter_confirmation',
  'password_reset',
  'stock_request',
] as const;
/** Counted, and limited where it is asked for, but never held back: else a stranger could keep somebody out of their account. */
const neverHeldBack = 'password_reset';
const hour = 60 * 60 * 1000;

/** Pause before try n + 1, ms: 1 minute, doubled each time, at most 6 hours. */
const pauseAfter = (attempts: number): number => Math.min(60_000 * 2 ** attempts, 6 * 60 * 60 * 1000);
/** A mail is somebody's for this long; a process that died gives it back after it, ms. */
const lease = 2 * 60 * 1000;

/** Sends all mails that are due; tells how many went out. */
export async function sendDueMails(services: MailServices): Promise<number> {
  let sent = 0;
  for (;;) {
    const now = services.now();
    // Claimed in a statement of its own: two processes never take the same mail at once.
    const claimed = await sql<{ id: number }>`
      update mail_outbox set attempts = attempts + 1, next_at = ${new Date(now.getTime() + lease)}
      where id = (select id from mail_outbox where sent_at is null and next_at <= ${now}
        order by next_at, id for update skip locked limit 1)
      returning id`.execute(services.db);
    const id = claimed.rows[0]?.id;
    if (id === undefined) return sent;
    const row = await services.db
      .selectFrom('mail_outbox')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const later = await whenAllowed(services, row, now);
    if (later) {
      // Not a try: nothing was sent.
      await services.db
        .updateTable('mail_outbox')
        .set({ next_at: later, attempts: row.attempts - 1 })
        .where('id', '=', id)
        .execute();
      continue;
    }
    try {
      const from = await senderOf(services, row);
      const messageId = row.message_id ?? `<${crypto.randomUUID()}@${domainOf(from)}>`;
      await services.db
        .updateTable('mail_outbox')
        .set({ message_id: messageId })
        .where('id', '=', id)
        .execute();
      const mail = await compose(services, row);
      await services.transport.send({ ...mail, from, to: row.recipient, messageId });
      await services.db
        .updateTable('mail_outbox')
        .set({
          sent_at: services.now(),
          last_error: null,
          // A link that signs somebody in is nobody's to read afterwards.
          ...(linkMails.has(row.kind) ? { payload: '{}' } : {}),
        })
        .where('id', '=', id)
        .execute();
      services.tell('mail sent', { mail: id, kind: row.kind, attempts: row.attempts });
      sent += 1;
    } catch (error) {
      services.report(error, 'mail was not sent', { mail: id, kind: row.kind, attempts: row.attempts });
      const reason = error instanceof Error ? error.message.slice(0, 300) : 'unknown';
      await services.db
        .updateTable('mail_outbox')
        .set({ last_error: reason, next_at: new Date(services.now().getTime() + pauseAfter(row.attempts)) })
        .where('id', '=', id)
        .execute();
    }
  }
}

/** Who writes: what the setting says, else the seller of the channel that the mail is about, else the shop by its name. */
async function senderOf(
  { db, mailFrom }: MailServices,
  row: { order_id: number | null; payload: Record<string, unknown> },
): Promise<Sender> {
  if (mailFrom !== undefined) return mailFrom;
  const order =
    row.order_id === null
      ? undefined
      : await db.selectFrom('order').select('channel_id').where('id', '=', row.order_id).executeTakeFirst();
  const { channelId } = row.payload;
  const seller = await sellerOf(
    db,
    order?.channel_id ?? (typeof channelId === 'number' ? channelId : undefined),
  );
  return seller.email === ''
    ? { name: brand.name, address: 'no-reply@localhost' }
    : { name: seller.name, address: seller.email };
}

/** Codes of channels whose mails would leave without a real sender; their start says so where mails go to people. */
export async function channelsWithoutSender(
  db: MailServices['db'],
  mailFrom: string | undefined,
): Promise<string[]> {
  if (mailFrom !== undefined) return [];
  const channels = await db.selectFrom('channel').select(['code', 'seller']).orderBy('id').execute();
  return channels.filter(({ seller }) => !seller?.email).map(({ code }) => code);
}

/** The part of an address that a receiver takes for the sender's house. */
const domainOf = (from: Sender): string =>
  /@([\w.-]+)/.exec(typeof from === 'string' ? from : from.address)?.[1] ?? 'localhost';

/**
 * When a mail may go that strangers can cause: held back, not lost, while its reader has got as many in the last hour as
 * they may (contract 1.13). Null: now.
 */
async function whenAllowed(
  { db, mailsAnHour }: MailServices,
  row: { kind: string; recipient: string; order_id: number | null },
  now: Date,
): Promise<Date | null> {
  if (row.kind === neverHeldBack || !(causedByStrangers as readonly string[]).includes(row.kind)) return null;
  const sent = await db
    .selectFrom('mail_outbox')
    .select('sent_at')
    .where(sql<boolean>`lower(recipient) = lower(${row.recipient})`)
    .where('sent_at', '>', new Date(now.getTime() - hour))
    .where('kind', 'in', [...causedByStrangers])
    .orderBy('sent_at', 'desc')
    .limit(mailsAnHour)
    .execute();
  const oldest = sent.length < mailsAnHour ? null : sent.at(-1)?.sent_at;
  if (!oldest || (row.order_id !== null && (await isOwnOrder(db, row.order_id, row.recipient)))) return null;
  return new Date(oldest.getTime() + hour);
}

/** An order that somebody placed while signed in, told to the address of their account: no stranger caused it. */
async function isOwnOrder(db: MailServices['db'], orderId: number, recipient: string): Promise<boolean> {
  const owner = await db
    .selectFrom('order')
    .innerJoin('customer', 'customer.id', 'order.customer_id')
    .select('customer.id')
    .where('order.id', '=', orderId)
    .where('order.placed_as_guest', '=', false)
    .where('customer.verified_at', 'is not', null)
    .where(sql<boolean>`lower(customer.email) = lower(${recipient})`)
    .executeTakeFirst();
  return owner !== undefined;
}

async function compose(
  services: MailServices,
  row: { kind: string; order_id: number | null; locale: string; payload: Record<string, unknown> },
) {
  if (isAccountMailKind(row.kind)) {
    const { db, publicUrl } = services;
    return composeAccountLink({ publicUrl, seller: await sellerOf(db) }, row.kind, row);
  }
  if (row.kind === 'account_kept')
    return composeKeptMail({ locale: row.locale, seller: await sellerOf(services.db) });
  if (row.kind === 'review_request') return composeReviewRequest(services, row);
  if (row.kind === 'stock_request') return composeStockRequest(services, row);
  if (row.kind === 'back_in_stock') return composeBackInStock(services, row);
  if (row.kind === 'newsletter_confirmation') return composeConfirmation(services, row);
  if (row.kind === 'order_notice') return composeOrderNotice(services, row.order_id);
  if (!isOrderMailKind(row.kind) || row.order_id === null) throw new Error(`No mail of kind ${row.kind}.`);
  const found = await services.db
    .selectFrom('order')
    .innerJoin('channel', 'channel.id', 'order.channel_id')
    .selectAll('order')
    .select('channel.code as channel_code')
    .where('order.id', '=', row.order_id)
    .executeTakeFirst();
  if (!found) throw new Error('The order of the mail is gone.');
  const order: OrderRow = found;
  const presented = presentOrder(await loadOrderView(services.db, order), row.locale, services.now());
  const isTransfer = presented.payments.at(-1)?.method?.kind === 'transfer';
  const attached =
    row.kind === 'order_placed' && order.payment_state === 'awaiting_payment' && isTransfer
      ? ('pre-invoice' as const)
      : row.kind === 'order_paid' && presented.documents?.some((one) => one.kind === 'invoice') === true
        ? ('invoice' as const)
        : null;
  const attachments: { filename: string; content: Buffer; contentType: string }[] = [];
  if (attached !== null) {
    const write = attached === 'invoice' ? invoiceOf : preInvoiceOf;
    const paper = await write(services, order, row.locale).catch((error: unknown) => {
      // Too many papers at once: the mail waits for its next turn.
      if (error instanceof ApiFailure) throw new Error(error.errorCode);
      throw error;
    });
    attachments.push({ filename: `${paper.name}.pdf`, content: paper.bytes, contentType: 'application/pdf' });
  }
  const origin = await originOf(services, order.id);
  const prefix = await localePrefix(services, order.channel_id, row.locale);
  return {
    ...composeOrderMail({
      kind: row.kind,
      order: presented,
      locale: row.locale,
      seller: await sellerOf(services.db, order.channel_id),
      orderUrl: `${origin}${prefix}/orders/${order.token}`,
      termsUrl:
        row.kind === 'order_placed'
          ? await termsUrl(services, order.channel_id, row.locale, origin + prefix)
          : null,
      attached,
    }),
    attachments,
  };
}

/** Lines of an order that hold words of its buyer. */
const saidByBuyer = /^(?:Buyer|Invoice for|Delivery|Parcel \d+|Gift wrap|The buyer says)\b/;

/** What the keeper is told of a new order: the same as `order NUMBER` says, without links that a stranger could write. */
async function composeOrderNotice({ db }: MailServices, orderId: number | null) {
  const order = await db
    .selectFrom('order')
    .select(['number', 'token', 'total'])
    .where('id', '=', orderId ?? 0)
    .executeTakeFirst();
  if (!order) throw new Error('The order of the mail is gone.');
  const text = (await showOrder({ db }, order.token))
    .split('\n')
    .map((line) => (saidByBuyer.test(line) ? wordsOfBuyer(line) : line))
    .join('\n');
  return {
    ...toldLetter(`Order ${order.number ?? ''}, ${euros(order.total)}`, text),
    attachments: [],
  };
}

/** Where the terms of the channel stand. */
async function termsUrl(
  services: MailServices,
  channelId: number,
  locale: string,
  root: string,
): Promise<string | null> {
  const page = await services.db
    .selectFrom('page')
    .innerJoin('channel', (join) => join.on(sql<boolean>`page.code = channel.pages->>'terms'`))
    .select('page.slug')
    .where('channel.id', '=', channelId)
    .executeTakeFirst();
  return page ? `${root}/${textIn(page.slug, locale)}` : null;
}

async function composeReviewRequest(
  services: MailServices,
  {
    locale,
    payload,
    order_id,
  }: { order_id: number | null; locale: string; payload: Record<string, unknown> },
) {
  const links = (payload['links'] ?? []) as MailedReviewLink[];
  const order = await services.db
    .selectFrom('order')
    .select(['id', 'number', 'channel_id'])
    .where('id', '=', order_id)
    .executeTakeFirst();
  if (!order || links.length === 0) throw new Error('The mail has lost its links.');
  const goods = await services.db
    .selectFrom('product')
    .select(['id', 'name', 'slug'])
    .where(
      'id',
      'in',
      links.map((one) => one.productId),
    )
    .execute();
  const root =
    (await originOf(services, order.id)) + (await localePrefix(services, order.channel_id, locale));
  const parts = links.flatMap(({ productId, token }) => {
    const product = goods.find(({ id }) => id === productId);
    if (!product) return [];
    return [
      {
        name: textIn(product.name, locale),
        url: `${root}/p/${textIn(product.slug, locale)}-${String(productId)}?review=${token}`,
      },
    ];
  });
  return {
    ...composeReviewMail({
      locale,
      number: order.number ?? '',
      goods: parts,
      seller: await sellerOf(services.db, order.channel_id),
    }),
    attachments: [],
  };
}

/** Where the buyer of an order was: the shop's public address, else the one they used. */
async function originOf(services: MailServices, orderId: number): Promise<string> {
  const used = await services.db
    .selectFrom('mail_outbox')
    .select('payload')
    .where('occasion', '=', `order_placed ${orderId}`)
    .executeTakeFirst();
  const seen = used?.payload['origin'];
  return services.publicUrl ?? (typeof seen === 'string' ? seen : 'http://localhost:3000');
}

async function composeBackInStock(
  services: MailServices,
  { locale, payload }: { locale: string; payload: Record<string, unknown> },
) {
  const { origin, channelId, path, name } = payload;
  if (typeof origin !== 'string' || typeof path !== 'string' || typeof channelId !== 'number')
    throw new Error('The mail has lost its goods.');
  const url = `${services.publicUrl ?? origin}${await localePrefix(services, channelId, locale)}${path}`;
  return {
    ...composeStockMail({ locale, name: String(name), url, seller: await sellerOf(services.db, channelId) }),
    attachments: [],
  };
}

async function composeStockRequest(
  services: MailServices,
  { locale, payload }: { locale: string; payload: Record<string, unknown> },
) {
  const { origin, token, name } = payload;
  if (typeof origin !== 'string' || typeof token !== 'string') throw new Error('The mail has lost its link.');
  const path = routePattern('STOCK_REQUEST', locale, locale === defaultLocale ? '' : locale).replace(
    ':token',
    token,
  );
  return {
    ...composeStockRequestMail({
      locale,
      name: String(name),
      url: (services.publicUrl ?? origin) + path,
      seller: await sellerOf(services.db),
    }),
    attachments: [],
  };
}

async function composeConfirmation(
  services: MailServices,
  { locale, payload }: { locale: string; payload: Record<string, unknown> },
) {
  const { origin, token } = payload;
  if (typeof origin !== 'string' || typeof token !== 'string') throw new Error('The mail has lost its link.');
  const at = (route: 'NEWSLETTER_CONFIRM' | 'NEWSLETTER_STOP') =>
    (services.publicUrl ?? origin) +
    routePattern(route, locale, locale === defaultLocale ? '' : locale).replace(':token', token);
  const seller = await sellerOf(services.db);
  const mail = composeNewsletterMail({
    locale,
    confirmUrl: at('NEWSLETTER_CONFIRM'),
    stopUrl: at('NEWSLETTER_STOP'),
    seller,
  });
  return { ...mail, attachments: [] };
}

/** Address prefix of a locale: empty for the default one. */
async function localePrefix(services: MailServices, channelId: number, locale: string): Promise<string> {
  const row = await services.db
    .selectFrom('channel_locale')
    .select('path')
    .where('channel_id', '=', channelId)
    .where('code', '=', locale)
    .executeTakeFirst();
  return row?.path ? `/${row.path}` : '';
}
