/** What letters look like: as text, and as markup that says the same. */
import { createElement as element, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Seller } from '#server/database/schema-channels.ts';

/** A whole page of HTML; words of people are escaped where they stand in it. @param body styles of the body, and what it holds */
export const letterPage = (
  locale: string,
  { head, style, children }: { head?: ReactNode; style?: Record<string, string>; children: ReactNode[] },
): string =>
  `<!doctype html>${renderToStaticMarkup(
    element('html', { lang: locale }, head, element('body', style && { style }, ...children)),
  )}`;

/** Sentences and links one below the other, signed, as text and as HTML. */
export function letter(
  locale: string,
  seller: Seller,
  subject: string,
  bye: string,
  parts: readonly (string | URL)[],
) {
  const sign = [bye, [seller.name, seller.email].filter(Boolean).join(', ')] as const;
  const paragraph = (part: string | URL) =>
    element('p', null, typeof part === 'string' ? part : element('a', { href: part.href }, part.href));
  return {
    subject,
    text: [...parts.map(String), sign.join('\n')].join('\n\n'),
    html: letterPage(locale, {
      children: [...parts.map(paragraph), element('p', null, sign[0], element('br'), sign[1])],
    }),
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
  html: letterPage('en', { children: [element('pre', null, text)] }),
});
