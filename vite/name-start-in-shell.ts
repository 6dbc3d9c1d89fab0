import type { Plugin } from 'vite';
import { ofEveryStart } from './first-look.ts';

/**
 * The entry waits for the first look of a server's page and then fetches the rest. The installed shell has nothing to
 * wait for: it names the rest at once, so that nothing is found one after another.
 */
export const nameStartInShell: Plugin = {
  name: 'name-start-in-shell',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const chunks = new Map(
        Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])),
      );
      const files = new Set(
        [...chunks.values()]
          .filter((chunk) => ofEveryStart(chunk.facadeModuleId ?? ''))
          .map((chunk) => chunk.fileName),
      );
      for (const file of files) for (const needed of chunks.get(file)?.imports ?? []) files.add(needed);
      const styles = new Set(
        [...files].flatMap((file) => [...(chunks.get(file)?.viteMetadata?.importedCss ?? [])]),
      );
      return [
        ...[...files]
          .filter((file) => !html.includes(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
            injectTo: 'head' as const,
          })),
        ...[...styles].map((file) => ({
          tag: 'link',
          attrs: { rel: 'stylesheet', crossorigin: true, href: `/${file}` },
          injectTo: 'head' as const,
        })),
      ];
    },
  },
};
