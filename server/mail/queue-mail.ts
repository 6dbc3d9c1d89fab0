/** Queues a mail in the transaction of its cause; it is sent after the commit (mail-outbox.ts). */
import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { readMail, type Mail } from './mail-kinds.ts';

type QueuedMail = Mail & {
  recipient: string;
  locale: string;
  /** One mail goes for one occasion, however often it is queued. */
  occasion: string;
  /** When it may go; left out: at once, by the database's clock. */
  at?: Date;
};

/** @throws Error where what its letter is written from is not there: its cause is undone with it */
export async function queueMail(db: Kysely<Database>, mail: QueuedMail): Promise<void> {
  const { payload } = readMail(mail);
  await db
    .insertInto('mail_outbox')
    .values({
      kind: mail.kind,
      order_id: 'order_id' in mail ? mail.order_id : null,
      recipient: mail.recipient,
      locale: mail.locale,
      payload: JSON.stringify(payload),
      occasion: mail.occasion,
      ...(mail.at === undefined ? {} : { next_at: mail.at }),
      last_error: null,
      message_id: null,
    })
    .onConflict((conflict) => conflict.column('occasion').doNothing())
    .execute();
}
