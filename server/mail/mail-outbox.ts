/**
 * Sends what the outbox holds. Rows are written in the transaction of their cause and sent after its commit; a mail
 * that fails is tried again with growing pauses. A crash between sending and noting may send one mail twice: its
 * Message-ID is the same.
 */
import { sql, type Kysely } from 'kysely';
import { brand } from '#lib/brand.ts';
import { sellerOf } from '#server/channels/seller.ts';
import type { Database } from '#server/database/schema.ts';
import { countedWith, heldBackKinds, isHeldBack, isSecret, readMail, type Mail } from './mail-kinds.ts';
import type { MailTransport, Sender } from './mail-transport.ts';

/** A mail of the outbox, in the language of its reader. */
export type MailToWrite = Mail & { locale: string };

/** A mail as its reader gets it. */
export interface Letter {
  subject: string;
  text: string;
  html: string;
  attachments?: { filename: string; content: Buffer; contentType: string }[];
  /** Whom its reader answers, where that is not the shop. */
  replyTo?: string;
  /** By name, beside those of every mail. */
  headers?: Record<string, string>;
}

export interface MailServices {
  db: Kysely<Database>;
  now: () => Date;
  /** A line for the log: what happened, without anything of a person. */
  tell: (what: string, facts: Record<string, string | number>) => void;
  /**
   * Words and papers of a mail, from what it is about (server/letters); null: it is not wanted any more.
   * @throws Error where what it is about is gone
   */
  writeLetter: (services: MailServices, mail: MailToWrite) => Promise<Letter | null>;
  transport: MailTransport;
  /** Sender of every mail; undefined: the seller of its channel. */
  mailFrom: string | undefined;
  /** Letters that strangers can cause, to one address in an hour (contract 1.13): 5. */
  mailsAnHour: number;
  /** Public address of the shop; without it the one the buyer used. */
  publicUrl: string | undefined;
  /** Key of the links in letters. */
  letterSecret: Buffer;
  report: (error: unknown, what: string, facts?: Record<string, string | number>) => void;
  /** Waits a moment while customers are served: a letter with its paper costs more than many calls. */
  giveWay?: (longest: number) => Promise<void>;
}

const hour = 60 * 60 * 1000;

/** Pause before try n + 1, ms: 1 minute, doubled each time, at most 6 hours. */
const pauseAfter = (attempts: number): number => Math.min(60_000 * 2 ** attempts, 6 * 60 * 60 * 1000);
/** A mail is somebody's for this long; a process that died gives it back after it, ms. */
const lease = 2 * 60 * 1000;

/**
 * How long a mail gives way to customers, ms: a moment while the mails are fresh; once one came late, others may not wait as long, or
 * mails would go out slower than they come for as long as there are calls.
 */
const longestWay = (lateness: number): number => (lateness < 60_000 ? 1_000 : 50);

/**
 * Sends all mails that are due; tells how many went out.
 * @param isStopping asked between two mails: the rest goes out after the next start
 */
