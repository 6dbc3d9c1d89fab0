/** What the keeper may look up: orders and what is in one, warehouses, reviews that wait. */
import { sql } from 'kysely';
import { orderStates, paymentStates, shippingStates } from '#contract/orders/orders.ts';
import { textIn } from '#domain/catalogue/texts.ts';
import type { MailServices } from '#server/mail/mail-outbox.ts';
import { hasOtherAmount } from '#server/placed-orders/other-amounts.ts';
import { toldOrder } from '#server/placed-orders/told-order.ts';
import { CommandError, UsageError } from './command-error.ts';
import { readDay, readOptions } from './offer-options.ts';
import { euros, keeperLocale, minuteText, toldLines, toldTable } from '#server/text/told-table.ts';

type Hands = Pick<MailServices, 'db'>;

/** Words for `--state`: of the order itself, of its payment or of its delivery. */
const states = {
  state: orderStates.filter((one) => one !== 'cart'),
  payment_state: paymentStates.filter((one) => one !== 'cart'),
  shipping_state: shippingStates.filter((one) => one !== 'cart' && one !== 'cancelled'),
};

/** Orders listed where nothing was asked for, and where something was. */
const latest = 20;
const most = 200;

/** SQL over the "order" at hand: its money goes back, all of a cancelled one, else what came beside the first payment. */
const isOwed = sql<boolean>`(payment_state = 'paid' and ("order".state = 'cancelled'
  or (select count(*) from payment where order_id = "order".id and payment.state = 'completed') > 1))`;

/** `orders [--state WORD] [--since DAY] [--email ADDRESS]`: placed orders, one line each, the latest first. */
export async function listOrders({ db }: Hands, words: readonly string[] = []): Promise<string> {
  const given = readOptions(words, {
    state: { type: 'string' },
    since: { type: 'string' },
    email: { type: 'string' },
  });
  const column = (Object.keys(states) as (keyof typeof states)[]).find((one) =>
    (states[one] as readonly string[]).includes(given.state ?? ''),
  );
  if (given.state !== undefined && !column)
    throw new UsageError(
      `--state should be one of ${[...new Set(Object.values(states).flat())].join(', ')}, not "${given.state}".`,
    );
  const since = given.since === undefined ? null : readDay('--since', given.since);
  const orders = await db
    .selectFrom('order')
    .selectAll()
    .select([isOwed.as('owed'), hasOtherAmount.as('other_amount')])
    .where('state', '!=', 'cart')
    .$if(column !== undefined, (query) => query.where(column ?? 'state', '=', given.state as never))
    .$if(since !== null, (query) => query.where('checkout_completed_at', '>=', since))
    .$if(given.email !== undefined, (query) =>
      query.where(sql<boolean>`lower(email) = lower(${given.email ?? ''})`),
    )
    // Where nothing was asked for, money that somebody has to decide about is seen however old its order is.
    .$if(words.length === 0, (query) => query.orderBy(sql`${isOwed} or ${hasOtherAmount}`, 'desc'))
    .orderBy('checkout_completed_at', 'desc')
    .limit(words.length === 0 ? latest : most)
    .execute();
  if (orders.length === 0) return words.length === 0 ? 'No orders yet.' : 'No such orders.';
  return toldTable(
    ['NUMBER', 'PLACED', 'ORDER', 'PAYMENT', 'DELIVERY', 'TOTAL', 'NAME', 'TOKEN', ''],
    orders.map((order) => [
      order.number ?? '',
      order.checkout_completed_at ? minuteText(order.checkout_completed_at) : '',
      order.state,
      order.payment_state,
      order.shipping_state,
      euros(order.total),
      [order.first_name, order.last_name].filter(Boolean).join(' '),
      order.token,
      [
        ...(order.owed ? ['money to be sent back'] : []),
        ...(order.other_amount ? ['another amount was paid'] : []),
      ].join(', '),
    ]),
  );
}

/** `order NUMBER`: who bought what, where it goes and how it is paid. */
export async function showOrder({ db }: Hands, name: string): Promise<string> {
  const told = await toldOrder(db, name);
  if (told === null) throw new CommandError(`There is no placed order ${name}.`);
  return told;
}

/** `warehouses`: their codes, as `set-stock` takes them, and how much lies there. */
export async function listWarehouses({ db }: Hands): Promise<string> {
  const rows = await db
    .selectFrom('warehouse')
    .selectAll()
    .select(
      sql<number>`(select count(*)::int from stock where warehouse_id = warehouse.id and on_hand > 0)`.as(
        'variants',
      ),
    )
    .orderBy('priority', 'desc')
    .orderBy('id')
    .execute();
  if (rows.length === 0) return 'There are no warehouses.';
  const can = { ships: 'sends', collection: 'hands out', chemicals: 'chemicals' } as const;
  return toldTable(
    ['CODE', 'CITY', 'NAME', 'PHONE', 'DOES', 'CHANNELS', 'VARIANTS THERE'],
    rows.map((row) => [
      row.code,
      row.city,
      textIn(row.name, keeperLocale),
      row.phone_number ?? '',
      (Object.keys(can) as (keyof typeof can)[])
        .filter((name) => row[name])
        .map((name) => can[name])
        .join(', '),
      row.channels.join(', '),
      `${row.variants}`,
    ]),
  );
}

/** `categories`: their codes in the order of the menu, each below its parent, as `discount` and `promotion` take them. */
export async function listCategories({ db }: Hands): Promise<string> {
  const rows = await db
    .selectFrom('taxon')
    .select(['code', 'name', 'level', 'enabled'])
    .select(
      sql<number>`(select count(distinct pt.product_id)::int from product_taxon pt join taxon t on t.id = pt.taxon_id
        where t.lft >= taxon.lft and t.rgt <= taxon.rgt)`.as('products'),
    )
    .orderBy('lft')
    .execute();
  if (rows.length === 0) return 'There are no categories.';
  return toldTable(
    ['CODE', 'NAME', 'PRODUCTS', 'SHOWN'],
    rows.map((row) => [
      row.code,
      `${'  '.repeat(Math.max(row.level, 0))}${textIn(row.name, keeperLocale)}`,
      `${row.products}`,
      row.enabled ? 'yes' : 'no',
    ]),
  );
}

/** `reviews`: those that nobody has decided about, oldest first, with the numbers for `accept-review`. */
export async function listReviews({ db }: Hands): Promise<string> {
  const rows = await db
    .selectFrom('review')
    .innerJoin('product', 'product.id', 'review.product_id')
    .selectAll('review')
    .select(['product.code as product_code', 'product.name as product_name'])
    .where('review.state', '=', 'new')
    .orderBy('review.created_at')
    .orderBy('review.id')
    .limit(50)
    .execute();
  if (rows.length === 0) return 'No review waits.';
  return toldLines(
    rows.flatMap((row) => [
      `${row.id}  ${minuteText(row.created_at)}  ${row.rating} of 5  ${row.author_first_name}${row.verified_purchase ? ' (bought it)' : ''}  ${row.product_code} ${textIn(row.product_name, keeperLocale)}`,
      ...[row.title, row.comment].filter(Boolean).map((text) => `    ${text?.replaceAll(/\s+/g, ' ')}`),
    ]),
  );
}
