/**
 * Pictures that the shopper chose to keep, apart from those that were only seen: small ones of all goods of the catalogue,
 * and those of what was prepared for the field. In caches of their own, so that nothing seen pushes them out.
 */
export const thumbnailCache = 'arimas-thumbnails';
export const fieldCache = 'arimas-field';

/** One of the sizes that the shop makes: sharp enough for a list on a phone, some 1.7 kB. */
export const thumbnailSize = [144, 165] as const;
/** That of a card, in its smallest density. */
const fieldSize = [280, 320] as const;

/** What a small picture takes until some were fetched (bytes). */
export const usualThumbnail = 1_700;

/** Under which addresses a kept picture may show what this address shows, best first. */
export function keptAddresses(pathname: string): { cache: string; address: string }[] {
  const [, path] = /^\/images\/\d+x\d+\/(.+)$/.exec(pathname) ?? [];
  const at = (size: readonly number[]) =>
    path === undefined ? pathname : `/images/${size.join('x')}/${path}`;
  return [
    { cache: fieldCache, address: at(fieldSize) },
    { cache: thumbnailCache, address: at(thumbnailSize) },
  ];
}
