/** What `promotion add` and `discount add` are told with options; each fault is said in words. */
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import type { Kysely } from 'kysely';
import { quantityBounds } from '#contract/orders/item-bounds.ts';
import { readMoment } from '#server/catalogue/feed/feed-time.ts';
import type { Database } from '#server/database/schema.ts';
import { readCents } from '#server/text/read-cents.ts';
import { euros } from '#server/text/told-table.ts';
import { CommandError, UsageError } from './command-error.ts';

/** `--off -5` as `--off=-5`: an amount below zero is no option, and is refused for what it is. */
function withAmounts(words: readonly string[], options: ParseArgsOptionsConfig): string[] {
  const joined: string[] = [];
  for (const word of words) {
    const before = joined.at(-1) ?? '';
    const takesValue = before.startsWith('--') && options[before.slice(2)]?.type === 'string';
    if (takesValue && /^-[\d.,]/.test(word)) joined[joined.length - 1] = `${before}=${word}`;
    else joined.push(word);
  }
  return joined;
}

/** Options by their names. @throws UsageError for one that is not there, or has no value */
export function readOptions<T extends ParseArgsOptionsConfig>(words: readonly string[], options: T) {
  try {
    return parseArgs({
      args: withAmounts(words, options),
      options,
      strict: true,
      allowPositionals: false,
      allowNegative: true,
    }).values;
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    const named = /'(?:-\w, )?(--[\w-]+)/.exec(message)?.[1];
    if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE' && named !== undefined)
      throw new UsageError(
        options[named.slice(2)]?.type === 'string'
          ? `${named} needs something after it.`
          : `${named} takes nothing after it.`,
      );
    const [first = ''] = message.split('. ');
    throw new UsageError(`${first.replace(/\.$/, '')}.`);
  }
}

/** @throws UsageError unless it may be a code of the shop */
export function readCode(text: string, what: string): string {
  if (/^[A-Za-z0-9_.-]{1,64}$/.test(text)) return text;
  throw new UsageError(
    `${what} should be letters without accents, digits, "_", "." or "-", at most 64 of them, not "${text}".`,
  );
}

/** Cents from `5`, `5.50` or `5,50`; above 0 unless nothing is a price too. `most`: cents that it may be. */
export function readMoney(
  name: string,
  text: string,
  { orNothing = false, most }: { orNothing?: boolean; most?: number } = {},
): number {
  const cents = readCents(text);
  if (cents !== null && most !== undefined && cents > most)
    throw new UsageError(`${name} should be ${euros(most)} at most, not "${text}".`);
  if (cents !== null && (cents > 0 || orNothing)) return cents;
  const isTooMuch = /^\d{8,}(?:[.,]\d+)?$/.test(text);
  throw new UsageError(
    `${name} should be an amount ${orNothing ? '' : 'above 0 '}like 5 or 5.50${isTooMuch ? ' and below ten million' : ''}, not "${text}".`,
  );
}

/** Whole percent from `10%`, or null for what is written otherwise. */
export function readPercent(name: string, text: string): number | null {
  const parts = /^(.*)%$/.exec(text.trim());
  if (!parts) return null;
  const percent = /^\d+$/.test(parts[1] ?? '') ? Number(parts[1]) : 0;
  if (percent >= 1 && percent <= 100) return percent;
  throw new UsageError(`${name} should be a whole percentage from 1% to 100%, not "${text}".`);
}

/** A whole number from 1, or null where nothing was said. */
export function readLimit(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= 1_000_000) return value;
  throw new UsageError(`${name} should be a whole number from 1 to 1000000, not "${text}".`);
}

/**
 * From a day's beginning, until a day's end, by the shop's clock; null where nothing was said.
 * @throws UsageError for what is no day, and for an end that is not to come
 */
export function readPeriod(
  from: string | undefined,
  until: string | undefined,
  now: Date,
): { from: Date | null; until: Date | null } {
  const read = (name: string, text: string | undefined, isEnd: boolean): Date | null => {
    if (text === undefined) return null;
    const moment = readMoment(text, isEnd);
    if (moment !== null) return new Date(moment);
    throw new UsageError(`${name} should be a day like 2027-03-31, not "${text}".`);
  };
  const period = { from: read('--from', from, false), until: read('--until', until, true) };
  if (period.until && period.until <= (period.from ?? now))
    throw new UsageError(period.from ? '--until is before --from.' : '--until is over already.');
  return period;
}

/** The beginning of a day of the shop. @throws UsageError for what is none */
export function readDay(name: string, text: string): Date {
  const moment = readMoment(text, false);
  if (moment !== null) return new Date(moment);
  throw new UsageError(`${name} should be a day like 2027-03-31, not "${text}".`);
}

/** A channel, as commands speak of it. */
export type Channel = { id: number; code: string };

/** The named channels, all of them where none is named. @throws CommandError for one that is not there */
export async function readChannels(
  db: Kysely<Database>,
  named: readonly string[] | undefined,
): Promise<Channel[]> {
  const known = await db.selectFrom('channel').select(['id', 'code']).orderBy('id').execute();
  const missing = named?.find((one) => !known.some(({ code }) => code === one));
  if (missing !== undefined)
    throw new CommandError(
      `There is no channel ${missing}, only ${known.map(({ code }) => code).join(' and ')}.`,
    );
  return named ? known.filter(({ code }) => named.includes(code)) : known;
}

/** Pieces that an offer begins with: one has every cart with the goods. @throws UsageError for what is no such number */
export function readPieces(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const pieces = Number(text);
  if (/^\d+$/.test(text) && pieces >= 2 && pieces <= quantityBounds.max) return pieces;
  throw new UsageError(`${name} should be a whole number from 2 to ${quantityBounds.max}, not "${text}".`);
}

/** A gift card that is sold is money: it has no price of its own, no pieces and nobody who may not buy it. @throws CommandError for it */
export function refuseMoney(code: string, type: string): void {
  if (type === 'gift_card') throw new CommandError(`${code} is money: buyers choose its amount.`);
}

/** Variants that a line of a cart can be of. @throws CommandError for one that is not there, is a set or is never sold */
export async function readVariants(
  db: Kysely<Database>,
  named: readonly string[] | undefined,
): Promise<string[] | undefined> {
  if (!named) return undefined;
  const known = await db
    .selectFrom('product_variant')
    .innerJoin('product', 'product.id', 'product_variant.product_id')
    .select(['product_variant.code', 'product.type', 'product.is_gift'])
    .where('product_variant.code', 'in', named)
    .execute();
  for (const code of named) {
    const one = known.find((row) => row.code === code);
    if (!one) throw new CommandError(`There is no variant ${code}.`);
    if (one.type === 'bundle')
      throw new CommandError(`${code} is a set: a cart holds its parts, name those.`);
    if (one.type !== 'simple' || one.is_gift)
      throw new CommandError(`${code} takes no promotion: it is ${one.is_gift ? 'a gift' : 'money'}.`);
  }
  return [...new Set(named)];
}

/** @throws CommandError for a category that is not there */
export async function readCategories(
  db: Kysely<Database>,
  named: readonly string[] | undefined,
): Promise<string[] | undefined> {
  if (!named) return undefined;
  const known = await db.selectFrom('taxon').select('code').where('code', 'in', named).execute();
  const missing = named.find((one) => !known.some(({ code }) => code === one));
  if (missing !== undefined) throw new CommandError(`There is no category ${missing}.`);
  return [...named];
}
