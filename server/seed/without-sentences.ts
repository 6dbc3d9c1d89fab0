/** Cuts what is not true of a shop out of its written pages, and no more than that. */

const rows = /<(tr|li)\b[^>]*>(?:(?!<\/?\1\b)[^])*<\/\1>/g;
const paragraphs = /<p>((?:(?!<\/?p\b)[^])*)<\/p>/g;
const betweenSentences = /(?<=[.!?]) +(?=["„“«]?[\p{Lu}\d]|<a\b)/u;
/** What only held together what is gone. */
const emptied = [
  /<table\b[^>]*>(?:(?!<tbody>)[^])*<tbody>\s*<\/tbody><\/table>\n?/g,
  /<[ou]l>\s*<\/[ou]l>\n?/g,
  /<p>\s*<\/p>\n?/g,
  /<h2>[^<]*<\/h2>\s*(?=<h2>|$)/g,
];

/**
 * A text without the sentences, entries of lists and rows of tables that say what `untrue` finds; then without the
 * paragraphs, tables and headings that nothing is left of.
 * @param html of the content's files: flat paragraphs, lists, tables and second headings
 */
export function withoutSentences(html: string, untrue: RegExp): string {
  if (!untrue.test(html)) return html;
  const cut = html
    .replace(rows, (whole) => (untrue.test(whole) ? '' : whole))
    .replace(
      paragraphs,
      (_whole, text: string) =>
        `<p>${text
          .split(betweenSentences)
          .filter((sentence) => !untrue.test(sentence))
          .join(' ')}</p>`,
    );
  return emptied.reduce((text, empty) => text.replace(empty, ''), cut).trim();
}
