/** What an address says: the inverse of `paths.ts`. */

/**
 * Reads the resource at the end of `/p/*` or `/c/*`: the part after the last dash (R2.12). Null when the path holds
 * none, which is the not-found page without a call (R2.55).
 */
export function readTail(splat: string | undefined): { slug: string; tail: string } | null {
  const last = (splat ?? '').split('/').at(-1) ?? '';
  const dash = last.lastIndexOf('-');
  if (dash < 1 || dash === last.length - 1) return null;
  return { slug: last.slice(0, dash), tail: last.slice(dash + 1) };
}

/** The id at the end of a path, or null: `sekla-12` gives 12. */
export function readId(splat: string | undefined): number | null {
  const tail = readTail(splat)?.tail;
  return tail !== undefined && /^[1-9]\d{0,8}$/.test(tail) ? Number(tail) : null;
}
