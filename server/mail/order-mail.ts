/** The mails about an order: what was bought, how to pay, where to see it. Text and HTML say the same. */
import { fillText } from '#server/text/fill-text.ts';
import { textsIn } from '#locales/server-texts.ts';
import { payingKinds } from '#contract/orders/adjustments.ts';
import type { Order } from '#contract/orders/orders.ts';
import { lineSum } from '#domain/cart/line-amounts.ts';
import { discountsOf } from '#domain/cart/order-discounts.ts';
import {
  linesOf,
  ownDiscounts,
  payments,
  summaryLines,
  withDeliveryAsPaid,
} from '#domain/cart/summary-lines.ts';
import { payBy } from '#domain/orders/order-states.ts';
import { dayText, endedOnce, moneyText } from '#server/text/money-text.ts';
import type { Seller } from '#server/database/schema-channels.ts';
import { greeting } from './greeting.ts';
import type { OrderMailKind } from './mail-kinds.ts';
import { orderMailHtml, orderMailText, type SumLine } from './order-mail-layout.ts';
import { orderInWords } from '#server/text/words-of-buyer.ts';

interface Input {
  kind: OrderMailKind;
  order: Order;
  locale: string;
  seller: Seller;
  /** Address of the order's page. */
  orderUrl: string;
  /** Address of the terms that the buyer accepted, for the confirmation; null where the shop has none. */
  termsUrl?: string | null;
  /** The paper that comes with it. */
  attached: 'pre-invoice' | 'invoice' | null;
}

type Shipment = Order['shipments'][number];

const wordsOf = (locale: string) => textsIn(locale).mails.order;
const isPartlyShipped = ({ kind, order }: Input): boolean =>
  kind === 'order_shipped' && order.shippingState === 'partially_shipped';

export function composeOrderMail(given: Input): { subject: string; text: string; html: string } {
  const input = { ...given, order: orderInWords(given.order) };
  const { order, locale, seller } = input;
  const words = wordsOf(locale);
  const said = sentencesOf(input);
  const number = order.number ?? '';
  const name = order.customer?.firstName ?? '';
  const money = (cents: number) => moneyText(cents, locale);
  const attached =
    input.attached === null ? [] : [input.attached === 'invoice' ? words.invoiceAttached : words.attached];
  const content = {
    locale,
    subject: fillText(said.subject, { number }),
    hello: greeting(words.hello, name),
    lead: fillText(said.lead, { number, total: money(order.total) }),
    itemsTitle: words.items,
    lines: order.items.map((item) => ({
      label: `${item.productName}${item.variantName ? `, ${item.variantName}` : ''} × ${item.quantity}`,
      sum: money(lineSum(item)),
    })),
    sums: sumsOf(order, locale),
    delivery: [...parcelsOf(input), ...notesOf(order, locale), ...unkeptOf(input)],
    payment: [...paymentOf(input), ...attached],
    page: { label: words.see, url: input.orderUrl },
    // The confirmation of a contract names its terms (Directive 2011/83/EU, Article 8(7)).
    terms: input.termsUrl == null ? null : { label: words.terms, url: input.termsUrl },
    signature: [words.bye, seller.phone, seller.email].filter(Boolean).join(', '),
  };
  return { subject: content.subject, text: orderMailText(content), html: orderMailHtml(content) };
}

/** Subject and first sentence: what has happened to the order. */
function sentencesOf(input: Input): { subject: string; lead: string } {
  const { kind, order } = input;
  const words = wordsOf(input.locale);
  const isPart = isPartlyShipped(input);
  const isCollected =
    order.shipments.length > 0 && order.shipments.every((shipment) => shipment.kind === 'collection');
  if (kind === 'order_shipped' && isCollected) return isPart ? words.partCollected : words.collected;
  if (kind === 'order_paid' && order.shippingState === 'shipped') return words.paidAfterwards;
  return isPart ? words.partShipped : words[kind];
}

/** How and until when it is to be paid, or that money goes back. */
function paymentOf({ kind, order, locale, seller }: Input): string[] {
  const words = wordsOf(locale);
  const total = moneyText(order.total, locale);
  if (kind === 'order_cancelled') {
    return [
      ...(order.paymentState === 'paid' ? [fillText(words.moneyBack, { total })] : []),
      ...payingKinds
        .filter((kind) => order[kind.total] !== 0)
        .map((kind) => fillText(words.paidBack[kind.line], { total: moneyText(-order[kind.total], locale) })),
    ];
  }
  if (kind !== 'order_placed' || order.paymentState !== 'awaiting_payment') return [];
  const method = order.payments.at(-1)?.method;
  const account = seller.bankAccounts[0];
  const said: string[] = method ? [`${words.payment}: ${method.name}`] : [];
  if (method?.kind === 'transfer' && account) {
    const { iban, bank } = account;
    said.push(
      fillText(words.payTransfer, { iban, bank, holder: seller.name, number: order.number ?? '', total }),
    );
  } else if (method?.kind === 'cash' || method?.kind === 'cash_on_delivery')
    said.push(fillText(words.payLater, { total }));
  else said.push(words.payGateway);
  const until =
    order.checkoutCompletedAt === undefined ? null : payBy(new Date(order.checkoutCompletedAt), method);
  if (method?.kind !== 'cash' && until !== null)
    said.push(endedOnce(fillText(words.payBy, { day: dayText(until, locale) })));
  return said;
}

