/** How a mail about an order looks: as text, and as HTML that says the same. */
import { createElement as element, type ReactNode } from 'react';
import { letterPage } from './letter.ts';

export interface SumLine {
  label: string;
  sum: string;
  isStrong?: true;
}

interface MailLink {
  label: string;
  url: string;
}

/** All sentences of a mail, in its language. */
export interface OrderMailContent {
  locale: string;
  subject: string;
  hello: string;
  lead: string;
  /** What stands over the lines of the goods, in the text. */
  itemsTitle: string;
  lines: readonly SumLine[];
  sums: readonly SumLine[];
  /** Where the goods go, whose the invoice is, what was said besides. */
  delivery: readonly string[];
  /** How it is paid, what is attached. */
  payment: readonly string[];
  page: MailLink;
  terms: MailLink | null;
  signature: string;
}

const lineOf = ({ label, sum }: SumLine): string => `${label}: ${sum}`;
const linkOf = ({ label, url }: MailLink): string => `${label}: ${url}`;

export const orderMailText = (content: OrderMailContent): string =>
  [
    content.hello,
    '',
    content.lead,
    '',
    `${content.itemsTitle}:`,
    ...content.lines.map((line) => `  ${lineOf(line)}`),
    '',
    ...content.sums.map(lineOf),
    '',
    ...content.delivery,
    '',
    ...content.payment,
    '',
    linkOf(content.page),
    ...(content.terms === null ? [] : [linkOf(content.terms)]),
    '',
    content.signature,
    '',
  ].join('\n');

function row({ label, sum, isStrong }: SumLine) {
  const cell = isStrong ? 'th' : 'td';
  return element(
    'tr',
    null,
    element(cell, { align: 'left', style: { padding: '4px 16px 4px 0' } }, label),
    element(cell, { align: 'right', style: { padding: '4px 0', whiteSpace: 'nowrap' } }, sum),
  );
}
const paragraph = (content: ReactNode) => element('p', { style: { margin: '0 0 16px' } }, content);
const linkParagraph = ({ label, url }: MailLink) => paragraph(element('a', { href: url }, label));

export function orderMailHtml(content: OrderMailContent): string {
  const goods = element(
    'table',
    { role: 'presentation', style: { borderCollapse: 'collapse', width: '100%', margin: '0 0 16px' } },
    element('tbody', null, ...[...content.lines, ...content.sums].map(row)),
  );
  const body = element(
    'div',
    { style: { maxWidth: '600px', margin: '0 auto' } },
    paragraph(content.hello),
    paragraph(content.lead),
    goods,
    ...[...content.delivery, ...content.payment].map(paragraph),
    linkParagraph(content.page),
    content.terms && linkParagraph(content.terms),
    element('p', { style: { color: '#4d5a52', margin: '24px 0 0' } }, content.signature),
  );
  return letterPage(content.locale, {
    head: element(
      'head',
      null,
      element('meta', { charSet: 'utf-8' }),
      element('title', null, content.subject),
    ),
    style: { font: '16px/1.5 Arial,sans-serif', color: '#17211b', margin: '0', padding: '24px' },
    children: [body],
  });
}
