/** `gifts`, `gift set VARIANT --from 50.00`, `gift off VARIANT`: what a cart may choose from a sum of goods on (contract 4.15, 5.8). */
import { sql, type Selectable, type Transaction } from 'kysely';
import { textIn } from '#domain/catalogue/texts.ts';
import type { Database } from '#server/database/schema.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import type { MailServices } from '#server/mail/mail-outbox.ts';
import { isGiven, isThere, whyNotGiven, type NotGiven } from '#server/order-terms/earned-gifts.ts';
import { loadVariantFacts, type VariantFacts } from '#server/order-terms/variant-facts.ts';
import { euros, keeperLocale, periodText, toldTable } from '#server/text/told-table.ts';
import { CommandError, UsageError } from './command-error.ts';
import { stateText } from './list-promotions.ts';
import { readChannels, readMoney, readOptions, readPeriod, type Channel } from './offer-options.ts';

type Hands = Pick<MailServices, 'db' | 'now'>;
type Trx = Transaction<Database>;

interface GiftRow {
  channel_id: number;
  channel: string;
  code: string;
  name: Record<string, string>;
  threshold: number;
  enabled: boolean;
  starts_at: Date | null;
  ends_at: Date | null;
}

/** Why goods of a campaign are not offered, or how many pieces there are. */
const piecesText = (fact: VariantFacts | undefined): string => {
  if (!fact || !isGiven(fact)) return 'not offered';
  return !fact.tracked ? 'not counted' : isThere(fact) ? `${fact.stock}` : 'none';
};

/** `gifts`: by channel, the least sum first. */
export async function listGifts({ db, now }: Hands): Promise<string> {
  const at = now();
  const { rows } = await sql<GiftRow>`
    select c.id as channel_id, c.code as channel, v.code, p.name, g.threshold, g.enabled, g.starts_at, g.ends_at
    from gift_campaign g join gift_campaign_variant gv on gv.campaign_id = g.id
    join product_variant v on v.id = gv.variant_id join product p on p.id = v.product_id
    join channel c on c.code = any(g.channels)
    order by c.id, g.threshold, g.id, gv.position, v.id`.execute(db);
  if (rows.length === 0) return 'No gifts.';
  const facts = new Map<string, VariantFacts>();
  for (const id of new Set(rows.map((row) => row.channel_id)))
    for (const fact of await loadVariantFacts(db, id, { codes: rows.map(({ code }) => code) }))
      facts.set(`${id} ${fact.code}`, fact);
  return toldTable(
    ['CHANNEL', 'FROM', 'CODE', 'STATE', 'PIECES', 'PERIOD', 'NAME'],
    rows.map((row) => [
      row.channel,
      euros(row.threshold),
      row.code,
      stateText(row, at),
      piecesText(facts.get(`${row.channel_id} ${row.code}`)),
      periodText(row.starts_at, row.ends_at),
      textIn(row.name, keeperLocale),
    ]),
  );
}

const notGivenTexts: Readonly<Record<Exclude<NotGiven, 'no_price'>, string>> = {
  set: 'it is a set',
  money: 'a gift card is money',
  chemical: 'a chemical is collected, and never given',
  restricted: 'not everybody may have it',
  not_offered: 'it is not offered',
};

/** The channels where the goods have a price; of those that are named, all. @throws CommandError for what cannot be given */
async function giftPlaces(trx: Trx, code: string, named: readonly string[] | undefined) {
  const places: { channel: Channel; fact: VariantFacts }[] = [];
  for (const channel of await readChannels(trx, named)) {
    const [fact] = await loadVariantFacts(trx, channel.id, { codes: [code] });
    if (!fact) throw new CommandError(`There are no goods ${code}: the code of a variant is asked for.`);
    const why = whyNotGiven(fact);
    if (why !== null && why !== 'no_price')
      throw new CommandError(`${code} cannot be a gift: ${notGivenTexts[why]}.`);
    if (why === null) places.push({ channel, fact });
    else if (named) throw new CommandError(`${code} is not sold in ${channel.code}: it has no price there.`);
  }
  if (places.length === 0) throw new CommandError(`${code} is not sold in any channel: it has no price.`);
  return places;
}

/** The campaign of one variant in one channel. */
const ownCode = (variantId: number, channel: Channel): string => `GIFT-${variantId}-${channel.id}`;

interface Terms {
  threshold: number;
  enabled: boolean;
  starts_at: Date | null;
  ends_at: Date | null;
}