export async function sendDueMails(services: MailServices, isStopping = () => false): Promise<number> {
  let sent = 0;
  /** ms that the last one came late. */
  let lateness = 0;
  for (;;) {
    if (isStopping()) return sent;
    await services.giveWay?.(longestWay(lateness));
    const now = services.now();
    // Claimed in a statement of its own: two processes never take the same mail at once.
    const claimed = await sql<{ id: number; due_at: Date }>`
      with due as (select id, next_at as due_at from mail_outbox where sent_at is null and next_at <= ${now}
        order by next_at, id for update skip locked limit 1)
      update mail_outbox set attempts = attempts + 1, next_at = ${new Date(now.getTime() + lease)}
      from due where mail_outbox.id = due.id returning due.id, due.due_at`.execute(services.db);
    const [claim] = claimed.rows;
    if (claim === undefined) return sent;
    const { id } = claim;
    lateness = now.getTime() - claim.due_at.getTime();
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
      const mail = readMail(row);
      const letter = await services.writeLetter(services, { ...mail, locale: row.locale });
      if (letter === null) {
        await forget(services, row);
        continue;
      }
      const from = await senderOf(services, mail);
      const messageId = row.message_id ?? `<${crypto.randomUUID()}@${domainOf(from)}>`;
      await services.db
        .updateTable('mail_outbox')
        .set({ message_id: messageId })
        .where('id', '=', id)
        .execute();
      await services.transport.send({ attachments: [], ...letter, from, to: row.recipient, messageId });
      await services.db
        .updateTable('mail_outbox')
        .set({
          sent_at: services.now(),
          last_error: null,
          // A link that signs somebody in is nobody's to read afterwards.
          ...(isSecret(row.kind) ? { payload: '{}' } : {}),
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

/**
 * A mail that is not wanted any more is as if it had never been queued. One that was tried before may be on its way all the
 * same: it stays, and its occasion brings no other.
 */
async function forget({ db, now }: MailServices, row: { id: number; message_id: string | null }) {
  if (row.message_id === null) await db.deleteFrom('mail_outbox').where('id', '=', row.id).execute();
  else
    await db
      .updateTable('mail_outbox')
      .set({ sent_at: now(), last_error: 'Not wanted any more.' })
      .where('id', '=', row.id)
      .execute();
}

/** Who writes: what the setting says, else the seller of the channel that the mail is about, else the shop by its name. */
async function senderOf({ db, mailFrom }: MailServices, mail: Mail): Promise<Sender> {
  if (mailFrom !== undefined) return mailFrom;
  const order =
    'order_id' in mail
      ? await db.selectFrom('order').select('channel_id').where('id', '=', mail.order_id).executeTakeFirst()
      : undefined;
  const channelId = mail.kind === 'back_in_stock' ? mail.payload.channelId : order?.channel_id;
  const seller = await sellerOf(db, channelId);
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
  if (!isHeldBack(row.kind)) return null;
  const sent = await db
    .selectFrom('mail_outbox')
    .select('sent_at')
    .where(sql<boolean>`lower(recipient) = lower(${row.recipient})`)
    .where('sent_at', '>', new Date(now.getTime() - hour))
    .where('kind', 'in', countedWith(row.kind))
    .orderBy('sent_at', 'desc')
    .limit(mailsAnHour)
    .execute();
  const oldest = sent.length < mailsAnHour ? null : sent.at(-1)?.sent_at;
  if (!oldest) return null;
  const { order_id: order, recipient } = row;
  if (order !== null && ((await isOwnOrder(db, order, recipient)) || (await isMovedByKeeper(db, order))))
    return null;
  return new Date(oldest.getTime() + hour);
}

/** The keeper has moved it on (`order NUMBER cancel`): what its buyer is told of it is the shop's own doing from then on. */
async function isMovedByKeeper(db: MailServices['db'], orderId: number): Promise<boolean> {
  const moved = await db
    .selectFrom('audit')
    .select('id')
    .where('order_id', '=', orderId)
    .where('action', 'like', 'command.%')
    .limit(1)
    .executeTakeFirst();
  return moved !== undefined;
}

/**
 * Letters about an order that were held back go now, the oldest first: its buyer should not read that it was placed after they have
 * read that it was sent.
 */
export const releaseOrderMails = (db: MailServices['db'], orderId: number) =>
  db
    .updateTable('mail_outbox')
    .set({ next_at: sql<Date>`created_at` })
    .where('order_id', '=', orderId)
    .where('kind', 'in', heldBackKinds)
    .where('sent_at', 'is', null)
    // One that was tried waits for another reason.
    .where('attempts', '=', 0)
    .execute();

/** An order that somebody placed while signed in, told to the address of their account: no stranger caused it. */
async function isOwnOrder(db: MailServices['db'], orderId: number, recipient: string): Promise<boolean> {
  const owner = await db
    .selectFrom('order')
    .innerJoin('customer', 'customer.id', 'order.customer_id')
    .select('customer.id')
    .where('order.id', '=', orderId)
    .where('order.placed_as_guest', '=', false)
    .where('customer.proven_at', 'is not', null)
    .where(sql<boolean>`lower(customer.email) = lower(${recipient})`)
    .executeTakeFirst();
  return owner !== undefined;
}
