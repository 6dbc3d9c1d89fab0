/** Where the links of letters lead. */
import { readMail, type MailKind, type MailOf } from '#server/mail/mail-kinds.ts';
import type { MailServices } from '#server/mail/mail-outbox.ts';

export type LetterServices = Pick<MailServices, 'db' | 'now' | 'publicUrl' | 'letterSecret'>;
export type ToWrite<Kind extends MailKind> = MailOf<Kind> & { locale: string };

/** Where the buyer of an order was: the shop's public address, else the one they used. */
export async function originOf(services: LetterServices, orderId: number): Promise<string> {
  if (services.publicUrl !== undefined) return services.publicUrl;
  const row = await services.db
    .selectFrom('mail_outbox')
    .select(['kind', 'order_id', 'payload'])
    .where('occasion', '=', `order_placed ${orderId}`)
    .executeTakeFirst();
  const placed = row && readMail(row);
  return placed?.kind === 'order_placed' ? placed.payload.origin : 'http://localhost:3000';
}

/** Address prefix of a locale: empty for the default one. */
export async function localePrefix(
  services: LetterServices,
  channelId: number,
  locale: string,
): Promise<string> {
  const row = await services.db
    .selectFrom('channel_locale')
    .select('path')
    .where('channel_id', '=', channelId)
    .where('code', '=', locale)
    .executeTakeFirst();
  return row?.path ? `/${row.path}` : '';
}
