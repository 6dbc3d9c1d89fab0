/** `tier-price set`, `tier-price off`: what each piece costs from so many pieces on (contract 5.4). */
import type { Kysely } from 'kysely';
import type { StoredTier } from '#domain/catalogue/stored-product.ts';
import { readTiers } from '#server/catalogue/read-tiers.ts';
import { setTierPrices } from '#server/catalogue/set-tier-prices.ts';
import { onKysely } from '#server/database/run-sql.ts';
import type { Database } from '#server/database/schema.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import type { MailServices } from '#server/mail/mail-outbox.ts';
import { euros } from '#server/text/told-table.ts';
import { CommandError, UsageError } from './command-error.ts';
import { readChannels, readOptions, refuseMoney } from './offer-options.ts';

type Hands = Pick<MailServices, 'db'>;

function readFrom(texts: readonly string[] = []): StoredTier[] {
  if (texts.length === 0) throw new UsageError('--from is missing: from how many pieces, for what price.');
  const tiers = readTiers(texts, '--from');
  if ('fault' in tiers) throw new UsageError(tiers.fault);
  return tiers.read;
}

/** Its price in each of the channels. @throws CommandError where it is not sold in one of them */
async function pricesOf(db: Kysely<Database>, code: string, named: readonly string[] | undefined) {
  const channels = await readChannels(db, named);
  const rows = await db
    .selectFrom('product_variant')
    .innerJoin('product', 'product.id', 'product_variant.product_id')
    .leftJoin('channel_price', 'channel_price.variant_id', 'product_variant.id')
    .select(['product_variant.id', 'product.type', 'channel_id', 'price'])
    .where('product_variant.code', '=', code)
    .execute();
  const [first] = rows;
  if (!first) throw new CommandError(`There are no goods ${code}: the code of a variant is asked for.`);
  refuseMoney(code, first.type);
  return channels.map((channel) => {
    const price = rows.find((row) => row.channel_id === channel.id)?.price ?? null;
    if (price === null) throw new CommandError(`${code} is not sold in ${channel.code}.`);
    return { variantId: first.id, channelId: channel.id, channel: channel.code, price };
  });
}

/** `tier-price set VARIANT --from 10=14.50 [--from 40:pallet=13.90] [--channel CODE]`; those before are gone. */
export async function setTiers({ db }: Hands, code: string, words: readonly string[]): Promise<string> {
  const given = readOptions(words, {
    from: { type: 'string', multiple: true },
    channel: { type: 'string', multiple: true },
  });
  const tiers = readFrom(given.from);
  return inScope(db, async (trx) => {
    const places = await pricesOf(trx, code, given.channel);
    for (const { variantId, channelId, channel, price } of places) {
      const dearer = tiers.find((tier) => tier.price >= price);
      if (dearer)
        throw new CommandError(
          `${euros(dearer.price)} from ${dearer.quantity} pieces is not below the ${euros(price)} of one in ${channel}.`,
        );
      await setTierPrices(onKysely(trx), [{ variantId, channelId, tiers }]);
    }
    const told = tiers.map(
      ({ quantity, pack, price }) =>
        `from ${quantity}${pack === null ? '' : ` (${pack})`} ${euros(price)} each`,
    );
    return `${code} in ${places.map(({ channel }) => channel).join(' and ')}: ${told.join(', ')}.`;
  });
}

/** `tier-price off VARIANT [--channel CODE]`: each piece costs what one costs, however many. */
export async function endTiers({ db }: Hands, code: string, words: readonly string[]): Promise<string> {
  const { channel: named } = readOptions(words, { channel: { type: 'string', multiple: true } });
  return inScope(db, async (trx) => {
    const places = await pricesOf(trx, code, named);
    await setTierPrices(
      onKysely(trx),
      places.map(({ variantId, channelId }) => ({ variantId, channelId, tiers: [] })),
    );
    return `${code} costs the same each in ${places.map(({ channel }) => channel).join(' and ')}, however many.`;
  });
}
