/** Where a person goes on after signing in (R4.63, R4.64). */
import { isLocale } from '#contract/locale.ts';
import { safePath } from '#lib/safe-path.ts';

/** First segments of the pages that are about signing in: nobody wants to come back to them. */
const authSegments: ReadonlySet<string> = new Set([
  'auth',
  'registration',
  'verify-account',
  'reset-password',
]);

/** Whole path segments in any locale; query and hash say nothing. */
export function isAuthPage(path: string): boolean {
  const [pathname = ''] = path.split(/[?#]/);
  const [first = '', second = ''] = pathname.split('/').filter(Boolean);
  return authSegments.has(isLocale(first) ? second : first);
}

/** The path to keep: the new one, or the earlier one where the new one is about signing in or leads out of the shop. */
export function redirectPathFrom(path: string, earlier: string | null): string | null {
  const safe = safePath(path);
  return safe === null || isAuthPage(safe) ? earlier : safe;
}
