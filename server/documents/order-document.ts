/**
 * Invoice and pre-invoice as PDF (contract ORD-04, ORD-05): seller, buyer, lines, tax by rate, how to pay.
 */
import { textsIn } from '#locales/server-texts.ts';
import type { ServerTexts } from '#locales/en/server-texts.ts';
import { soldCardMarker } from '#contract/orders/gift-marker.ts';
import type { DocumentKind } from '#contract/orders/documents.ts';
import type { Order } from '#contract/orders/orders.ts';
import { pieceWithoutTax } from '#domain/cart/line-amounts.ts';
import { discountsOf } from '#domain/cart/order-discounts.ts';
import { linesOf, payments, summaryLines, withDeliveryAsPaid } from '#domain/cart/summary-lines.ts';
import { payBy } from '#domain/orders/order-states.ts';
import type { TaxRow } from '#domain/money/tax.ts';
import type { Seller } from '#server/database/schema-channels.ts';
import { beginPdf, left, right } from './begin-pdf.ts';
import { dayText, moneyText } from '#server/text/money-text.ts';
import { orderInWords } from '#server/text/words-of-buyer.ts';

export interface OrderDocumentInput {
  kind: DocumentKind;
  number: string;
  issuedAt: Date;
  order: Order;
  taxRows: readonly TaxRow[];
  /** Number of the invoice that a credit note takes back. */
  credits?: string;
  seller: Seller;
  locale: string;
}

/** Left edge and width of each column, in points. */
const columns = {
  name: [left, 168],
  code: [220, 62],
  quantity: [284, 40],
  net: [328, 68],
  price: [400, 68],
  sum: [472, right - 472],
} as const;
type Column = keyof typeof columns;
type Paper = ReturnType<typeof beginPdf>['doc'];

/** Somebody sells, and no VAT number was said of them: their papers may not speak of VAT. */
const isUntaxed = ({ name, vatNumber }: Seller): boolean => name !== '' && vatNumber === '';

function wordsOf(seller: Seller, locale: string): ServerTexts['papers']['document'] {
  const words = textsIn(locale).papers.document;
  return isUntaxed(seller) ? { ...words, ...words.untaxed } : words;
}

function buyerLines(order: Order, words: ServerTexts['papers']['document']): string[] {
  const { invoice, billingAddress: address, customer } = order;
  if (invoice) {
    return [
      invoice.companyName,
      `${words.companyCode} ${invoice.companyCode}`,
      ...(invoice.vatNumber ? [`${words.vatNumber} ${invoice.vatNumber}`] : []),
      placeLine(invoice),
      customer?.email ?? '',
    ].filter(Boolean);
  }
  return [
    `${address?.firstName ?? customer?.firstName ?? ''} ${address?.lastName ?? customer?.lastName ?? ''}`.trim(),
    address ? placeLine(address) : '',
    customer?.phoneNumber ?? '',
    customer?.email ?? '',
  ].filter(Boolean);
}

const placeLine = (place: {
  street: string;
  houseNumber: string;
  flatNumber?: string | undefined;
  postCode: string;
  city: string;
}): string => {
  const street =
    `${place.street} ${place.houseNumber}${place.flatNumber ? `-${place.flatNumber}` : ''}`.trim();
  return [street, `${place.postCode} ${place.city}`.trim()].filter(Boolean).join(', ');
};

/** How a pre-invoice is paid: what the buyer has chosen, and until when. */
function howToPay({ order, seller, locale, issuedAt }: OrderDocumentInput): string[] {
  const words = wordsOf(seller, locale);
  const method = order.payments.at(-1)?.method;
  const kind = method?.kind;
  const until = payBy(
    order.checkoutCompletedAt === undefined ? issuedAt : new Date(order.checkoutCompletedAt),
    method,
  );
  const chosen = method ? [`${words.payment}: ${method.name}`] : [];
  if (kind === 'cash' || until === null) return [...chosen, words.payCash];
  return [
    ...chosen,
    ...(kind === 'card' || kind === 'bank_link' || kind === 'leasing'
      ? [words.payOnline]
      : seller.bankAccounts.map(
          (account) => `${words.payTo}: ${account.iban}, ${account.bank} (${account.bic}), ${seller.name}`,
        )),
    ...(order.number ? [`${words.purpose}: ${order.number}`] : []),
    `${words.payBy}: ${dayText(until, locale)}`,
  ];
}

/** What paper it is, of which order, and who sells to whom. */
function writeHead(doc: Paper, title: string, input: OrderDocumentInput): void {
  const { order, seller, locale } = input;
  const words = wordsOf(seller, locale);
  doc.font('bold').fontSize(18).text(title, left, 48);
  doc
    .font('regular')
    .fontSize(10)
    .text(`${words.date}: ${dayText(input.issuedAt, locale)}    ${words.order}: ${order.number ?? '–'}`);
  if (input.credits) doc.text(`${words.credits} ${input.credits}`);
  doc.moveDown(1.2);

  const top = doc.y;
  const party = (heading: string, lines: readonly string[], x: number) => {
    doc.font('bold').fontSize(10).text(heading, x, top, { width: 235 });
    doc.font('regular').fontSize(9.5);
    // Data from before they were checked: a line is one line, in the signs that the font has.
    for (const line of lines)
      doc.text(line.normalize('NFC').replace(/\p{Cc}+/gu, ' '), x, doc.y, { width: 235 });
    return doc.y;
  };
  const sellerEnd = party(
    words.seller,
    [
      seller.name,
      seller.companyCode && `${words.companyCode} ${seller.companyCode}`,
      seller.vatNumber && `${words.vatNumber} ${seller.vatNumber}`,
      seller.address,
      seller.phone,
      seller.email,
    ].filter(Boolean),
    left,
  );
  const buyerEnd = party(words.buyer, buyerLines(order, words), 310);
  doc.y = Math.max(sellerEnd, buyerEnd) + 16;
}

