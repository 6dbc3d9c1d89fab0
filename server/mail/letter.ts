/** A letter without a table: what most mails look like. */
import { escapeHtml } from '#server/text/escape-html.ts';
import type { Seller } from '#server/database/schema-channels.ts';

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
      ? `<p>${escapeHtml(one)}</p>`
      : `<p><a href="${escapeHtml(one.href)}">${escapeHtml(one.href)}</a></p>`;
  return {
    subject,
    text: [...parts.map(String), sign].join('\n\n'),
    html: `<!doctype html><html lang="${escapeHtml(locale)}"><body>${parts.map(part).join('')}<p>${escapeHtml(sign).replaceAll('\n', '<br>')}</p></body></html>`,
  };
}

/** A mail program stops the letters by itself, with one press: it posts to `url` (RFC 8058). */
export const oneClickStop = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** What a command tells, as a letter to the keeper: columns stay columns. */
export const toldLetter = (subject: string, text: string) => ({
  subject,
  text,
  html: `<!doctype html><html lang="en"><body><pre>${escapeHtml(text)}</pre></body></html>`,
});
