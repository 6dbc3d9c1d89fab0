/** Where the screens of pages and their template come from: the built shop, or, while it is worked at, its source through Vite. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as PageEntry from '#page-entry';
import { StartError } from '#server/errors/start-error.ts';
import { loadPageTemplate, type PageTemplate } from './page-template.ts';

export interface PageSource {
  entry: () => Promise<typeof PageEntry>;
  /** @param pathname of the page */
  template: (pathname: string) => Promise<PageTemplate>;
}

/**
 * The built pages, read once.
 * @param policy what pages may connect to beside their own origin
 * @throws StartError where nothing is built
 */
export async function builtPages(dist: string, policy: { connect: string[] }): Promise<PageSource> {
  const file = path.join(dist, 'server', 'entry-server.js');
  if (!existsSync(file))
    throw new StartError('The shop is not built: run npm run build, or npm start, which does.');
  const entry = (await import(pathToFileURL(file).href)) as typeof PageEntry;
  const template = loadPageTemplate(dist, policy);
  return { entry: () => Promise.resolve(entry), template: () => Promise.resolve(template) };
}
