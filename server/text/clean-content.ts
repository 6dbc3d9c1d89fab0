/**
 * HTML of the content as the shop's process holds it. It was cleaned when it was written; a row that came another way
 * (by hand, by a restored copy) is cleaned here, so that nothing which could run ever reaches a page (T14).
 */
import { loadSanitiser } from './sanitise.ts';

/** Tags that can do no harm as they stand here: without attributes, or a link to a path or a known kind of address. */
const harmless =
  /<\/?(?:p|h[2-6]|ul|ol|li|dl|dt|dd|strong|b|em|i|u|s|small|sub|sup|del|ins|blockquote|table|caption|thead|tbody|tfoot|tr|th|td|div|span|br|hr)>|<th scope="(?:col|row)">|<t[hd] colspan="\d{1,2}">|<a href="(?:\/(?![/\\])|https:\/\/|mailto:|tel:|#)[^"<>\\]*"(?: target="_blank")?(?: rel="[a-z ]*")?>|<\/a>/g;

/** True for markup that needs no cleaning: taking the harmless tags out leaves no sign of another. */
export function isHarmless(html: string): boolean {
  return !/[<>]/.test(html.replaceAll(harmless, ''));
}

/** Places of the texts in what was read, so that one may be put back. */
function* markupIn(
  value: unknown,
): Generator<{ holder: Record<string, unknown>; name: string; html: string }> {
  if (typeof value !== 'object' || value === null || value instanceof Date) return;
  const holder = value as Record<string, unknown>;
  for (const [name, inner] of Object.entries(holder)) {
    if (typeof inner === 'string') {
      if (inner.includes('<')) yield { holder, name, html: inner };
    } else yield* markupIn(inner);
  }
}

/** Cleans every text with markup in place; the cleaner itself is loaded only when one of them needs it. */
export async function cleanContent(values: readonly unknown[]): Promise<void> {
  const doubtful = [...markupIn(values)].filter(({ html }) => !isHarmless(html));
  if (doubtful.length === 0) return;
  const clean = await loadSanitiser();
  for (const { holder, name, html } of doubtful) holder[name] = clean(html);
}
