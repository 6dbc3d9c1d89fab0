/** `promotions`, `promotion add`, `promotion end`: what the cart takes off by itself or for a code (contract 5.2). */
import { defaultLocale } from '#contract/locale.ts';
import { inEveryLocale } from '#locales/server-texts.ts';
import { sql, type Kysely } from 'kysely';
import { isForMethod, type PromotionAction, type PromotionRule } from '#domain/cart/promotions.ts';
import type { Database } from '#server/database/schema.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import type { MailServices } from '#server/mail/mail-outbox.ts';
import { CommandError, UsageError } from './command-error.ts';
import {
  readCategories,
  readChannels,
  readCode,
  readLimit,
  readMoney,
  readOptions,
  readPercent,
  readPeriod,
} from './offer-options.ts';
import { euros, periodText, toldTable } from '#server/text/told-table.ts';

type Hands = Pick<MailServices, 'db' | 'now'>;

function whenText(rule: PromotionRule): string {
  switch (rule.type) {
    case 'quantity':
      return `from ${rule.quantity} pieces${rule.taxons ? ` of ${rule.taxons.join(', ')}` : ''}`;
    case 'item_total':
      return `from ${euros(rule.amount)}`;
    case 'item_total_of_taxon':
      return `from ${euros(rule.amount)} of ${rule.taxon}`;
    case 'has_taxon':
      return `with goods of ${rule.taxons.join(', ')}`;
    case 'contains_product':
      return `with ${rule.product}`;
    case 'shipping_country':
      return `to ${rule.countries.join(', ')}`;
    case 'first_purchase':
      return 'first purchase';
    case 'loyalty_member':
      return 'loyalty members';
    default:
      return 'never: a rule that this version does not know';
  }
}

/** Methods of delivery for what goes on pallets: they cost many times what free delivery is meant to give away. */
const freightMethods = async (db: Kysely<Database>): Promise<string[]> =>
  (await db.selectFrom('shipping_method').select('code').where('freight', '=', true).execute()).map(
    ({ code }) => code,
  );

function offText(action: PromotionAction, freight: readonly string[]): string {
  switch (action.type) {
    case 'order_fixed_discount':
      return euros(action.amount);
    case 'order_percentage_discount':
      return `${action.percentage}%`;
    case 'unit_fixed_discount':
    case 'unit_percentage_discount': {
      const off = action.type === 'unit_fixed_discount' ? euros(action.amount) : `${action.percentage}%`;
      const goods = [...(action.taxons ?? []), ...(action.products ?? [])];
      return goods.length === 0 ? `${off} a piece` : `${off} a piece of ${goods.join(', ')}`;
    }
    case 'shipping_percentage':
      return `${action.percentage}% of delivery${freight.some((code) => isForMethod(action, code)) ? ', freight too' : ''}`;
    default:
      return 'nothing';
  }
}

const usesText = (used: number, limit: number | null): string =>
  limit === null ? `${used}` : `${used} of ${limit}`;

function stateText(
  { enabled, starts_at, ends_at }: { enabled: boolean; starts_at: Date | null; ends_at: Date | null },
  now: Date,
): string {
  if (!enabled) return 'off';
  if (ends_at && ends_at <= now) return 'over';
  return starts_at && starts_at > now ? 'to come' : 'on';
}

