/** How a mail about an order looks: as text, and as HTML that says the same. */
import { escapeHtml } from '#server/text/escape-html.ts';

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

function row({ label, sum, isStrong }: SumLine): string {
  const tag = isStrong ? 'th' : 'td';
  return `<tr><${tag} align="left" style="padding:4px 16px 4px 0">${escapeHtml(label)}</${tag}><${tag} align="right" style="padding:4px 0;white-space:nowrap">${escapeHtml(sum)}</${tag}></tr>`;
}
const inParagraph = (html: string): string => `<p style="margin:0 0 16px">${html}</p>`;
const paragraph = (content: string): string => inParagraph(escapeHtml(content));
const linkParagraph = ({ label, url }: MailLink): string =>
  inParagraph(`<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`);

export function orderMailHtml(content: OrderMailContent): string {
  const rows = [...content.lines, ...content.sums].map(row).join('');
  const body = [
    paragraph(content.hello),
    paragraph(content.lead),
    `<table role="presentation" style="border-collapse:collapse;width:100%;margin:0 0 16px">${rows}</table>`,
    ...content.delivery.map(paragraph),
    ...content.payment.map(paragraph),
    linkParagraph(content.page),
    content.terms === null ? '' : linkParagraph(content.terms),
    `<p style="color:#4d5a52;margin:24px 0 0">${escapeHtml(content.signature)}</p>`,
  ].join('');
  return `<!doctype html><html lang="${content.locale}"><head><meta charset="utf-8"><title>${escapeHtml(content.subject)}</title></head><body style="font:16px/1.5 Arial,sans-serif;color:#17211b;margin:0;padding:24px"><div style="max-width:600px;margin:0 auto">${body}</div></body></html>`;
}
