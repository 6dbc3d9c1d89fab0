/** `delivery`, `delivery set CODE`: what it costs to have goods brought and to give them back (contract 4.15). */
import { sql, type Transaction } from 'kysely';
import { textIn } from '#domain/catalogue/texts.ts';
import type { Database } from '#server/database/schema.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import type { MailServices } from '#server/mail/mail-outbox.ts';
import { loadChannelRules } from '#server/order-terms/channel-rules.ts';
import { changeReturnWay, isOffered, loadReturnTerms } from '#server/order-terms/return-terms.ts';
import { CommandError, UsageError } from './command-error.ts';
import { freeCode, freeFrom, setFree } from './free-delivery.ts';
import { readChannels, readMoney, readOptions, type Channel } from './offer-options.ts';
import { counted, euros, keeperLocale, toldTable } from '#server/text/told-table.ts';

type Hands = Pick<MailServices, 'db' | 'now'>;
type Trx = Transaction<Database>;

/** Cents: no parcel costs as much, a pallet neither, and buyers pay what was mistyped. */
const dearestParcel = 100_000;

const priceText = (cents: number): string => (cents === 0 ? 'free' : euros(cents));

/** `delivery`: each way by channel, then the ways of giving back. */
export async function listDelivery({ db, now }: Hands): Promise<string> {
  const channels = await readChannels(db, undefined);
  const rows = await db
    .selectFrom('shipping_method as m')
    .innerJoin('shipping_method_price as p', 'p.shipping_method_id', 'm.id')
    .select(['m.code', 'm.kind', 'm.name', 'p.channel_id', 'p.price'])
    .select(sql<boolean>`(m.enabled and p.enabled)`.as('on'))
    .orderBy('m.position')
    .orderBy('m.code')
    .orderBy('p.channel_id')
    .execute();
  const ways = await Promise.all(
    rows.map(async (row) => {
      const channel = channels.find(({ id }) => id === row.channel_id) ?? { id: row.channel_id, code: '' };
      const free = row.price === 0 ? [] : await freeFrom(db, channel, row, now());
      return [
        row.code,
        channel.code,
        row.on ? 'on' : 'off',
        priceText(row.price),
        ...(free[0] ? [euros(free[0].from)] : ['']),
        textIn(row.name, keeperLocale),
      ];
    }),
  );
  const returns = (await loadReturnTerms(db)).ways;
  return [
    ways.length === 0
      ? 'There are no ways of delivery.'
      : `Delivery, price of a parcel with VAT\n${toldTable(['CODE', 'CHANNEL', 'STATE', 'PRICE', 'FREE FROM', 'NAME'], ways)}`,
    returns.length === 0
      ? 'There are no ways of giving back.'
      : `Giving back, in every channel\n${toldTable(
          ['CODE', 'STATE', 'PRICE', 'NAME'],
          returns.map((way) => [
            way.code,
            isOffered(way) ? 'on' : 'off',
            priceText(way.fee),
            textIn(way.name, keeperLocale),
          ]),
        )}`,
  ].join('\n\n');
}

interface Change {
  price: number | undefined;
  on: boolean | undefined;
  /** Cents; null: never. */
  free: number | null | undefined;
  channel: string[] | undefined;
}

function readChange(words: readonly string[]): Change {
  const given = readOptions(words, {
    price: { type: 'string' },
    'free-from': { type: 'string' },
    on: { type: 'boolean' },
    off: { type: 'boolean' },
    channel: { type: 'string', multiple: true },
  });
  if (given.on !== undefined && given.off !== undefined)
    throw new UsageError('--on and --off exclude each other.');
  const { price, 'free-from': from } = given;
  const change = {
    price:
      price === undefined ? undefined : readMoney('--price', price, { orNothing: true, most: dearestParcel }),
    free: from === undefined ? undefined : from === 'never' ? null : readMoney('--free-from', from),
    on: given.on ?? (given.off === undefined ? undefined : !given.off),
    channel: given.channel,
  };
  if (change.price === undefined && change.free === undefined && change.on === undefined)
    throw new UsageError('Say what should change: --price, --free-from, --on or --off.');
  return change;
}

/**
 * `delivery set CODE [--price 4.99] [--free-from 60|never] [--on|--off] [--channel CODE]`: of a way of delivery or of giving
 * back. Without a channel: in all that have it. Carts see it at once, pages and feeds within two minutes.
 * @throws CommandError for a way or a channel that is not there, and for what buyers could not use
 */
export async function setDelivery(hands: Hands, code: string, words: readonly string[]): Promise<string> {
  const change = readChange(words);
  return inScope(hands.db, async (trx) => {
    const back = (await loadReturnTerms(trx)).ways.some((way) => way.code === code);
    const told = back ? await setReturn(trx, code, change) : await setMethod(trx, code, change, hands.now());
    await trx
      .insertInto('audit')
      .values({ action: 'delivery.set', order_id: null, data: JSON.stringify({ way: code, ...change }) })
      .execute();
    return told;
  });
}