/** Below the sums: how it is paid, and what has to be said of gift cards and of spelling. */
function writeNotes(doc: Paper, input: OrderDocumentInput, isSpelled: boolean): void {
  const words = wordsOf(input.seller, input.locale);
  doc.font('regular').fontSize(9.5).moveDown(1);
  if (input.kind === 'pre_invoice') {
    for (const line of howToPay(input)) doc.text(line, left);
    doc.moveDown(0.6).fillColor('#4d5a52').text(words.preNote, left);
  }
  if (input.order.items.some(({ marker }) => marker === soldCardMarker) && !isUntaxed(input.seller))
    doc.moveDown(0.6).fillColor('#4d5a52').text(words.voucherNote, left);
  if (isSpelled) doc.moveDown(0.6).fillColor('#4d5a52').text(words.spelled, left);
}

/** The finished PDF. */
export function writeOrderDocument(given: OrderDocumentInput): Promise<Buffer> {
  // A pre-invoice goes to whatever address was typed (T37). An invoice is of an order that was paid, and names its buyer to the letter.
  const input = given.kind === 'pre_invoice' ? { ...given, order: orderInWords(given.order) } : given;
  const { order, seller, locale } = input;
  const words = wordsOf(seller, locale);
  // A credit note says of every sum that it is given back.
  const sign = input.kind === 'credit_note' ? -1 : 1;
  const money = (cents: number) => moneyText(sign * cents, locale);
  const lines = withDeliveryAsPaid(summaryLines(order));
  const title = { invoice: words.invoice, pre_invoice: words.preInvoice, credit_note: words.creditNote }[
    input.kind
  ];
  const { doc, finish, isSpelled } = beginPdf({
    title: `${title} ${input.number}`,
    author: seller.name,
    locale,
  });

  writeHead(doc, `${title} ${words.number} ${input.number}`, input);

  const rule = () => {
    doc.moveTo(left, doc.y).lineTo(right, doc.y).lineWidth(0.5).strokeColor('#9aa79f').stroke();
    doc.y += 5;
  };
  const row = (cells: Partial<Record<Column, string>>) => {
    const given = Object.entries(cells) as [Column, string][];
    const heights = given.map(([name, text]) => doc.heightOfString(text, { width: columns[name][1] }));
    const height = Math.max(...heights);
    if (doc.y + height > 770) doc.addPage();
    const y = doc.y;
    for (const [name, text] of given) {
      const [x, width] = columns[name];
      doc.text(text, x, y, { width, align: name === 'name' || name === 'code' ? 'left' : 'right' });
    }
    doc.y = y + height + 5;
  };
  doc.font('bold').fontSize(8);
  row({
    name: words.item,
    code: words.code,
    quantity: words.quantity,
    ...(isUntaxed(seller) ? {} : { net: words.netPrice }),
    price: words.price,
    sum: words.sum,
  });
  rule();
  doc.font('regular').fontSize(9);
  for (const item of order.items) {
    const named = item.variantName && item.variantName !== item.productName ? `, ${item.variantName}` : '';
    row({
      name: `${item.productName}${named}`,
      code: item.variant.code,
      quantity: String(item.quantity),
      ...(isUntaxed(seller) ? {} : { net: money(pieceWithoutTax(item)) }),
      price: money(item.unitPrice),
      sum: money(item.subtotal),
    });
    // Pieces times price is the sum of its line; what was taken off stands by itself.
    if (item.total !== item.subtotal)
      row({ name: `  ${words.discount}`, sum: money(item.total - item.subtotal) });
  }
  const names = order.shipments.map((shipment) => shipment.method?.name).filter(Boolean);
  const delivery = [words.delivery, names.join(', ')].filter(Boolean).join(': ');
  for (const { kind, amount } of linesOf(lines, ['delivery', 'giftWrap']))
    row({ name: kind === 'delivery' ? delivery : words.wrap, sum: money(amount) });
  rule();

  const small = (cells: readonly string[]) => {
    if (doc.y > 740) doc.addPage();
    const y = doc.y;
    cells.forEach((cell, index) => doc.text(cell, 260 + index * 72, y, { width: 68, align: 'right' }));
    doc.y = y + 14;
  };
  doc.y += 6;
  if (!isUntaxed(seller)) {
    doc.font('bold');
    small([words.rate, words.net, words.tax, words.gross]);
    doc.font('regular');
    for (const { rate, net, tax, gross } of input.taxRows)
      small([`${Math.round(rate * 10_000) / 100} %`, money(net), money(tax), money(gross)]);
  }
  doc.y += 8;
  const totalWords = { invoice: words.totalPaid, pre_invoice: words.total, credit_note: words.totalBack }[
    input.kind
  ];
  const sumLine = (label: string, sum: number) =>
    doc.text(`${label}: ${money(sum)}`, left, doc.y, { width: right - left, align: 'right' });
  // A card is a means of payment: what the goods cost stays the sum of the rows above (contract 5.5).
  const paid = linesOf(lines, payments);
  if (paid.length > 0) for (const { amount } of linesOf(lines, ['total'])) sumLine(words.gross, amount);
  for (const { kind, amount } of paid) sumLine(discountsOf(order, kind)[0]?.name ?? '', amount);
  doc.font('bold').fontSize(12);
  sumLine(totalWords, order.total);
  writeNotes(doc, input, isSpelled());
  return finish();
}
