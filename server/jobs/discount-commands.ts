/**
 * `discount add`, `discount end`: reduced prices of goods, shown with the lowest price of the 30 days before. It begins at once
 * and ends by itself (`endDueDiscounts`).
 */
import { sql, type Transaction } from 'kysely';
import { discountedPrice, percentOff } from '#domain/money/price.ts';
import { endDueDiscounts } from '#server/catalogue/discount-ends.ts';
import { setPrices } from '#server/catalogue/set-prices.ts';
import type { Database } from '#server/database/schema.ts';
import { onKysely } from '#server/database/run-sql.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import type { MailServices } from '#server/mail/mail-outbox.ts';
import { CommandError, UsageError } from './command-error.ts';
import { nameOptions, readNames } from './offer-names.ts';
import {
  readCategories,
  readChannels,
  readCode,
  readOptions,
  readPercent,
  readPeriod,
  refuseMoney,
  type Channel,
} from './offer-options.ts';
import { counted, euros, periodText } from '#server/text/told-table.ts';

type Hands = Pick<MailServices, 'db' | 'now'>;
type Trx = Transaction<Database>;

/** So many are told one by one. */
const toldOneByOne = 5;
/** Why prices cannot be reduced, each by its variant. */
function whyLeft(
  left: readonly { code: string; price: number; next: number; reduced: boolean; lowest: number | null }[],
): string {
  const all = [
    ...new Set(
      left.map(({ code, price, next, reduced, lowest }) =>
        reduced
          ? `${code} is reduced to ${euros(price)}`
          : lowest !== null && lowest <= next
            ? `${code} was ${euros(lowest)} and would be ${euros(next)}`
            : `${code} would be ${euros(next)} after ${euros(Math.min(price, lowest ?? price))}`,
      ),
    ),
  ];
  const rest = all.length - toldOneByOne;
  return all.slice(0, toldOneByOne).join('; ') + (rest > 0 ? `; and ${rest} more` : '');
}

/** What `discount add` is asked for. @throws UsageError for what it cannot be */
function readDiscount(name: string, words: readonly string[], now: Date) {
  const given = readOptions(words, {
    off: { type: 'string' },
    until: { type: 'string' },
    ...nameOptions,
    category: { type: 'string', multiple: true },
    variant: { type: 'string', multiple: true },
    all: { type: 'boolean' },
    channel: { type: 'string', multiple: true },
  });
  const code = readCode(name, 'The code of a discount');
  const percent = given.off === undefined ? null : readPercent('--off', given.off);
  if (percent === null || percent === 100)
    throw new UsageError('--off should be a whole percentage from 1% to 99%: --off 15%.');
  if (given.until === undefined)
    throw new UsageError('--until says the last day: pages tell until when goods are reduced.');
  const { until } = readPeriod(undefined, given.until, now);
  if ([given.category, given.variant, given.all].filter((one) => one !== undefined).length !== 1)
    throw new UsageError(
      'Say which goods: --category CODE, --variant CODE (each as often as you like) or --all.',
    );
  return { given, code, percent, until };
}

/** @throws CommandError for variants that are not there, and for gift cards */
async function checkVariants(trx: Trx, variants: readonly string[]): Promise<void> {
  const there = await trx
    .selectFrom('product_variant')
    .innerJoin('product', 'product.id', 'product_variant.product_id')
    .select(['product_variant.code', 'product.type'])
    .where('product_variant.code', 'in', variants)
    .execute();
  const missing = variants.find((one) => !there.some((row) => row.code === one));
  if (missing !== undefined) throw new CommandError(`There is no variant ${missing}.`);
  for (const one of there) refuseMoney(one.code, one.type);
}

/**
 * The prices of the goods in these channels, in cents, held until the end of the transaction; `lowest` of the 30 days before `now`.
 * @param goods of which categories, or which variants; all where neither is said
 */
