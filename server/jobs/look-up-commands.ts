/** What the keeper may look up: orders and what is in one, warehouses, reviews that wait. */
import { sql } from 'kysely';
import type { Company } from '#contract/addresses.ts';
import { orderStates, paymentStates, shippingStates } from '#contract/orders.ts';
import { textIn } from '#domain/texts.ts';
import type { MailServices } from '#server/mail/mail-outbox.ts';
import { loadAdjustments, loadItems, loadPayments, loadShipments } from '#server/order-store/order-store.ts';
import { CommandError, UsageError } from './command-error.ts';
import { readDay, readOptions } from './offer-options.ts';
import { counted, euros, minuteText, toldLines, toldTable } from '#server/text/told-table.ts';

type Hands = Pick<MailServices, 'db'>;
/** The keeper's own language is not known: names as the shop was first written. */
const locale = 'lt';

/** As it stands on papers: who, by which numbers, where. */
const companyText = (one: Company): string =>
  [
    one.companyName,
    one.companyCode,
    one.vatNumber,
    [one.street, one.houseNumber, one.flatNumber].filter(Boolean).join(' '),
    `${one.postCode} ${one.city}`.trim(),
    one.countryCode,
  ]
    .filter(Boolean)
    .join(', ');

/** Words for `--state`: of the order itself, of its payment or of its delivery. */
const states = {
  state: orderStates.filter((one) => one !== 'cart'),
  payment_state: paymentStates.filter((one) => one !== 'cart'),
  shipping_state: shippingStates.filter((one) => one !== 'cart' && one !== 'cancelled'),
};

/** Orders listed where nothing was asked for, and where something was. */
const latest = 20;
const most = 200;

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
      `--state should be one of ${Object.values(states).flat().join(', ')}, not "${given.state}".`,
    );
  const since = given.since === undefined ? null : readDay('--since', given.since);
  const orders = await db
    .selectFrom('order')
    .selectAll()
    .where('state', '!=', 'cart')
    .$if(column !== undefined, (query) => query.where(column ?? 'state', '=', given.state as never))
    .$if(since !== null, (query) => query.where('checkout_completed_at', '>=', since))
    .$if(given.email !== undefined, (query) =>
      query.where(sql<boolean>`lower(email) = lower(${given.email ?? ''})`),
    )
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
      order.state === 'cancelled' && order.payment_state === 'paid' ? 'money to be sent back' : '',
    ]),
  );
}

/** `order NUMBER`: who bought what, where it goes and how it is paid. */
export async function showOrder({ db }: Hands, name: string): Promise<string> {
  const order = await db
    .selectFrom('order')
    .selectAll()
    .where('state', '!=', 'cart')
    .where((eb) => eb.or([eb('token', '=', name), eb('number', '=', name)]))
    .executeTakeFirst();
  if (!order) throw new CommandError(`There is no placed order ${name}.`);
  const items = (await loadItems(db, order.id)).filter(({ deleted_at }) => deleted_at === null);
  const shipments = await loadShipments(db, order.id);
  const warehouses = await db.selectFrom('warehouse').select(['id', 'code']).execute();
  const payment = (await loadPayments(db, order.id)).at(-1);
  const adjustments = (await loadAdjustments(db, order.id)).filter(
    ({ neutral, type }) => !neutral && type !== 'tax',
  );
  const sums = new Map<string, number>();
  for (const { label, amount } of adjustments) {
    const said = textIn(label, locale);
    sums.set(said, (sums.get(said) ?? 0) + amount);
  }
  const address = order.shipping_address;
  const street =
    address && [address.street, address.houseNumber, address.flatNumber].filter(Boolean).join(' ');
  const pieces = items.reduce((sum, item) => sum + item.quantity, 0);
  return [
    toldLines([
      `Order ${order.number ?? ''}: ${order.state}, ${order.payment_state}, ${order.shipping_state}.`,
      `Placed ${order.checkout_completed_at ? minuteText(order.checkout_completed_at) : ''}${order.placed_by === null ? '' : ` by ${order.placed_by} for the customer`}, token ${order.token}`,
      `Buyer: ${[[order.first_name, order.last_name].filter(Boolean).join(' '), order.email, order.phone_number].filter(Boolean).join(', ')}`,
      ...(order.invoice ? [`Invoice for: ${companyText(order.invoice)}`] : []),
      ...(order.trade_proof
        ? [`Trade shown on ${order.trade_proof.at.slice(0, 10)}: ${order.trade_proof.statement}`]
        : []),
    ]),
    '',
    toldTable(
      ['VARIANT', 'PIECES', 'PRICE', 'SUM', 'NAME'],
      items.map((item) => [
        item.variant_code,
        `${item.quantity}`,
        euros(item.unit_price),
        euros(item.subtotal),
        [textIn(item.product_name, locale), textIn(item.variant_name, locale)].filter(Boolean).join(', '),
      ]),
    ),
    '',
    toldLines([
      ...Array.from(sums, ([said, amount]) => `${said}: ${euros(amount)}`),
      `Total: ${euros(order.total)}, ${counted(pieces, 'piece')} in ${counted(items.length, 'line')}`,
      ...shipments.map((shipment, index) => {
        const from = warehouses.find(({ id }) => id === shipment.warehouse_id)?.code ?? '';
        const to =
          shipment.pickup_point?.name ??
          (shipment.kind === 'collection'
            ? ''
            : [street, address?.postCode, address?.city].filter(Boolean).join(', '));
        return [
          `${shipments.length > 1 ? `Parcel ${index + 1}` : 'Delivery'}: ${textIn(shipment.method_name, locale) || shipment.kind}, ${shipment.state}, from ${from}`,
          ...(to ? [`to ${to}`] : []),
          ...(shipment.tracking === null ? [] : [`tracking ${shipment.tracking}`]),
          ...(shipment.tracking_url === null ? [] : [shipment.tracking_url]),
        ].join(', ');
      }),
      ...(payment
        ? [`Payment: ${textIn(payment.method_name, locale) || (payment.method_kind ?? '')}, ${payment.state}`]
        : []),
      ...(order.gift_wrap
        ? [`Gift wrap${order.gift_wrap_message ? `, on the card: ${order.gift_wrap_message}` : ''}`]
        : []),
      ...(order.notes ? [`The buyer says: ${order.notes}`] : []),
    ]),
  ].join('\n');
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
    ['CODE', 'CITY', 'NAME', 'DOES', 'CHANNELS', 'VARIANTS THERE'],
    rows.map((row) => [
      row.code,
      row.city,
      textIn(row.name, locale),
      (Object.keys(can) as (keyof typeof can)[])
        .filter((name) => row[name])
        .map((name) => can[name])
        .join(', '),
      row.channels.join(', '),
      `${row.variants}`,
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
      `${row.id}  ${minuteText(row.created_at)}  ${row.rating} of 5  ${row.author_first_name}${row.verified_purchase ? ' (bought it)' : ''}  ${row.product_code} ${textIn(row.product_name, locale)}`,
      ...[row.title, row.comment].filter(Boolean).map((text) => `    ${text?.replaceAll(/\s+/g, ' ')}`),
    ]),
  );
}
