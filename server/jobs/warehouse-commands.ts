/** `warehouse add|set|off CODE`: from where the shop sends and where it hands out (contract 4.15). */
import { checkField, typedValue } from '#domain/fields/field-rules.ts';
import { checkPhone } from '#domain/fields/phone.ts';
import { sql, type Transaction } from 'kysely';
import { defaultLocale } from '#contract/locale.ts';
import type { PostalAddress } from '#server/database/schema-catalogue.ts';
import type { Seller } from '#server/database/schema-channels.ts';
import type { Database } from '#server/database/schema.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import type { MailServices } from '#server/mail/mail-outbox.ts';
import { addressOfLine } from '#server/channels/seller.ts';
import { CommandError, UsageError } from './command-error.ts';
import { readCode, readOptions } from './offer-options.ts';

type Trx = Transaction<Database>;

const options = {
  name: { type: 'string' },
  city: { type: 'string' },
  street: { type: 'string' },
  house: { type: 'string' },
  'post-code': { type: 'string' },
  phone: { type: 'string' },
  main: { type: 'boolean' },
  ships: { type: 'boolean' },
  collection: { type: 'boolean' },
  chemicals: { type: 'boolean' },
} as const;

/** One line, as labels and mails take it. */
function readLine(name: string, text: string): string {
  const line = text.trim();
  if (line !== '' && line.length <= 255 && !/\p{Cc}/u.test(line)) return line;
  throw new UsageError(`--${name} should be one line of 1 to 255 characters.`);
}

/** What was said, by columns. The name is one text: who keeps a shop does not name a place once for each language. */
function readChanges(words: readonly string[], old: { address: PostalAddress }) {
  const given = readOptions(words, options);
  const line = (name: 'name' | 'city' | 'street' | 'house' | 'post-code' | 'phone'): string | undefined =>
    given[name] === undefined ? undefined : readLine(name, given[name]);
  const name = line('name');
  const [city, phone] = [line('city'), line('phone')];
  const postCode = line('post-code');
  if (
    postCode !== undefined &&
    checkField('postCode', postCode, { required: true, countryCode: old.address.countryCode })
  )
    throw new UsageError(`--post-code ${postCode} is no post code of ${old.address.countryCode}.`);
  // Buyers are told to call it.
  if (phone !== undefined && checkPhone(phone, old.address.countryCode))
    throw new UsageError(`--phone ${phone} is no telephone number.`);
  const address: PostalAddress = {
    ...old.address,
    street: line('street') ?? old.address.street,
    houseNumber: line('house') ?? old.address.houseNumber,
    postCode:
      postCode === undefined
        ? old.address.postCode
        : typedValue('postCode', postCode, old.address.countryCode),
    city: city ?? old.address.city,
  };
  const { main, ships, collection, chemicals } = given;
  if (main === false) throw new UsageError('Say --main of the warehouse that takes its place.');
  return {
    ...(name === undefined ? {} : { name: JSON.stringify({ [defaultLocale]: name }) }),
    ...(city === undefined ? {} : { city }),
    ...(phone === undefined ? {} : { phone_number: phone }),
    address: JSON.stringify(address),
    ...Object.fromEntries(
      Object.entries({ main, ships, collection, chemicals }).filter(([, value]) => value !== undefined),
    ),
  };
}

const found = (trx: Trx, code: string) =>
  trx.selectFrom('warehouse').selectAll().where('code', '=', code).forUpdate().executeTakeFirst();

const channelCodes = async (trx: Trx): Promise<string[]> =>
  (await trx.selectFrom('channel').select('code').orderBy('id').execute()).map(({ code }) => code);

/** The pieces of a feed lie in the main one, which there is once. */
async function keepOneMain(trx: Trx, code: string): Promise<void> {
  await trx
    .updateTable('warehouse')
    .set({ main: false })
    .where('main', '=', true)
    .where('code', '!=', code)
    .execute();
}