/** What is in each parcel, where it goes, and under which number it travels. */
function parcelsOf(input: Input): string[] {
  const { order, locale } = input;
  const words = wordsOf(locale);
  const isPart = isPartlyShipped(input);
  return order.shipments.flatMap((shipment) => [
    (isPart && shipment.state === 'ready' ? `${words.preparing}. ` : '') +
      placeOf(shipment, order, locale) +
      (order.shipments.length < 2 ? '' : ` (${goodsOf(shipment, order)})`),
    ...(shipment.tracking === undefined ? [] : [fillText(words.tracking, { number: shipment.tracking })]),
    ...(shipment.trackingUrl === undefined ? [] : [shipment.trackingUrl]),
  ]);
}

const goodsOf = (shipment: Shipment, order: Order): string =>
  shipment.items
    .flatMap(({ itemId, quantity }) => {
      const item = order.items.find((one) => one.id === itemId);
      return item === undefined ? [] : [`${item.productName} × ${quantity}`];
    })
    .join(', ');

const streetOf = (at: { street: string; houseNumber: string; flatNumber?: string | undefined }): string =>
  `${at.street} ${at.houseNumber}${at.flatNumber ? `-${at.flatNumber}` : ''}`;

function placeOf(shipment: Shipment, order: Order, locale: string): string {
  const words = wordsOf(locale);
  const { warehouse, pickupPoint } = shipment;
  if (shipment.kind === 'collection')
    return `${words.collectAt}: ${[warehouse.name, warehouse.address].filter(Boolean).join(', ')}`;
  if (pickupPoint) return `${words.pickupAt}: ${pickupPoint.name}, ${pickupPoint.address}`;
  const address = order.shippingAddress;
  const street = address ? `${streetOf(address)}, ${address.postCode} ${address.city}` : '';
  return `${words.sendTo}: ${street} (${shipment.method?.name ?? ''})`;
}

/**
 * Under the goods stands all that makes the total of them: what is off by its own name, delivery as it is paid; then what gift cards
 * pay, and what they leave, in the words of the invoice.
 */
function sumsOf(order: Order, locale: string): SumLine[] {
  const words = wordsOf(locale);
  const shown = [
    'discount',
    ...ownDiscounts,
    'giftWrap',
    'delivery',
    'total',
    ...payments,
    ...(order.state === 'cancelled' ? [] : (['toPay'] as const)),
    'tax',
  ] as const;
  const isPaid = ['paid', 'partially_refunded', 'refunded'].includes(order.paymentState);
  const { total: leftToPay, totalPaid } = textsIn(locale).papers.document;
  return linesOf(withDeliveryAsPaid(summaryLines(order)), shown).flatMap(({ kind, amount }): SumLine[] => {
    const sum = moneyText(amount, locale);
    switch (kind) {
      // Of all that was bought, whatever paid for it: a card is money.
      case 'tax':
      case 'giftWrap':
      case 'delivery':
        return [{ label: words[kind], sum }];
      case 'total':
        return [{ label: words.total, sum, isStrong: true }];
      case 'toPay':
        return [{ label: isPaid ? totalPaid : leftToPay, sum, isStrong: true }];
      case 'discount':
        return discountsOf(order, kind).map((one) => ({
          label: one.name,
          sum: moneyText(one.amount, locale),
        }));
      default:
        return discountsOf(order, kind)
          .slice(0, 1)
          .map(({ name }) => ({ label: name, sum }));
    }
  });
}

/** What the order does not have of what was asked for with it: told once, with the order. */
const unkeptOf = ({ kind, order }: Input): string[] =>
  kind === 'order_placed' ? order.warnings.map(({ detail }) => detail) : [];

/** Whose the invoice is, and what the buyer has said. */
function notesOf({ invoice, giftWrap, notes }: Order, locale: string): string[] {
  const words = wordsOf(locale);
  const said: string[] = [];
  if (invoice !== undefined) {
    const { companyName, companyCode, vatNumber, postCode, city } = invoice;
    const company = [companyName, companyCode, vatNumber, streetOf(invoice), `${postCode} ${city}`];
    said.push(fillText(words.invoiceFor, { company: company.filter(Boolean).join(', ') }));
  }
  if (giftWrap.message) said.push(fillText(words.giftNote, { note: giftWrap.message }));
  if (notes) said.push(fillText(words.note, { note: notes }));
  return said;
}
