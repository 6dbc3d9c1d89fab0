/** `gift-card add`, `gift-card CODE`, `gift-card on|off`, `gift-card sell`: money that the shop gives out on cards (contract 5.5). */
import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { inScope } from '#server/database/transaction-scope.ts';
import type { MailServices } from '#server/mail/mail-outbox.ts';
import { newGiftCardCode } from '#server/order-terms/gift-card-code.ts';
import { sellGiftCards, stopGiftCards } from '#server/order-terms/gift-card-goods.ts';
import { findCard } from '#server/order-terms/laid-gift-cards.ts';
import { counted, euros, periodText } from '#server/text/told-table.ts';
import { CommandError, UsageError } from './command-error.ts';
import { readChannels, readCode, readMoney, readOptions, readPeriod } from './offer-options.ts';

type Hands = Pick<MailServices, 'db' | 'now'>;

/** Cents, ten times what buyers can put on one (contract 5.5): the card is money, and nothing takes back a slip of the hand. */
const richestCard = 500_000;

async function isTaken(db: Kysely<Database>, code: string): Promise<boolean> {
  const coupon = await db
    .selectFrom('coupon')
    .select('code')
    .where((eb) => eb(eb.fn('lower', ['code']), '=', code.toLowerCase()))
    .executeTakeFirst();
  return coupon !== undefined || (await findCard(db, code)) !== undefined;
}

/**
 * `gift-card add AMOUNT [--code CODE] [--until DAY] [--channel CODE]`: a card of so much money.
 * @returns its code, which is the money: whoever has it can spend it
 */
export async function addGiftCard(
  { db, now }: Hands,
  amount: string,
  words: readonly string[],
): Promise<string> {
  const given = readOptions(words, {
    code: { type: 'string' },
    until: { type: 'string' },
    channel: { type: 'string', multiple: true },
  });
  const balance = readMoney('The amount', amount, { most: richestCard });
  const code = given.code === undefined ? newGiftCardCode() : readCode(given.code, 'The code of a gift card');
  // A short one is guessed: tries are limited per client, and clients are many.
  if (code.length < 12) throw new UsageError('The code of a gift card should be 12 characters or more.');
  const { until } = readPeriod(undefined, given.until, now());
  return inScope(db, async (trx) => {
    if (await isTaken(trx, code)) throw new CommandError(`There is a card or a promo code ${code} already.`);
    const channels = (await readChannels(trx, given.channel)).map((one) => one.code);
    const currencies = await trx
      .selectFrom('channel')
      .select('currency_code')
      .distinct()
      .where('code', 'in', channels)
      .execute();
    const [first, ...others] = currencies;
    if (!first || others.length > 0)
      throw new CommandError('These channels have several currencies: name one with --channel.');
    await trx
      .insertInto('gift_card')
      .values({
        code,
        currency_code: first.currency_code,
        channels,
        initial_amount: balance,
        balance,
        expires_at: until,
        enabled: true,
      })
      .execute();
    return `Gift card ${code}: ${euros(balance)}, ${periodText(null, until)}, in ${channels.join(' and ')}.`;
  });
}

async function requireCard(db: Kysely<Database>, code: string) {
  const card = await findCard(db, code);
  if (!card) throw new CommandError(`There is no gift card ${code}.`);
  return card;
}

/** `gift-card CODE`: what is left on it, and the orders that it paid for. */
export async function showGiftCard({ db }: Pick<Hands, 'db'>, name: string): Promise<string> {
  const card = await requireCard(db, name);
  const { code, balance, initial_amount: initial, expires_at: until, enabled, channels } = card;
  const bought = await db
    .selectFrom('order_item')
    .innerJoin('order', 'order.id', 'order_item.order_id')
    .select('order.number')
    .where('order_item.id', '=', card.sold_item)
    .executeTakeFirst();
  const orders = await db
    .selectFrom('order_gift_card')
    .innerJoin('order', 'order.id', 'order_gift_card.order_id')
    .select(['order.number', 'order_gift_card.amount', 'order_gift_card.returned'])
    .where('card_id', '=', card.id)
    .where('order.number', 'is not', null)
    .orderBy('order.id')
    .execute();
  return [
    `Gift card ${code}: ${euros(balance)} of ${euros(initial)} left, ${periodText(null, until)}, in ${channels.join(' and ')}${enabled ? '' : ', switched off'}${bought?.number ? `, bought with order ${bought.number}` : ''}; ${counted(orders.length, 'order')}.`,
    ...orders.map(
      ({ number, amount, returned }) =>
        `  ${number ?? ''}: ${euros(amount)}${returned ? ', given back' : ''}`,
    ),
  ].join('\n');
}

/** `gift-card on|off CODE`: switched off it pays for nothing more; its money stays written on it, and is there again with `on`. */
export async function switchGiftCard(
  { db }: Pick<Hands, 'db'>,
  name: string,
  to: 'on' | 'off',
): Promise<string> {
  const { id, code, balance } = await requireCard(db, name);
  await db
    .updateTable('gift_card')
    .set({ enabled: to === 'on' })
    .where('id', '=', id)
    .execute();
  return `Gift card ${code} is switched ${to}, with ${euros(balance)} left on it.`;
}

/** `gift-card sell on|off [--channel CODE]`: whether cards can be bought, in these shops or in all. */
export async function sellCards(
  { db }: Pick<Hands, 'db'>,
  to: 'on' | 'off',
  words: readonly string[],
): Promise<string> {
  const given = readOptions(words, { channel: { type: 'string', multiple: true } });
  const channels = (await readChannels(db, given.channel)).map((one) => one.code);
  await (to === 'on' ? sellGiftCards : stopGiftCards)(db, channels);
  return `Gift cards are ${to === 'on' ? '' : 'not '}sold in ${channels.join(' and ')}.`;
}
