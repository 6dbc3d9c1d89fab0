/** A placed order as the keeper of the shop is told of it, by a command and by letter. */
import { lineSum } from '#domain/cart/line-amounts.ts';
import type { Company } from '#contract/addresses.ts';
import type { AdjustmentType } from '#contract/orders/adjustments.ts';
import { textIn } from '#domain/catalogue/texts.ts';
import {
  loadAdjustments,
  loadItems,
  loadPayments,
  loadShipments,
  type Db,
  type PaymentRow,
} from '#server/order-store/order-store.ts';
import { otherAmounts } from './other-amounts.ts';
import { counted, euros, keeperLocale, minuteText, toldLines, toldTable } from '#server/text/told-table.ts';

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

/** What paid for it. Of what cards and points paid whole, the method that its cart had before them brings no money. */
function paymentText(
  total: number,
  { state, method_name, method_kind }: Pick<PaymentRow, 'state' | 'method_name' | 'method_kind'>,
  adjustments: readonly { type: string; amount: number }[],
): string {
  if (total > 0) return `${textIn(method_name, keeperLocale) || (method_kind ?? 'no method')}, ${state}`;
  const paid = (by: AdjustmentType) => adjustments.some(({ type, amount }) => type === by && amount !== 0);
  const by = [
    ...(paid('gift_card') ? ['gift cards'] : []),
    ...(paid('loyalty_points_spent') ? ['points'] : []),
  ];
  if (by.length === 0) return `nothing was left to pay, ${state}`;
  return `${by.join(' and ')} paid all of it, ${state === 'completed' ? 'nothing is to come' : state}`;
}

/** How each line is written but those of the goods, which are the shop's own: any other may hold words of people. */
interface Written {
  line: (line: string) => string;
  /** The buyer's address of mail, which is answered. */
  email: (email: string) => string;
}

/** Who bought what, where it goes and how it is paid; null where no placed order has this number or token. */
export async function toldOrder(
  db: Db,
  name: string,
  written: Written = { line: (line) => line, email: (email) => email },
): Promise<string | null> {
  const order = await db
    .selectFrom('order')
    .selectAll()
    .where('state', '!=', 'cart')
    .where((eb) => eb.or([eb('token', '=', name), eb('number', '=', name)]))
    .executeTakeFirst();
  if (!order) return null;
  const items = (await loadItems(db, order.id)).filter(({ deleted_at }) => deleted_at === null);
  const shipments = await loadShipments(db, order.id);
  const warehouses = await db.selectFrom('warehouse').select(['id', 'code']).execute();
  const payment = (await loadPayments(db, order.id)).at(-1);
  const adjustments = (await loadAdjustments(db, order.id)).filter(
    ({ neutral, type }) => !neutral && type !== 'tax',
  );
  const sums = new Map<string, number>();
  for (const { label, amount } of adjustments) {
    const said = textIn(label, keeperLocale);
    sums.set(said, (sums.get(said) ?? 0) + amount);
  }
  const address = order.shipping_address;
  const street =
    address && [address.street, address.houseNumber, address.flatNumber].filter(Boolean).join(' ');
  const pieces = items.reduce((sum, item) => sum + item.quantity, 0);
  const lines = (told: readonly string[]) => toldLines(told.map(written.line));
  const buyer = [
    written.line([order.first_name, order.last_name].filter(Boolean).join(' ')),
    written.email(order.email ?? ''),
    written.line(order.phone_number ?? ''),
  ].filter(Boolean);
  return [
    lines([
      `Order ${order.number ?? ''}: ${order.state}, ${order.payment_state}, ${order.shipping_state}.`,
      `Placed ${order.checkout_completed_at ? minuteText(order.checkout_completed_at) : ''}${order.placed_by === null ? '' : ` by ${order.placed_by} for the customer`}, token ${order.token}`,
    ]),
    toldLines([
      `Buyer: ${buyer.join(', ')}`,
      ...[
        ...(order.invoice ? [`Invoice for: ${companyText(order.invoice)}`] : []),
        ...(order.certificate
          ? [
              `Certificate given: ${order.certificate.number}, ${order.certificate.holder}, until ${order.certificate.validUntil}`,
            ]
          : []),
        ...(order.trade_proof
          ? [`Trade shown on ${order.trade_proof.at.slice(0, 10)}: ${order.trade_proof.statement}`]
          : []),
      ].map(written.line),
    ]),
    '',
    toldTable(
      ['VARIANT', 'PIECES', 'PRICE', 'SUM', 'NAME'],
      items.map((item) => [
        item.variant_code,
        `${item.quantity}`,
        euros(item.unit_price),
        euros(lineSum(item)),
        [textIn(item.product_name, keeperLocale), textIn(item.variant_name, keeperLocale)]
          .filter(Boolean)
          .join(', '),
      ]),
    ),
    '',
    lines([
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
          `${shipments.length > 1 ? `Parcel ${index + 1}` : 'Delivery'}: ${textIn(shipment.method_name, keeperLocale) || shipment.kind}, ${shipment.state}, from ${from}`,
          ...(to ? [`to ${to}`] : []),
          ...(shipment.tracking === null ? [] : [`tracking ${shipment.tracking}`]),
          ...(shipment.tracking_url === null ? [] : [shipment.tracking_url]),
        ].join(', ');
      }),
      ...(payment ? [`Payment: ${paymentText(order.total, payment, adjustments)}`] : []),
      ...(await otherAmounts(db, order.id)).map(
        ({ paid, due, at }) =>
          `Another amount was paid: ${euros(paid)} on ${minuteText(at)}, where ${euros(due)} were due. It has paid nothing: ${order.payment_state === 'awaiting_payment' ? `order ${order.number ?? ''} mark-paid takes it as the payment, ` : ''}order ${order.number ?? ''} refund notes that it went back.`,
      ),
      ...(order.gift_wrap
        ? [`Gift wrap${order.gift_wrap_message ? `, on the card: ${order.gift_wrap_message}` : ''}`]
        : []),
      ...(order.notes ? [`The buyer says: ${order.notes}`] : []),
    ]),
  ].join('\n');
}
