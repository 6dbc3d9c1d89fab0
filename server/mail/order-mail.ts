/** The mails about an order: what was bought, how to pay, where to see it. Text and HTML say the same. */
import { fillText } from '#server/text/fill-text.ts';
import { textsIn } from '#locales/server-texts.ts';
import { escapeHtml } from '#server/text/escape-html.ts';
import type { Order } from '#contract/orders.ts';
import { discountsOf } from '#domain/cart/cart-view.ts';
import { payBy } from '#domain/orders/order-states.ts';
import { dayText, moneyText } from '#server/text/money-text.ts';
import type { Seller } from '#server/database/schema-channels.ts';
import type { OrderMailKind } from './mail-kinds.ts';

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

/**
 * Words of the buyer in a letter of the shop: one line, and no address that a mail program would make a link of. What a
 * stranger typed is sent to whomever they named. Addresses are broken by spaces that are seen: what has no width is dropped
 * again by whoever reads an address (IDNA). A sign between digits stays, as in times and sums.
 */
export const wordsOfBuyer = (text: string): string =>
  text
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim()
    // All signs that are read as the dot of a name.
    .replace(/(?<!\d)[.。．｡:]+(?=[^\s.。．｡:])|[.。．｡:]+(?=[^\s\d.。．｡:])/gu, '$& ')
    .replace(/\s*[@＠]\s*/gu, ' $& ')
    .replace(/ {2,}/g, ' ');

