/** Addresses that somebody else gave and that may lead only within the shop (docs/security.md, T8). */

const base = 'http://shop.invalid';

/**
 * The path, query and hash of `given` if it stays on this origin; null for anything that could lead elsewhere: another
 * origin, a second leading slash, a backslash, control characters.
 */
export function safePath(given: string): string | null {
  // Browsers drop tabs and line ends and take a backslash for a slash: what is read must be what is followed.
  // oxlint-disable-next-line no-control-regex
  if (!given.startsWith('/') || /[\u0000-\u001F\u007F\\]/.test(given) || !URL.canParse(given, base))
    return null;
  const { origin, pathname, search, hash } = new URL(given, base);
  if (origin !== base || pathname.startsWith('//')) return null;
  return pathname + search + hash;
}