async function setReturn(trx: Trx, code: string, { price, on, free, channel }: Change): Promise<string> {
  if (free !== undefined || channel !== undefined)
    throw new UsageError(
      `${code} is a way of giving back: it takes --price, --on and --off, for all channels.`,
    );
  const way = await changeReturnWay(trx, code, {
    ...(price === undefined ? {} : { fee: price }),
    ...(on === undefined ? {} : { enabled: on }),
  });
  return `${code}: ${isOffered(way) ? 'on' : 'off'}, ${priceText(way.fee)}.`;
}

async function setMethod(trx: Trx, code: string, change: Change, now: Date): Promise<string> {
  const method = await trx
    .selectFrom('shipping_method')
    .selectAll()
    .where('code', '=', code)
    .forUpdate()
    .executeTakeFirst();
  if (!method) throw new CommandError(`There is no way of delivery ${code}: delivery lists their codes.`);
  const prices = await trx
    .selectFrom('shipping_method_price')
    .selectAll()
    .where('shipping_method_id', '=', method.id)
    .execute();
  const costOf = ({ id }: Channel) => prices.find((one) => one.channel_id === id)?.price;
  const named = await readChannels(trx, change.channel);
  const channels = change.channel
    ? named
    : named.filter((one) => costOf(one) !== undefined || (change.on && change.price !== undefined));
  const priceless = channels.find((one) => costOf(one) === undefined && change.price === undefined);
  if (priceless || channels.length === 0)
    throw new CommandError(
      `${code} has no price in ${priceless?.code ?? 'any channel'} yet: say --on --price.`,
    );
  if (change.on) await openMethod(trx, method, channels);
  for (const channel of channels) {
    await trx
      .insertInto('shipping_method_price')
      .values({
        shipping_method_id: method.id,
        channel_id: channel.id,
        price: change.price ?? costOf(channel) ?? 0,
        enabled: change.on ?? false,
      })
      .onConflict((conflict) =>
        conflict.columns(['shipping_method_id', 'channel_id']).doUpdateSet({
          ...(change.price === undefined ? {} : { price: change.price }),
          ...(change.on === undefined ? {} : { enabled: change.on }),
          // One column at least: what is not said stays.
          shipping_method_id: method.id,
        }),
      )
      .execute();
  }
  const lines: string[] = [];
  for (const channel of channels) {
    const left = change.free === undefined ? [] : await setFree(trx, method, channel, change.free, now);
    const told = left.map(({ promotion, copy }) => {
      const limit = copy?.limit ?? null;
      const uses =
        copy === undefined || limit === null
          ? ''
          : ` There it is ${copy.code} now: each of the two counts its ${counted(limit, 'use')} alone.`;
      return ` Promotion ${promotion} leaves it out there from now on.${uses}`;
    });
    lines.push((await stateLine(trx, code, channel, now)) + told.join(''));
  }
  return lines.join('\n');
}

/** Offers it in these channels alone, where it was off altogether. @throws CommandError where buyers could choose no place */
async function openMethod(
  trx: Trx,
  method: { id: number; code: string; kind: string; provider: string | null; enabled: boolean },
  channels: readonly Channel[],
): Promise<void> {
  if (method.kind === 'pickup_point') {
    const point = await trx
      .selectFrom('pickup_point')
      .select('id')
      .where('provider', '=', method.provider ?? '')
      .limit(1)
      .executeTakeFirst();
    if (!point) throw new CommandError(`No places of ${method.code} are known: a buyer could choose none.`);
  }
  if (method.enabled) return;
  await trx
    .updateTable('shipping_method_price')
    .set({ enabled: false })
    .where('shipping_method_id', '=', method.id)
    .where(
      'channel_id',
      'not in',
      channels.map(({ id }) => id),
    )
    .execute();
  await trx.updateTable('shipping_method').set({ enabled: true }).where('id', '=', method.id).execute();
}

/** What holds from now on, and what a keeper may not have meant. */
async function stateLine(trx: Trx, code: string, channel: Channel, now: Date): Promise<string> {
  const row = await trx
    .selectFrom('shipping_method as m')
    .innerJoin('shipping_method_price as p', 'p.shipping_method_id', 'm.id')
    .select(['m.kind', 'p.price'])
    .select(sql<boolean>`(m.enabled and p.enabled)`.as('on'))
    .where('m.code', '=', code)
    .where('p.channel_id', '=', channel.id)
    .executeTakeFirstOrThrow();
  const [free] = row.price === 0 ? [] : await freeFrom(trx, channel, { code, kind: row.kind }, now);
  const by = free && free.code !== freeCode(code, channel.code) ? ` by promotion ${free.code}` : '';
  const { methods } = await loadChannelRules(trx, channel.id);
  return [
    `${code} in ${channel.code}: ${row.on ? 'on' : 'off'}, ${priceText(row.price)}${free ? `, free from ${euros(free.from)}${by}` : ''}.`,
    ...(methods.length === 0 ? [`Nothing can be ordered in ${channel.code}: no way of delivery is on.`] : []),
  ].join(' ');
}