export function composeOrderMail(input: Input): { subject: string; text: string; html: string } {
  const { order, locale, seller, orderUrl } = input;
  const words = textsIn(locale).mails.order;
  const number = order.number ?? '';
  const money = (cents: number) => moneyText(cents, locale);
  const name = wordsOfBuyer(order.customer?.firstName ?? '');
  const account = seller.bankAccounts[0];
  const method = order.payments.at(-1)?.method;
  const kind = method?.kind;
  const isDue = input.kind === 'order_placed' && order.paymentState === 'awaiting_payment';
  const howToPay = !isDue
    ? []
    : kind === 'transfer' && account
      ? [
          fillText(words.payTransfer, {
            iban: account.iban,
            bank: account.bank,
            holder: seller.name,
            number,
            total: money(order.total),
          }),
        ]
      : kind === 'cash' || kind === 'cash_on_delivery'
        ? [fillText(words.payLater, { total: money(order.total) })]
        : [words.payGateway];
  const pay = [...(isDue && method ? [`${words.payment}: ${method.name}`] : []), ...howToPay];
  const address = order.shippingAddress;
  const contentOf = (shipment: Order['shipments'][number]): string =>
    order.shipments.length < 2
      ? ''
      : ` (${shipment.items
          .flatMap(({ itemId, quantity }) => {
            const item = order.items.find((one) => one.id === itemId);
            return item === undefined ? [] : [`${item.productName} × ${quantity}`];
          })
          .join(', ')})`;
  const placeOf = (shipment: Order['shipments'][number]): string => {
    const method = shipment.method?.name ?? '';
    if (shipment.kind === 'collection')
      return `${words.collectAt}: ${[shipment.warehouse.name, shipment.warehouse.address].filter(Boolean).join(', ')}`;
    if (shipment.pickupPoint)
      return `${words.pickupAt}: ${shipment.pickupPoint.name}, ${shipment.pickupPoint.address}`;
    const street = address
      ? wordsOfBuyer(
          `${address.street} ${address.houseNumber}${address.flatNumber ? `-${address.flatNumber}` : ''}, ${address.postCode} ${address.city}`,
        )
      : '';
    return `${words.sendTo}: ${street} (${method})`;
  };
  // What is in each parcel, and under which number it travels.
  const isPart = input.kind === 'order_shipped' && order.shippingState === 'partially_shipped';
  const places = order.shipments.flatMap((shipment) => [
    (isPart && shipment.state === 'ready' ? `${words.preparing}. ` : '') +
      placeOf(shipment) +
      contentOf(shipment),
    ...(shipment.tracking === undefined ? [] : [fillText(words.tracking, { number: shipment.tracking })]),
    ...(shipment.trackingUrl === undefined ? [] : [shipment.trackingUrl]),
  ]);
  const lines = order.items.map((item) => ({
    label: `${item.productName}${item.variantName ? `, ${item.variantName}` : ''} × ${item.quantity}`,
    sum: money(item.subtotal),
  }));
  // Lines as they stand in the cart: what promotions take off the goods has a line of its own each.
  const sums: { label: string; sum: string; isStrong?: true }[] = [
    ...discountsOf(order, 'discount').map((discount) => ({
      label: discount.name,
      sum: money(discount.amount),
    })),
    ...(order.giftWrapTotal === 0 ? [] : [{ label: words.giftWrap, sum: money(order.giftWrapTotal) }]),
    { label: words.delivery, sum: money(order.shippingTotal) },
    { label: words.total, sum: money(order.total), isStrong: true },
    { label: words.tax, sum: money(order.taxTotal) },
  ];
  const isCollected =
    order.shipments.length > 0 && order.shipments.every((shipment) => shipment.kind === 'collection');
  const said =
    input.kind === 'order_shipped' && isCollected
      ? isPart
        ? words.partCollected
        : words.collected
      : input.kind === 'order_paid' && order.shippingState === 'shipped'
        ? words.paidAfterwards
        : isPart
          ? words.partShipped
          : words[input.kind];
  const subject = fillText(said.subject, { number });
  const lead = fillText(said.lead, { number, total: money(order.total) });
  const hello = fillText(words.hello, { name }).replace(/,? (?=[,!]$)/, '');
  const attached =
    input.attached === null ? [] : [input.attached === 'invoice' ? words.invoiceAttached : words.attached];
  const until =
    order.checkoutCompletedAt === undefined
      ? null
      : payBy(new Date(order.checkoutCompletedAt), order.payments.at(-1)?.method);
  if (isDue && kind !== 'cash' && until !== null)
    // A day may end with the dot of its last word (m. … d., г.).
    pay.push(fillText(words.payBy, { day: dayText(until, locale) }).replace(/\.\.$/, '.'));
  const { message } = order.giftWrap;
  const { invoice } = order;
  const note = [
    ...(invoice === undefined
      ? []
      : [
          fillText(words.invoiceFor, {
            company: wordsOfBuyer(
              [
                invoice.companyName,
                invoice.companyCode,
                invoice.vatNumber,
                `${invoice.street} ${invoice.houseNumber}${invoice.flatNumber ? `-${invoice.flatNumber}` : ''}`,
                `${invoice.postCode} ${invoice.city}`,
              ]
                .filter(Boolean)
                .join(', '),
            ),
          }),
        ]),
    ...(message ? [fillText(words.giftNote, { note: wordsOfBuyer(message) })] : []),
    ...(order.notes ? [fillText(words.note, { note: wordsOfBuyer(order.notes) })] : []),
  ];
  if (input.kind === 'order_cancelled' && order.paymentState === 'paid')
    pay.push(fillText(words.moneyBack, { total: money(order.total) }));

  // The confirmation of a contract names its terms (Directive 2011/83/EU, Article 8(7)).
  const terms = input.termsUrl ?? null;
  const text = [
    hello,
    '',
    lead,
    '',
    `${words.items}:`,
    ...lines.map((line) => `  ${line.label}: ${line.sum}`),
    '',
    ...sums.map((line) => `${line.label}: ${line.sum}`),
    '',
    ...places,
    ...note,
    '',
    ...pay,
    ...attached,
    '',
    `${words.see}: ${orderUrl}`,
    ...(terms === null ? [] : [`${words.terms}: ${terms}`]),
    '',
    [words.bye, seller.phone, seller.email].filter(Boolean).join(', '),
    '',
  ].join('\n');

  const row = (line: { label: string; sum: string; isStrong?: true }) => {
    const tag = line.isStrong ? 'th' : 'td';
    return `<tr><${tag} align="left" style="padding:4px 16px 4px 0">${escapeHtml(line.label)}</${tag}><${tag} align="right" style="padding:4px 0;white-space:nowrap">${escapeHtml(line.sum)}</${tag}></tr>`;
  };
  const paragraph = (content: string) => `<p style="margin:0 0 16px">${escapeHtml(content)}</p>`;
  const html = `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body style="font:16px/1.5 Arial,sans-serif;color:#17211b;margin:0;padding:24px"><div style="max-width:600px;margin:0 auto">${paragraph(hello)}${paragraph(lead)}<table role="presentation" style="border-collapse:collapse;width:100%;margin:0 0 16px">${[...lines, ...sums].map(row).join('')}</table>${[...places, ...note].map(paragraph).join('')}${[...pay, ...attached].map(paragraph).join('')}<p style="margin:0 0 16px"><a href="${escapeHtml(orderUrl)}">${escapeHtml(words.see)}</a></p>${terms === null ? '' : `<p style="margin:0 0 16px"><a href="${escapeHtml(terms)}">${escapeHtml(words.terms)}</a></p>`}<p style="color:#4d5a52;margin:24px 0 0">${escapeHtml([words.bye, seller.phone, seller.email].filter(Boolean).join(', '))}</p></div></body></html>`;
  return { subject, text, html };
}
