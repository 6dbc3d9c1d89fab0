/** `promotion add`, `promotion end`: what the cart takes off by itself or for a code (contract 5.2). */
import { inEveryLocale } from '#locales/server-texts.ts';
import { sql, type Kysely } from 'kysely';
import type { PromotionAction, PromotionRule } from '#domain/cart/promotions.ts';
import type { Database } from '#server/database/schema.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import { CommandError, UsageError } from './command-error.ts';
import { nameOptions, readNames } from './offer-names.ts';
import {
  readCategories,
  readChannels,
  readCode,
  readLimit,
  readMoney,
  readOptions,
  readPercent,
  readPeriod,
  readPieces,
  readVariants,
} from './offer-options.ts';
import { counted, periodText } from '#server/text/told-table.ts';
import type { MailServices } from '#server/mail/mail-outbox.ts';
import { whenText, freightMethods, offText } from './promotion-words.ts';

type Hands = Pick<MailServices, 'db' | 'now'>;

/** `--off`: a percentage or an amount, of the whole cart or of each piece of some goods; or the delivery, freight apart. */
function readAction(
  off: string,
  goods: { taxons: string[] } | { variants: string[] } | undefined,
  withFreight: boolean,
  freight: string[],
): PromotionAction {
  if (off === 'delivery') {
    if (goods)
      throw new UsageError('Delivery is taken off the whole order: leave --category and --variant out.');
    return {
      type: 'shipping_percentage',
      percentage: 100,
      ...(withFreight ? {} : { excludeMethods: freight }),
    };
  }
  if (withFreight) throw new UsageError('--with-freight goes with --off delivery.');
  const percentage = readPercent('--off', off);
  if (percentage !== null)
    return goods
      ? { type: 'unit_percentage_discount', percentage, ...goods }
      : { type: 'order_percentage_discount', percentage };
  const amount = readMoney('--off', off);
  return goods ? { type: 'unit_fixed_discount', amount, ...goods } : { type: 'order_fixed_discount', amount };
}

/** What buyers read of a promotion that nobody has named, in each language of the shop: never its code. */
export const freeDeliveryName = inEveryLocale(({ names }) => names.promotions.freeDelivery);
/** How codes begin of promotions that `delivery set --free-from` makes and says anew, whatever stands under them. */
export const freePrefix = 'FREE-';
const discountName = inEveryLocale(({ names }) => names.promotions.discount);
const nameOf = (action: PromotionAction) =>
  action.type === 'shipping_percentage' ? freeDeliveryName : discountName;

/** @throws UsageError for what is no code, or that of another command */
function readPromotionCode(name: string): string {
  const code = readCode(name, 'The code of a promotion');
  if (!code.startsWith(freePrefix)) return code;
  throw new UsageError(
    `Codes that begin with ${freePrefix} are those of free delivery: delivery set COURIER_HOME --free-from 60 makes one.`,
  );
}

async function refuseKnown(db: Kysely<Database>, code: string, coupon: string | undefined): Promise<void> {
  const known = await db
    .selectFrom('cart_promotion')
    .select('id')
    .where('code', '=', code)
    .executeTakeFirst();
  if (known) throw new CommandError(`There is a promotion ${code} already.`);
  if (coupon === undefined) return;
  const taken = await db
    .selectFrom('coupon')
    .select('id')
    .where(sql<boolean>`lower(code) = lower(${coupon})`)
    .executeTakeFirst();
  if (taken) throw new CommandError(`There is a promo code ${coupon} already.`);
}

