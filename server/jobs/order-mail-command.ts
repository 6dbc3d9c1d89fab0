/** `order-mail CHANNEL ADDRESS|off`: who is told of each new order of a channel. */
import { emailPattern } from '#domain/fields/field-rules.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import type { MailServices } from '#server/mail/mail-outbox.ts';
import { CommandError } from './command-error.ts';

/** @param address null: nobody is told any more */
export async function setOrderMail(
  { db }: Pick<MailServices, 'db'>,
  channel: string,
  address: string | null,
): Promise<string> {
  if (address !== null && (!emailPattern.test(address) || address.length > 254))
    throw new CommandError(`"${address}" is no address for mail.`);
  return inScope(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('channel')
      .set({ order_mail: address })
      .where('code', '=', channel)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new CommandError(`There is no channel ${channel}.`);
    return address === null
      ? `Nobody is told of new orders in ${channel}.`
      : `${address} is told of each new order in ${channel}.`;
  });
}
