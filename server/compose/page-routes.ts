/** Files and pages: all addresses of the shop that are no call. */
import type { Hono } from 'hono';
import { holdsToken } from '#contract/address-tokens.ts';
import { safePath } from '#lib/safe-path.ts';
import { takesEncoding } from '#server/http/accept-encoding.ts';
import { commonHeaders } from '#server/http/security-headers.ts';
import { redirect } from '#server/pages/page-answer.ts';
import type { KeptPage } from '#server/pages/page-cache.ts';
import type { PageServer } from '#server/pages/page-server.ts';
import type { StaticFiles } from '#server/pages/static-files.ts';
import type { Metrics } from '#server/process/metrics.ts';

/** Whether what is sent is a form that a browser writes by itself (HTML Standard, form submission). */
const isForm = (contentType = '') =>
  /^(application\/x-www-form-urlencoded|multipart\/form-data)/i.test(contentType);

/** Files first, then pages. */
export function mountPages(
  hono: Hono,
  pages: PageServer | undefined,
  staticFiles: StaticFiles | undefined,
  clientAddress: (request: Request) => string,
): void {
  hono.all('*', async (c) => {
    const pathname = c.req.path;
    if (pathname === '/index.html' && pages) return pages.shell(c.req.raw);
    const file = staticFiles?.(c.req.raw, pathname);
    if (file) return file;
    // A missing file is never answered with a page: a script loader would take it for a script.
    if (!pages || /^\/assets\/|\.(js|css|map|png|woff2|webmanifest)$/.test(pathname)) {
      return c.text('Not found', 404, { 'Cache-Control': 'no-store' });
    }
    // A form that the browser sent by itself, before its page was hydrated: nothing of it is read, its page is shown again.
    if (c.req.method === 'POST' && isForm(c.req.header('content-type'))) {
      // As it was written: a decoded tab or backslash would lead elsewhere.
      const address = new URL(c.req.url);
      const path = address.pathname.replace(/^\/+/, '/');
      return redirect(safePath(path + address.search) ?? '/', 303);
    }
    return pages.answer(c.req.raw, clientAddress(c.req.raw));
  });
}

/**
 * The short way for what is asked most: a guest page that is in the cache, as bytes and headers, before any web `Request` is
 * made. Undefined: take the ordinary way.
 */
export type AnswerKept = (
  method: string,
  host: string,
  target: string,
  acceptEncoding: string,
) => { headers: Record<string, string>; body: Buffer } | undefined;

export function keptPages(pages: PageServer | undefined, metrics: Metrics): AnswerKept {
  return (method, host, target, acceptEncoding) => {
    if (
      method !== 'GET' ||
      !pages ||
      !takesEncoding(acceptEncoding, 'br') ||
      !target.startsWith('/') ||
      holdsToken(target) ||
      target.startsWith('/api/')
    )
      return undefined;
    let page: KeptPage | undefined;
    try {
      page = pages.kept(host, target);
    } catch {
      // A strange host or address: the ordinary way says what is wrong with it.
    }
    if (!page) return undefined;
    metrics.observe('page', method, page.status, 0);
    return {
      headers: {
        ...commonHeaders,
        ...page.headers,
        'Content-Encoding': 'br',
        'Content-Length': String(page.brotli.length),
      },
      body: page.brotli,
    };
  };
}