/** `promotion add CODE --off 10%|5.00|delivery …`; with `--coupon` it needs a code, which is made with it. */
export async function addPromotion(
  { db, now }: Hands,
  name: string,
  words: readonly string[],
): Promise<string> {
  const given = readOptions(words, {
    off: { type: 'string' },
    coupon: { type: 'string' },
    ...nameOptions,
    minimum: { type: 'string' },
    'from-pieces': { type: 'string' },
    category: { type: 'string', multiple: true },
    variant: { type: 'string', multiple: true },
    channel: { type: 'string', multiple: true },
    from: { type: 'string' },
    until: { type: 'string' },
    limit: { type: 'string' },
    'per-customer': { type: 'string' },
    first: { type: 'boolean' },
    'with-freight': { type: 'boolean' },
  });
  const code = readPromotionCode(name);
  if (given.off === undefined)
    throw new UsageError('--off says what is taken off: --off 10%, --off 5.00 or --off delivery.');
  const { off } = given;
  const coupon = given.coupon === undefined ? undefined : readCode(given.coupon, 'A promo code');
  const { from, until } = readPeriod(given.from, given.until, now());
  const usageLimit = readLimit('--limit', given.limit);
  const perCustomer = readLimit('--per-customer', given['per-customer']);
  if (perCustomer !== null && coupon === undefined)
    throw new UsageError(
      'Uses of one customer are counted for promo codes only: give one with --coupon, or say --first for the first purchase.',
    );
  if (given.first === true && coupon !== undefined)
    throw new UsageError(
      'A promo code cannot be for the first purchase: --per-customer 1 lets everybody use it once.',
    );
  const minimum = given.minimum === undefined ? null : readMoney('--minimum', given.minimum);
  const pieces = readPieces('--from-pieces', given['from-pieces']);
  if (given.category && given.variant)
    throw new UsageError('Say --category or --variant: one promotion is for one kind of them.');
  return inScope(db, async (trx) => {
    await refuseKnown(trx, code, coupon);
    const channels = await readChannels(trx, given.channel);
    const taxons = await readCategories(trx, given.category);
    const variants = await readVariants(trx, given.variant);
    const goods = taxons ? { taxons } : variants ? { variants } : undefined;
    const freight = await freightMethods(trx);
    const action = readAction(off, goods, given['with-freight'] === true, freight);
    const rules: PromotionRule[] = [
      ...(minimum === null ? [] : [{ type: 'item_total' as const, amount: minimum }]),
      ...(pieces !== null || variants
        ? [{ type: 'quantity' as const, quantity: pieces ?? 1, ...goods }]
        : []),
      ...(pieces === null && taxons ? [{ type: 'has_taxon' as const, taxons }] : []),
      ...(given.first === true ? [{ type: 'first_purchase' as const }] : []),
      ...(variants ? [{ type: 'knows_variants' as const }] : []),
    ];
    const made = await trx
      .insertInto('cart_promotion')
      .values({
        code,
        name: JSON.stringify(readNames(given, coupon ?? nameOf(action))),
        enabled: true,
        priority: coupon === undefined ? 50 : 10,
        exclusive: false,
        coupon_based: coupon !== undefined,
        channels: channels.map((one) => one.code),
        starts_at: from,
        ends_at: until,
        rules: JSON.stringify(rules),
        actions: JSON.stringify([action]),
        usage_limit: usageLimit,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (coupon !== undefined)
      await trx
        .insertInto('coupon')
        .values({
          code: coupon,
          promotion_id: made.id,
          expires_at: until,
          usage_limit: usageLimit,
          per_customer_limit: perCustomer,
        })
        .execute();
    const when = whenText(rules);
    const told = [
      `${offText(action, freight)} off`,
      ...(when === '' ? [] : [when]),
      ...(coupon === undefined ? [] : [`with the code ${coupon}`]),
      ...(usageLimit === null ? [] : [`${counted(usageLimit, 'use')} in all`]),
      ...(perCustomer === null ? [] : [`${perCustomer} of each customer`]),
      periodText(from, until),
      `in ${channels.map((one) => one.code).join(', ')}`,
    ];
    return `Promotion ${code}: ${told.join(', ')}.`;
  });
}

/** `promotion end CODE`: no cart has it from now on; its promo codes end with it; of a promo code, the code alone. Orders that had it keep it. */
export function endPromotion({ db, now }: Hands, code: string): Promise<string> {
  return inScope(db, async (trx) => {
    const at = now();
    const ended = await trx
      .updateTable('cart_promotion')
      .set({ ends_at: at })
      .where('code', '=', code)
      .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', at)]))
      .executeTakeFirst();
    if (ended.numUpdatedRows > 0n) return `Promotion ${code} is over.`;
    const coupon = await trx
      .updateTable('coupon')
      .set({ expires_at: at })
      .where(sql<boolean>`lower(code) = lower(${code})`)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', at)]))
      .returning('code')
      .executeTakeFirst();
    if (coupon) return `The promo code ${coupon.code} is over.`;
    throw new CommandError(`There is no promotion and no promo code ${code} that is not over.`);
  });
}