async function give(trx: Trx, variantId: number, channel: Channel, terms: Terms): Promise<void> {
  const { name } = await trx
    .selectFrom('product_variant')
    .innerJoin('product', 'product.id', 'product_variant.product_id')
    .select('product.name')
    .where('product_variant.id', '=', variantId)
    .executeTakeFirstOrThrow();
  const made = await trx
    .insertInto('gift_campaign')
    .values({
      ...terms,
      code: ownCode(variantId, channel),
      name: JSON.stringify(name),
      channels: [channel.code],
    })
    .onConflict((conflict) => conflict.column('code').doUpdateSet(terms))
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('gift_campaign_variant')
    .values({ campaign_id: made.id, variant_id: variantId, position: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Takes a variant out of whatever gives it in these channels; what gives it elsewhere, or gives other goods, stays.
 * @returns the channels that gave it
 */
async function takeOut(trx: Trx, variantId: number, channels: readonly Channel[]): Promise<Channel[]> {
  const isNamed = (code: string): boolean => channels.some((one) => one.code === code);
  const campaigns = await trx
    .selectFrom('gift_campaign')
    .innerJoin('gift_campaign_variant', 'gift_campaign_variant.campaign_id', 'gift_campaign.id')
    .selectAll('gift_campaign')
    .where('variant_id', '=', variantId)
    .orderBy('gift_campaign.id')
    .forUpdate('gift_campaign')
    .execute();
  const gave = campaigns.filter((one) => one.channels.some(isNamed));
  for (const campaign of gave) {
    const elsewhere = campaign.channels.filter((code) => !isNamed(code));
    if (elsewhere.length === 0) await withoutVariant(trx, campaign.id, variantId);
    else await leaveChannels(trx, campaign, variantId, channels, elsewhere);
  }
  // Of one variant and one channel nothing is left of it.
  await trx
    .deleteFrom('gift_campaign')
    .where(
      'code',
      'in',
      channels.map((channel) => ownCode(variantId, channel)),
    )
    .execute();
  return channels.filter(({ code }) => gave.some((one) => one.channels.includes(code)));
}

const withoutVariant = (trx: Trx, campaign: number, variantId: number) =>
  trx
    .deleteFrom('gift_campaign_variant')
    .where('campaign_id', '=', campaign)
    .where('variant_id', '=', variantId)
    .execute();

/** The campaign as it is goes on elsewhere; in the channels that it leaves a copy of it gives its other goods. */
async function leaveChannels(
  trx: Trx,
  { id, ...campaign }: Selectable<Database['gift_campaign']>,
  variantId: number,
  channels: readonly Channel[],
  elsewhere: string[],
): Promise<void> {
  const left = channels.filter(({ code }) => campaign.channels.includes(code));
  await trx.updateTable('gift_campaign').set({ channels: elsewhere }).where('id', '=', id).execute();
  const other = await trx
    .selectFrom('gift_campaign_variant')
    .select('variant_id')
    .where('campaign_id', '=', id)
    .where('variant_id', '!=', variantId)
    .limit(1)
    .executeTakeFirst();
  if (!other) return;
  const copy = await trx
    .insertInto('gift_campaign')
    .values({
      ...campaign,
      code: `${campaign.code.slice(0, 30)}-${id}-${left.map((one) => one.id).join('-')}`,
      name: JSON.stringify(campaign.name),
      channels: left.map(({ code }) => code),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`insert into gift_campaign_variant (campaign_id, variant_id, position)
    select ${copy.id}, variant_id, position from gift_campaign_variant
    where campaign_id = ${id} and variant_id <> ${variantId}`.execute(trx);
}

const note = (trx: Trx, action: 'gift.set' | 'gift.off', data: object) =>
  trx
    .insertInto('audit')
    .values({ action, order_id: null, data: JSON.stringify(data) })
    .execute();

/**
 * `gift set VARIANT --from 50.00 [--until DAY] [--channel CODE]`: a cart whose goods come to so much may have one piece. What
 * gave it in these channels before gives it no more. Without a channel: in all that sell it. Carts see it with their next change.
 * @throws CommandError for goods that are not there, are restricted or are not sold in a channel
 */
export async function setGift({ db, now }: Hands, code: string, words: readonly string[]): Promise<string> {
  const given = readOptions(words, {
    from: { type: 'string' },
    until: { type: 'string' },
    channel: { type: 'string', multiple: true },
  });
  if (given.from === undefined)
    throw new UsageError('--from is missing: from which sum of goods on, like --from 50.00.');
  const threshold = readMoney('--from', given.from);
  const { until } = readPeriod(undefined, given.until, now());
  return inScope(db, async (trx) => {
    const places = await giftPlaces(trx, code, given.channel);
    const channels = places.map(({ channel }) => channel);
    const variantId = places[0]?.fact.variant_id ?? 0;
    await takeOut(trx, variantId, channels);
    for (const channel of channels)
      await give(trx, variantId, channel, { threshold, enabled: true, starts_at: null, ends_at: until });
    const names = channels.map((channel) => channel.code);
    await note(trx, 'gift.set', { variant: code, threshold, until, channels: names });
    const none = places.filter(({ fact }) => !isThere(fact)).map(({ channel }) => channel.code);
    return `${code} is a gift in ${names.join(' and ')} from ${euros(threshold)}, ${periodText(null, until)}.${none.length > 0 ? ` There are no pieces of it in ${none.join(' and ')}.` : ''}`;
  });
}

/** `gift off VARIANT [--channel CODE]`: carts that have chosen it lose it with their next change, and are told. */
export async function endGift({ db }: Hands, code: string, words: readonly string[]): Promise<string> {
  const { channel: named } = readOptions(words, { channel: { type: 'string', multiple: true } });
  return inScope(db, async (trx) => {
    const channels = await readChannels(trx, named);
    const variant = await trx
      .selectFrom('product_variant')
      .select('id')
      .where('code', '=', code)
      .executeTakeFirst();
    if (!variant) throw new CommandError(`There are no goods ${code}: the code of a variant is asked for.`);
    const gave = (await takeOut(trx, variant.id, channels)).map((channel) => channel.code);
    if (gave.length === 0)
      throw new CommandError(
        `${code} is no gift${named ? ` in ${named.join(' and ')}` : ''}: gifts lists what is.`,
      );
    await note(trx, 'gift.off', { variant: code, channels: gave });
    return `${code} is no gift any more in ${gave.join(' and ')}.`;
  });
}
