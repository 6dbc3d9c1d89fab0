/** Who sells in a channel, as the keeper gives it. */
import { sellerForm } from '#server/channels/seller.ts';
import type { Db } from '#server/order-store/order-store.ts';
import { loadPaymentMethods } from '#server/order-terms/channel-methods.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import type { MailServices } from '#server/mail/mail-outbox.ts';
import { CommandError } from './command-error.ts';
import { readGivenFile } from './read-given-file.ts';
import { followSeller } from './warehouse-commands.ts';

function readJson(file: string): unknown {
  const text = readGivenFile(file);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new CommandError(`${file} is no JSON file.`);
  }
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'];
/** What is wrong, as the keeper would say it: `iban of the first bank account is not valid`. */
function placeInSeller(issue: { code: string; path: PropertyKey[]; keys?: string[] }): string {
  const { path, keys } = issue;
  const [list, index, field] = path;
  const account = typeof index === 'number' ? `the ${ordinals[index] ?? 'last'} bank account` : '';
  if (keys) return `${account ? `${account} has` : 'there is'} no ${keys.join(', ')}`;
  if (path.length === 0) return 'it should be an object';
  if (!account) return `${String(list)} is missing or not valid`;
  return field === undefined ? `${account} is not valid` : `${String(field)} of ${account} is not valid`;
}

/** What a seller without a bank account cannot offer: its buyers would not be told where to pay. */
async function withoutAccount(db: Db, channel: string): Promise<string> {
  // Leasing needs a lender, and there is none yet (isPaymentEligible).
  const offered = (await loadPaymentMethods(db, channel))
    .filter(({ kind }) => kind !== 'leasing')
    .map(({ code }) => code);
  return `No bank account is named, so nobody can pay there by bank transfer; ${offered.length > 0 ? `offered are ${offered.join(', ')}` : 'no other way of payment is offered, and nobody can order'}.`;
}

/** `set-seller CHANNEL FILE`: who sells in a channel, for papers, mails and search engines; the file is JSON. */
export async function setSeller(
  { db }: Pick<MailServices, 'db'>,
  channel: string,
  file: string,
): Promise<string> {
  const given = readJson(file);
  const read = sellerForm.safeParse(given);
  if (!read.success) {
    const places = [...new Set(read.error.issues.map(placeInSeller))];
    throw new CommandError(`Not as a seller is given: ${places.join('; ')}.`);
  }
  return inScope(db, async (trx) => {
    const old = await trx
      .selectFrom('channel')
      .select(['id', 'seller', 'is_default'])
      .where('code', '=', channel)
      .executeTakeFirst();
    if (!old) throw new CommandError(`There is no channel ${channel}.`);
    await trx
      .updateTable('channel')
      .set({ seller: JSON.stringify(read.data) })
      .where('id', '=', old.id)
      .execute();
    if (old.is_default) await followSeller(trx, old.seller, read.data);
    const told = `${read.data.name} sells in ${channel}.`;
    return read.data.bankAccounts.length > 0 ? told : `${told} ${await withoutAccount(trx, channel)}`;
  });
}