/** `promotions`: those of the cart, their codes, and the discounts of the catalogue. */
export async function listPromotions({ db, now }: Hands): Promise<string> {
  const at = now();
  const freight = await freightMethods(db);
  const promotions = await db.selectFrom('cart_promotion').selectAll().orderBy('id').execute();
  const coupons = await db
    .selectFrom('coupon')
    .innerJoin('cart_promotion', 'cart_promotion.id', 'coupon.promotion_id')
    .selectAll('coupon')
    .select('cart_promotion.code as promotion_code')
    .select(sql<Date | null>`least(coupon.expires_at, cart_promotion.ends_at)`.as('over_at'))
    .orderBy('coupon.id')
    .execute();
  const discounts = await db
    .selectFrom('catalogue_discount')
    .selectAll()
    .select(
      sql<number>`(select count(distinct variant_id)::int from channel_price where promotion = catalogue_discount.code)`.as(
        'variants',
      ),
    )
    .orderBy('id')
    .execute();
  const part = (title: string, none: string, headings: string[], rows: string[][]): string =>
    rows.length === 0 ? none : `${title}\n${toldTable(headings, rows)}`;
  return [
    part(
      'Promotions of the cart',
      'No promotions of the cart.',
      ['CODE', 'STATE', 'TAKES OFF', 'WHEN', 'USED', 'PERIOD', 'CHANNELS'],
      promotions.map((one) => [
        one.code,
        stateText(one, at),
        (one.actions as PromotionAction[]).map((action) => offText(action, freight)).join(' and '),
        [...(one.coupon_based ? ['with a code'] : []), ...(one.rules as PromotionRule[]).map(whenText)].join(
          ', ',
        ) || 'every cart',
        usesText(one.used, one.usage_limit),
        periodText(one.starts_at, one.ends_at),
        one.channels.join(', '),
      ]),
    ),
    part(
      'Promo codes',
      'No promo codes.',
      ['CODE', 'PROMOTION', 'USED', 'PER CUSTOMER', 'PERIOD'],
      coupons.map((one) => [
        one.code,
        one.promotion_code,
        usesText(one.used, one.usage_limit),
        one.per_customer_limit === null ? 'no limit' : `${one.per_customer_limit}`,
        one.over_at && one.over_at <= at ? 'over' : periodText(null, one.over_at),
      ]),
    ),
    part(
      'Discounts of the catalogue',
      'No discounts of the catalogue.',
      ['CODE', 'STATE', 'TAKES OFF', 'VARIANTS', 'PERIOD', 'CHANNELS'],
      discounts.map((one) => [
        one.code,
        stateText(one, at),
        `${one.percent}%`,
        one.variants === 0 ? 'no goods left' : `${one.variants}`,
        periodText(one.starts_at, one.ends_at),
        one.channels.join(', '),
      ]),
    ),
  ].join('\n\n');
}

/** `--off`: a percentage or an amount, of the whole cart or of each piece of some categories; or the delivery, freight apart. */
function readAction(
  off: string,
  taxons: string[] | undefined,
  withFreight: boolean,
  freight: string[],
): PromotionAction {
  if (off === 'delivery') {
    if (taxons) throw new UsageError('Delivery is taken off the whole order: leave --category out.');
    return {
      type: 'shipping_percentage',
      percentage: 100,
      ...(withFreight ? {} : { excludeMethods: freight }),
    };
  }
  if (withFreight) throw new UsageError('--with-freight goes with --off delivery.');
  const percentage = readPercent('--off', off);
  if (percentage !== null)
    return taxons
      ? { type: 'unit_percentage_discount', percentage, taxons }
      : { type: 'order_percentage_discount', percentage };
  const amount = readMoney('--off', off);
  return taxons ? { type: 'unit_fixed_discount', amount, taxons } : { type: 'order_fixed_discount', amount };
}

/** What buyers read of a promotion that nobody has named, in each language of the shop: never its code. */
export const freeDeliveryName = inEveryLocale(({ names }) => names.promotions.freeDelivery);
const discountName = inEveryLocale(({ names }) => names.promotions.discount);
const nameFor = (given: string | undefined, action: PromotionAction): Record<string, string> =>
  given !== undefined
    ? { [defaultLocale]: given }
    : action.type === 'shipping_percentage'
      ? freeDeliveryName
      : discountName;

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
    name: { type: 'string' },
    minimum: { type: 'string' },
    category: { type: 'string', multiple: true },
    channel: { type: 'string', multiple: true },
    from: { type: 'string' },
    until: { type: 'string' },
    limit: { type: 'string' },
    'per-customer': { type: 'string' },
    first: { type: 'boolean' },
    'with-freight': { type: 'boolean' },
  });
  const code = readCode(name, 'The code of a promotion');
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
  return inScope(db, async (trx) => {
    await refuseKnown(trx, code, coupon);
    const channels = await readChannels(trx, given.channel);
    const taxons = await readCategories(trx, given.category);
    const freight = await freightMethods(trx);
    const action = readAction(off, taxons, given['with-freight'] === true, freight);
    const rules: PromotionRule[] = [
      ...(minimum === null ? [] : [{ type: 'item_total' as const, amount: minimum }]),
      ...(taxons ? [{ type: 'has_taxon' as const, taxons }] : []),
      ...(given.first === true ? [{ type: 'first_purchase' as const }] : []),
    ];
    const made = await trx
      .insertInto('cart_promotion')
      .values({
        code,
        name: JSON.stringify(nameFor(given.name ?? coupon, action)),
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
    const when = rules.map(whenText).join(', ');
    return `Promotion ${code}: ${offText(action, freight)} off${when ? `, ${when}` : ''}${coupon === undefined ? '' : `, with the code ${coupon}`}, ${periodText(from, until)}, in ${channels.map((one) => one.code).join(', ')}.`;
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
