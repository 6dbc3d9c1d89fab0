import { header } from '#contract/calls/endpoints.ts';

/**
 * Locale and channel travel in headers, so they are written into the key: an answer for one locale or channel is
 * never given to another (R0.19).
 */
export function cacheKey(request: Request): string {
  const url = new URL(request.url);
  url.searchParams.set('~locale', request.headers.get(header.locale) ?? '');
  url.searchParams.set('~channel', request.headers.get(header.channel) ?? '');
  return url.href;
}