async function holdPrices(
  trx: Trx,
  channels: readonly Channel[],
  { categories, variants }: { categories: string[] | undefined; variants: string[] | undefined },
  now: Date,
) {
  const { rows } = await sql<{
    variant_id: number;
    code: string;
    channel_id: number;
    price: number;
    reduced: boolean;
    lowest: number | null;
    minimum: number;
  }>`
    select c.variant_id, v.code, c.channel_id, c.price, c.original_price is not null as reduced, c.minimum_price as minimum,
      (select min(h.price) from price_history h where h.variant_id = c.variant_id and h.channel_id = c.channel_id
        and h.valid_from >= coalesce((select max(w.valid_from) from price_history w
          where w.variant_id = c.variant_id and w.channel_id = c.channel_id
            and w.valid_from <= ${now}::timestamptz - interval '30 days'), '-infinity')) as lowest
    from channel_price c join product_variant v on v.id = c.variant_id
      join product p on p.id = v.product_id and p.type <> 'gift_card'
    where c.channel_id = any(${channels.map(({ id }) => id)})
      and (${variants ?? null}::text[] is null or v.code = any(${variants ?? null}::text[]))
      and (${categories ?? null}::text[] is null or exists (select 1 from product_taxon pt
        join taxon t on t.id = pt.taxon_id join taxon above on t.lft between above.lft and above.rgt
        where pt.product_id = v.product_id and above.code = any(${categories ?? null}::text[])))
    order by c.variant_id, c.channel_id for update of c`.execute(trx);
  return rows;
}

/** `discount add CODE --off 15% --until 2027-03-31 (--category CODE | --variant CODE | --all)`. */
export async function addDiscount(
  { db, now }: Hands,
  name: string,
  words: readonly string[],
): Promise<string> {
  const at = now();
  const { given, code, percent, until } = readDiscount(name, words, at);
  return inScope(db, async (trx) => {
    const known = await trx
      .selectFrom('catalogue_discount')
      .select('id')
      .where('code', '=', code)
      .executeTakeFirst();
    if (known) throw new CommandError(`There is a discount ${code} already.`);
    const channels = await readChannels(trx, given.channel);
    const categories = await readCategories(trx, given.category);
    const variants = given.variant;
    if (variants) await checkVariants(trx, variants);
    const prices = await holdPrices(trx, channels, { categories, variants }, at);
    const wanted = prices.map((row) => ({
      ...row,
      next: Math.max(row.minimum, discountedPrice(row.price, percent)),
    }));
    // A price that was lower within the 30 days before it is no reduction (Directive 98/6/EC, Article 6a).
    const taken = wanted.filter(
      ({ reduced, next, price, lowest }) =>
        !reduced && percentOff(Math.min(price, lowest ?? price), next) >= 1,
    );
    if (taken.length === 0)
      throw new CommandError(
        wanted.length === 0
          ? 'There are no goods with a price there.'
          : `All these goods are reduced already, or were as cheap within the last 30 days: ${whyLeft(wanted)}.`,
      );
    await trx
      .insertInto('catalogue_discount')
      .values({
        code,
        name: JSON.stringify(readNames(given, code)),
        percent,
        enabled: true,
        channels: channels.map((one) => one.code),
        starts_at: at,
        ends_at: until,
      })
      .execute();
    const begun = taken.map((row) => ({
      variantId: row.variant_id,
      channelId: row.channel_id,
      price: row.next,
      originalPrice: row.price,
      promotion: code,
    }));
    await setPrices(onKysely(trx), begun, at.toISOString());
    const left = wanted.length - taken.length;
    return [
      `Discount ${code}: ${percent}% off ${counted(begun.length, 'price')}, ${periodText(null, until)}, in ${channels.map((one) => one.code).join(', ')}.`,
      ...(left === 0
        ? []
        : [`${counted(left, 'price')} left alone: reduced already, or as low within the last 30 days.`]),
    ].join('\n');
  });
}

/** `discount end CODE`: prices are what they were before. */
export async function endDiscount({ db, now }: Hands, code: string): Promise<string> {
  const at = now();
  const { reduced } = await db
    .selectFrom('channel_price')
    .select(sql<number>`count(*)::int`.as('reduced'))
    .where('promotion', '=', code)
    .executeTakeFirstOrThrow();
  const ended = await db
    .updateTable('catalogue_discount')
    .set({ ends_at: at })
    .where('code', '=', code)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', at)]))
    .executeTakeFirst();
  if (ended.numUpdatedRows === 0n) throw new CommandError(`There is no discount ${code} that is not over.`);
  await endDueDiscounts(db, at);
  // One that somebody else holds is left to the next minute of the running shop.
  const { left } = await db
    .selectFrom('channel_price')
    .select(sql<number>`count(*)::int`.as('left'))
    .where('promotion', '=', code)
    .where('original_price', 'is not', null)
    .executeTakeFirstOrThrow();
  const back = counted(Math.max(0, reduced - left), 'price');
  return `Discount ${code} is over: ${back} put back${left === 0 ? '' : `, ${left} will follow by ${left === 1 ? 'itself' : 'themselves'}: held by something else`}.`;
}
