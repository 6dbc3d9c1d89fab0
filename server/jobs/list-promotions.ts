/** `promotions`: what the cart takes off now, later and no longer (contract 5.2). */
import { sql } from 'kysely';
import { textIn } from '#domain/catalogue/texts.ts';
import type { PromotionAction, PromotionRule } from '#domain/cart/promotions.ts';
import type { MailServices } from '#server/mail/mail-outbox.ts';
import { keeperLocale, periodText, toldTable } from '#server/text/told-table.ts';
import { whenText, freightMethods, offText } from './promotion-words.ts';

type Hands = Pick<MailServices, 'db' | 'now'>;

const usesText = (used: number, limit: number | null): string =>
  limit === null ? `${used}` : `${used} of ${limit}`;

export function stateText(
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
      ['CODE', 'STATE', 'TAKES OFF', 'WHEN', 'USED', 'PERIOD', 'CHANNELS', 'NAME'],
      promotions.map((one) => [
        one.code,
        stateText(one, at),
        (one.actions as PromotionAction[]).map((action) => offText(action, freight)).join(' and '),
        [one.coupon_based ? 'with a code' : '', whenText(one.rules as PromotionRule[])]
          .filter((text) => text !== '')
          .join(', ') || 'every cart',
        usesText(one.used, one.usage_limit),
        periodText(one.starts_at, one.ends_at),
        one.channels.join(', '),
        textIn(one.name, keeperLocale),
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
      ['CODE', 'STATE', 'TAKES OFF', 'VARIANTS', 'PERIOD', 'CHANNELS', 'NAME'],
      discounts.map((one) => [
        one.code,
        stateText(one, at),
        `${one.percent}%`,
        // Prices are reduced while it is on: before and after it has none.
        one.variants > 0 ? `${one.variants}` : stateText(one, at) === 'on' ? 'no goods left' : '',
        periodText(one.starts_at, one.ends_at),
        one.channels.join(', '),
        textIn(one.name, keeperLocale),
      ]),
    ),
  ].join('\n\n');
}
