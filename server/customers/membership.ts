/** Joining the loyalty programme of a channel and leaving it (contract LOY-03, LOY-04). */
import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Customer } from '#contract/customers.ts';
import type { JoinLoyaltyBody } from '#contract/loyalty.ts';
import { checkDigit, isGtin } from '#domain/fields/gtin.ts';
import { lockCustomer } from '#server/accounts/lock-customer.ts';
import type { Database } from '#server/database/schema.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import { fieldViolation, invalidFields, refusal } from '#server/forms/refusal.ts';
import { callerOf, type RequestContext } from '#server/http/request-context.ts';
import { recalculateOrder } from '#server/orders/order-recalculation.ts';
import { presentCustomer } from './customer-presenter.ts';

type Db = Kysely<Database>;
interface Services {
  db: Db;
  now: () => Date;
}

/** First digits of cards: GS1 keeps 20 to 29 for numbers that mean something inside a shop alone. */
const cardPrefix = '290';

/** A number nobody can guess from another: 13 digits, the last of them the check digit of an EAN. */
function newCardNumber(): string {
  const digits = cardPrefix + String(randomInt(1_000_000_000)).padStart(9, '0');
  return digits + checkDigit(digits);
}

/** The programme of this code in the caller's channel. */
const ruleOf = (trx: Db, code: string, channel: string) =>
  trx
    .selectFrom('loyalty_rule')
    .select(['id', 'channels'])
    .where('code', '=', code)
    .where((eb) => eb(eb.val(channel), '=', eb.fn.any('channels')))
    .executeTakeFirst();

/** The customer, and then their open carts in some channels, locked as every change of a cart locks them first. */
async function lockCarts(trx: Db, customerId: number, channels: readonly string[]) {
  await lockCustomer(trx, customerId);
  return trx
    .selectFrom('order')
    .innerJoin('channel', 'channel.id', 'order.channel_id')
    .select(['order.id', 'order.channel_id'])
    .where('order.customer_id', '=', customerId)
    .where('order.state', '=', 'cart')
    .where('channel.code', 'in', channels)
    .orderBy('order.id')
    .forUpdate('order')
    .execute();
}

/** Members have prices of their own: what a cart costs follows who its buyer is now. */
async function recalculate(trx: Db, carts: Awaited<ReturnType<typeof lockCarts>>, now: Date): Promise<void> {
  for (const cart of carts) await recalculateOrder(trx, cart, { change: 'none', now });
}

async function present(trx: Db, context: RequestContext, now: Date): Promise<Customer> {
  const found = await presentCustomer(trx, callerOf(context).customerId, context.channel.code, now);
  if (!found) throw new ApiFailure(401, 'auth.required');
  return found;
}

/** Writes the membership. @returns whether the number was free */
async function issue(trx: Db, member: { customer_id: number; rule_id: number }, card: string) {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('loyalty_membership')
    .values({ ...member, card_number: card })
    .onConflict((conflict) => conflict.column('card_number').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * LOY-03. A card that the customer has already keeps its number; else one is issued.
 * @throws ApiFailure 409 `loyalty.already_member`; 422 `loyalty.rule_unknown` on `loyaltyRuleCode`, `loyalty.card_taken` on
 * `cardNumber`, `form.invalid` for a number that is none
 */
export function joinLoyalty(
  { db, now }: Services,
  context: RequestContext,
  { loyaltyRuleCode, cardNumber }: JoinLoyaltyBody,
): Promise<Customer> {
  const { customerId } = callerOf(context);
  const { locale } = context;
  return inScope(db, async (trx) => {
    const rule = await ruleOf(trx, loyaltyRuleCode, context.channel.code);
    if (!rule) throw refusal('loyalty.rule_unknown', 'loyaltyRuleCode', locale);
    if (cardNumber !== undefined && (cardNumber.length !== 13 || !isGtin(cardNumber)))
      throw invalidFields(
        [fieldViolation('cardNumber', { kind: 'format', message: 'format' }, locale)],
        'form.invalid',
      );
    // Two presses at once come one after the other, and the second one finds the card.
    const carts = await lockCarts(trx, customerId, rule.channels);
    const member = { customer_id: customerId, rule_id: rule.id };
    const there = await trx
      .selectFrom('loyalty_membership')
      .select('id')
      .where('customer_id', '=', customerId)
      .where('rule_id', '=', rule.id)
      .executeTakeFirst();
    if (there) throw new ApiFailure(409, 'loyalty.already_member');
    if (cardNumber !== undefined) {
      if (!(await issue(trx, member, cardNumber))) throw refusal('loyalty.card_taken', 'cardNumber', locale);
    } else while (!(await issue(trx, member, newCardNumber())));
    await recalculate(trx, carts, now());
    return present(trx, context, now());
  });
}

/**
 * LOY-04. The card and its points are gone at once; points on open carts are taken off, and prices of members with them.
 * @param id of the membership
 * @throws ApiFailure 404 `loyalty.not_member` where the caller has no such membership in this programme
 */
export function leaveLoyalty(
  { db, now }: Services,
  context: RequestContext,
  id: number,
  loyaltyRuleCode: string,
): Promise<Customer> {
  const { customerId } = callerOf(context);
  return inScope(db, async (trx) => {
    const membership = await trx
      .selectFrom('loyalty_membership')
      .innerJoin('loyalty_rule', 'loyalty_rule.id', 'loyalty_membership.rule_id')
      .select('loyalty_rule.channels')
      .where('loyalty_membership.id', '=', id)
      .where('loyalty_membership.customer_id', '=', customerId)
      .where('loyalty_rule.code', '=', loyaltyRuleCode)
      .executeTakeFirst();
    if (!membership) throw new ApiFailure(404, 'loyalty.not_member');
    const carts = await lockCarts(trx, customerId, membership.channels);
    const { numDeletedRows } = await trx
      .deleteFrom('loyalty_membership')
      .where('id', '=', id)
      .where('customer_id', '=', customerId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new ApiFailure(404, 'loyalty.not_member');
    const ids = carts.map((cart) => cart.id);
    if (ids.length > 0) await trx.updateTable('order').set({ points: 0 }).where('id', 'in', ids).execute();
    await recalculate(trx, carts, now());
    return present(trx, context, now());
  });
}
