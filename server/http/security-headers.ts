/** The headers that every answer carries, and the content security policy of pages (docs/security.md, T1, T2, T40). */
import { createHash } from 'node:crypto';

export const cspHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

export interface PolicyParts {
  /** Hashes of the inline scripts that the page may run. */
  scripts?: readonly string[];
  /** Hashes of the inline styles of the first route. */
  styles?: readonly string[];
  /** Origins of another backend or media host. */
  connect?: readonly string[];
  images?: readonly string[];
}

/** Frames that content blocks may show after a tap: the sanitiser's list again (T15). */
const frames = [
  'https://www.youtube.com',
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
  'https://www.google.com',
];

/** No nonce: pages are the guest's and are cached, so scripts and styles are named by their hashes. */
export function contentSecurityPolicy(parts: PolicyParts = {}): string {
  const list = (...items: readonly string[]) => items.join(' ');
  return [
    `default-src 'self'`,
    `script-src ${list(`'self'`, ...(parts.scripts ?? []))}`,
    `style-src ${list(`'self'`, ...(parts.styles ?? []))}`,
    // The four sanitised style properties and the colours of information bars arrive as attributes.
    `style-src-attr 'unsafe-inline'`,
    `img-src ${list(`'self'`, 'data:', ...(parts.images ?? []))}`,
    `connect-src ${list(`'self'`, ...(parts.connect ?? []))}`,
    `font-src 'self'`,
    `frame-src ${list(...frames)}`,
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `form-action 'self'`,
    `require-trusted-types-for 'script'`,
    `trusted-types cms jsonld sw pocket`,
  ].join('; ');
}

/** For answers that are no page: nothing in them may run or be framed. */
export const inertPolicy = `default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

export const commonHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(self), microphone=(), geolocation=(self), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Adds what is missing; an area that set a stricter value of its own keeps it. */
export function addSecurityHeaders(response: Response, https: boolean): Response {
  let { headers } = response;
  let answer = response;
  try {
    headers.set('X-Content-Type-Options', 'nosniff');
  } catch {
    // Answers made by fetch have headers that cannot be changed.
    answer = new Response(response.body, response);
    ({ headers } = answer);
  }
  for (const [name, value] of Object.entries(commonHeaders)) if (!headers.has(name)) headers.set(name, value);
  if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', inertPolicy);
  if (https && !headers.has('Strict-Transport-Security')) {
    headers.set('Strict-Transport-Security', 'max-age=63072000; includeSubDomains');
  }
  return answer;
}