/** Ends a change: refused where nothing could be done there, else noted. @returns what holds from now on */
async function settle(trx: Trx, code: string): Promise<string> {
  const row = await found(trx, code);
  if (!row) throw new CommandError(`There is no warehouse ${code}: warehouses lists their codes.`);
  if (!row.ships && !row.collection)
    throw new CommandError(`Warehouse ${code} would do nothing: say --ships, --collection or both.`);
  if (row.chemicals && (row.main || !row.collection))
    throw new CommandError(
      'Chemicals are handed out by a warehouse with --collection that is not the main one.',
    );
  if (row.main) await keepOneMain(trx, code);
  await trx
    .insertInto('audit')
    .values({ action: 'warehouse.set', order_id: null, data: JSON.stringify({ warehouse: code }) })
    .execute();
  const does = [
    ...(row.main ? ['main'] : []),
    ...(row.ships ? ['sends'] : []),
    ...(row.collection ? ['hands out'] : []),
    ...(row.chemicals ? ['chemicals too'] : []),
  ].join(', ');
  const { street, houseNumber, postCode, city } = row.address;
  const place = [`${street} ${houseNumber}`, `${postCode} ${city}`, row.phone_number]
    .filter(Boolean)
    .join(', ');
  return `Warehouse ${code}: ${place}; ${does}.`;
}

/**
 * `warehouse add CODE --name … --city … --street … --house … --post-code … [--phone …] [--main] [--ships] [--collection]
 * [--chemicals]`: for all channels. The catalogue of a running shop reads it anew.
 * @throws CommandError for what is missing, wrong or there already
 */
export async function addWarehouse(
  { db }: Pick<MailServices, 'db'>,
  given: string,
  words: readonly string[],
): Promise<string> {
  const code = readCode(given, 'The code of a warehouse');
  const missing = ['name', 'city', 'street', 'house', 'post-code'].find(
    (name) => !words.some((word) => word === `--${name}` || word.startsWith(`--${name}=`)),
  );
  if (missing !== undefined) throw new UsageError(`--${missing} is missing.`);
  return inScope(db, async (trx) => {
    if (await found(trx, code))
      throw new CommandError(`There is a warehouse ${code} already: warehouse set ${code} changes it.`);
    const { last } = await trx
      .selectFrom('warehouse')
      .select(({ fn }) => fn.coalesce(fn.max('priority'), sql<number>`0`).as('last'))
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('warehouse')
      .values({
        code,
        name: '{}',
        city: '',
        main: false,
        ships: false,
        collection: false,
        chemicals: false,
        priority: last + 1,
        channels: await channelCodes(trx),
        opening_hours: '[]',
        ...readChanges(words, {
          address: { street: '', houseNumber: '', postCode: '', city: '', countryCode: 'LT' },
        }),
      })
      .execute();
    return settle(trx, code);
  });
}

/** `warehouse set CODE` with the options of `add`, `--no-ships` and the like: what is not said stays. One that is off is on again. */
export function setWarehouse(
  { db }: Pick<MailServices, 'db'>,
  code: string,
  words: readonly string[],
): Promise<string> {
  return inScope(db, async (trx) => {
    const old = await found(trx, code);
    if (!old) throw new CommandError(`There is no warehouse ${code}: warehouses lists their codes.`);
    await trx
      .updateTable('warehouse')
      .set({
        ...readChanges(words, old),
        ...(old.channels.length === 0 ? { channels: await channelCodes(trx) } : {}),
      })
      .where('id', '=', old.id)
      .execute();
    return settle(trx, code);
  });
}

/** `warehouse off CODE`: it serves no channel any more. Its row stays: orders that were sent from there name it. */
export function closeWarehouse({ db }: Pick<MailServices, 'db'>, code: string): Promise<string> {
  return inScope(db, async (trx) => {
    const old = await found(trx, code);
    if (!old) throw new CommandError(`There is no warehouse ${code}: warehouses lists their codes.`);
    if (old.main)
      throw new CommandError(`${code} is the main warehouse: first say warehouse set OTHER --main.`);
    await trx.updateTable('warehouse').set({ channels: [] }).where('id', '=', old.id).execute();
    await trx
      .insertInto('audit')
      .values({ action: 'warehouse.off', order_id: null, data: JSON.stringify({ warehouse: code }) })
      .execute();
    return `Warehouse ${code}: off. What lies there is not sold; orders that wait there stay.`;
  });
}

/** The first warehouse of a shop stands where its company does, until it is given an address of its own. */
export async function followSeller(trx: Trx, before: Seller | null, now: Seller): Promise<void> {
  const address = addressOfLine(now.address);
  await trx
    .updateTable('warehouse')
    .set({ address: JSON.stringify(address), city: address.city, phone_number: now.phone })
    .where('main', '=', true)
    .where('address', '=', sql<never>`${JSON.stringify(addressOfLine(before?.address ?? ''))}::jsonb`)
    .execute();
}
