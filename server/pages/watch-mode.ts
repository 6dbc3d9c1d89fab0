/** `npm run dev`: pages are rendered from the sources, and a change shows at once. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { readFileSync } from 'node:fs';
import { createServer } from 'vite';
import type * as PageEntry from '#page-entry';
import { serialiseData } from '#lib/serialise-data.ts';
import type { PageServerOptions } from './page-server.ts';
import type { PageTemplate } from './page-template.ts';

export interface WatchMode {
  pages: NonNullable<PageServerOptions['development']>;
  middleware: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  close(): Promise<void>;
}

/** Vite's client needs inline scripts and a socket: the strict policy is that of the built shop only. */
const relaxedPolicy = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: ws:";

export async function watchMode(server: Server): Promise<WatchMode> {
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server } }, appType: 'custom' });
  const template = async (url: string): Promise<PageTemplate> => {
    const html = await vite.transformIndexHtml(url, readFileSync('index.html', 'utf8'));
    return {
      shell: { html, csp: relaxedPolicy },
      render: (parts) => {
        const styles = [...(vite.environments['ssr']?.moduleGraph.idToModuleMap.values() ?? [])].filter(
          (module) => module.url.endsWith('.css'),
        );
        return {
          csp: relaxedPolicy,
          html: [
            html
              .replace(
                '<!--app-head-->',
                () =>
                  `<title>${parts.head?.title ?? 'Arimas'}</title>${styles.map((style) => `<link rel="stylesheet" href="${style.url}">`).join('')}`,
              )
              .replace('<!--app-html-->', () => Buffer.concat(parts.html).toString())
              .replace(
                '<!--app-data-->',
                () => `<script type="application/json" id="boot">${serialiseData(parts.boot)}</script>`,
              ),
          ],
        };
      },
    };
  };
  return {
    pages: {
      entry: async () => (await vite.ssrLoadModule('/src/entry-server.tsx')) as typeof PageEntry,
      template,
    },
    // Sources and Vite's own files; pages and calls go on to the shop.
    middleware: (request, response, next) => {
      if (/^\/(@|src\/|node_modules\/|locales\/)/.test(request.url ?? ''))
        vite.middlewares(request, response, next);
      else next();
    },
    close: () => vite.close(),
  };
}
