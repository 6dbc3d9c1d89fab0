/** The built files: read once at start, sent with their brotli copy, names with a hash kept for ever by browsers. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { takesEncoding } from '#server/http/accept-encoding.ts';

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.ico': 'image/x-icon',
};

/** Workers live under the policy they came with: they fetch from this origin and do nothing else. */
const isWorker = (pathname: string) => pathname === '/sw.js' || pathname.startsWith('/assets/pocket-worker-');
const workerPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'";

interface StaticFile {
  type: string;
  plain: Uint8Array<ArrayBuffer>;
  brotli: Uint8Array<ArrayBuffer> | undefined;
  cacheControl: string;
}

/** Answers a request for a built file, or undefined when there is none of that address. */
export type StaticFiles = (request: Request, pathname: string) => Response | undefined;

/** @param others folders of other builds, newest first: their scripts are read when somebody asks for them. */
export function loadStaticFiles(dist: string, others: () => readonly string[] = () => []): StaticFiles {
  const files = new Map<string, StaticFile>();
  if (!existsSync(dist)) return () => undefined;
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    const at = path.join(dist, name);
    const address = `/${name.split(path.sep).join('/')}`;
    const type = types[path.extname(name)];
    // The page entry, the manifest of the build and index.html (it needs its own policy) are not files for everybody.
    if (!type || !statSync(at).isFile() || /^\/(server|\.vite)\//.test(address)) continue;
    files.set(address, {
      type,
      plain: new Uint8Array(readFileSync(at)),
      brotli: existsSync(`${at}.br`) ? new Uint8Array(readFileSync(`${at}.br`)) : undefined,
      cacheControl: address.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : address === '/sw.js'
          ? 'no-cache'
          : 'public, max-age=3600',
    });
  }
  return (request, pathname) => {
    const file = files.get(pathname) ?? fileOfOther(others, pathname);
    if (!file) return undefined;
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return new Response(null, { status: 405, headers: { Allow: 'GET, HEAD' } });
    const compressed =
      file.brotli !== undefined && takesEncoding(request.headers.get('accept-encoding'), 'br');
    const body = compressed && file.brotli ? file.brotli : file.plain;
    return new Response(request.method === 'HEAD' ? null : body, {
      headers: {
        'Content-Type': file.type,
        'Cache-Control': file.cacheControl,
        'Content-Length': String(body.byteLength),
        Vary: 'Accept-Encoding',
        ...(compressed ? { 'Content-Encoding': 'br' } : {}),
        ...(isWorker(pathname) ? { 'Content-Security-Policy': workerPolicy } : {}),
      },
    });
  };
}

/** A hashed file of another build; its name holds no way out of the folder. */
function fileOfOther(others: () => readonly string[], pathname: string): StaticFile | undefined {
  if (!/^\/assets\/[\w.-]+$/.test(pathname) || pathname.includes('..')) return undefined;
  const type = types[path.extname(pathname)];
  const folder = type && others().find((one) => existsSync(path.join(one, pathname)));
  if (!folder) return undefined;
  const at = path.join(folder, pathname);
  return {
    type,
    plain: new Uint8Array(readFileSync(at)),
    brotli: existsSync(`${at}.br`) ? new Uint8Array(readFileSync(`${at}.br`)) : undefined,
    cacheControl: 'public, max-age=31536000, immutable',
  };
}
