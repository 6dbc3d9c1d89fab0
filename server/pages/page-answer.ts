/** Answers to a browser that asked for a page: elsewhere, or the page as it is kept. */
import { promisify } from 'node:util';
import { brotliDecompress, gzip } from 'node:zlib';
import { takesEncoding } from '#server/http/accept-encoding.ts';
import type { KeptPage } from './page-cache.ts';
import { leadsToToken } from './token-paths.ts';

const decompressBrotli = promisify(brotliDecompress);
const compressGzip = promisify(gzip);

/** What the shop has made: long, and with capitals, which no name in an address has (T7). A device's may have none. */
const secret = /(?=[\w-]*[A-Z])[\w-]{20,}/;

/** Only a path of this shop: an address that begins with two slashes or a backslash leaves it. */
export function redirect(location: string, status: number): Response {
  const url = new URL(location, 'http://shop.invalid');
  const target =
    url.host === 'shop.invalid' ? `/${url.pathname.replace(/^\/+/, '')}${url.search}${url.hash}` : '/';
  return new Response(null, {
    status,
    headers: {
      Location: target,
      ...(secret.test(target) || leadsToToken(url)
        ? { 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'no-referrer' }
        : { 'Cache-Control': status === 301 ? 'public, max-age=300' : 'no-store' }),
    },
  });
}

/** The page in the form that the browser takes: brotli as it is kept, else gzip or plain. */
export async function sendPage(page: KeptPage, request: Request): Promise<Response> {
  const accepted = request.headers.get('accept-encoding');
  let body: Buffer = page.brotli;
  const headers: Record<string, string> = { ...page.headers };
  if (takesEncoding(accepted, 'br')) headers['Content-Encoding'] = 'br';
  else {
    body = await decompressBrotli(page.brotli);
    if (takesEncoding(accepted, 'gzip')) {
      body = await compressGzip(body);
      headers['Content-Encoding'] = 'gzip';
    }
  }
  headers['Content-Length'] = String(body.length);
  return new Response(request.method === 'HEAD' ? null : (body as Uint8Array<ArrayBuffer>), {
    status: page.status,
    headers,
  });
}
