/** A letter without a table: what most mails look like. */
import type { Seller } from '#server/payment/seller.ts';

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0) ?? 0};`);

/** Sentences and links one below the other, signed, as text and as HTML. */
export function letter(
  locale: string,
  seller: Seller,
  subject: string,
  bye: string,
  parts: readonly (string | URL)[],
) {
  const sign = `${bye}\n${[seller.name, seller.email].filter(Boolean).join(', ')}`;
  const part = (one: string | URL) =>
    typeof one === 'string'
      ? `<p>${escape(one)}</p>`
      : `<p><a href="${escape(one.href)}">${escape(one.href)}</a></p>`;
  return {
    subject,
    text: [...parts.map(String), sign].join('\n\n'),
    html: `<!doctype html><html lang="${escape(locale)}"><body>${parts.map(part).join('')}<p>${escape(sign).replaceAll('\n', '<br>')}</p></body></html>`,
  };
}

/** What a command tells, as a letter to the keeper: columns stay columns. */
export const toldLetter = (subject: string, text: string) => ({
  subject,
  text,
  html: `<!doctype html><html lang="en"><body><pre>${escape(text)}</pre></body></html>`,
});
