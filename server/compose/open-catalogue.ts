import { readFileSync } from 'node:fs';
import path from 'node:path';
import { mountChannelCalls } from '#server/navigation/channel-routes.ts';
import type { OutsideLink } from '#server/navigation/other-shop.ts';
import { mountLoyalty } from '#server/loyalty/loyalty-routes.ts';
import { mountContentCalls } from '#server/content/content-routes.ts';
import { Content } from '#server/content/content.ts';
import type { OpenDatabase } from '#server/database/open-database.ts';
import type { ChannelDirectory } from '#server/http/request-context.ts';
import type { EndpointServer } from '#server/http/serve-endpoint.ts';
import { Catalogue } from '#server/catalogue/catalogue.ts';
import type { Papers } from '#server/catalogue/product-papers.ts';
import { mountCatalogueCalls } from '#server/catalogue/catalogue-routes.ts';

export type CatalogueServices = {
  catalogue: Catalogue;
  content: Content;
  /** Changes whenever an answer of these areas may: the key under which rendered pages are kept. */
  version(): string;
  /** Calls after each change of the version. */
  onChange(changed: () => void): void;
  /** ms since the oldest change that is not read yet. */
  behind(): number;
  /** Before the database is closed. */
  close(): void;
};

/** Reads catalogue and content into memory and keeps them fresh by the database's notices. */
export async function createCatalogueServices(
  database: Pick<OpenDatabase, 'db' | 'listen'>,
  report: (error: unknown) => void,
  papers?: Papers,
): Promise<CatalogueServices> {
  let opened: { catalogue: Catalogue; content: Content } | null = null;
  const missed = new Set<() => void>();
  // Listening begins before reading: what changes meanwhile is made up for.
  const notice = (act: (services: { catalogue: Catalogue; content: Content }) => void) => {
    if (opened) act(opened);
    else missed.add(() => opened && act(opened));
  };
  await database.listen('catalogue', () => notice((services) => services.catalogue.catalogueChanged()));
  await database.listen('stock', (payload) =>
    notice((services) => void services.catalogue.stockChanged(payload)),
  );
  await database.listen('content', () => notice((services) => services.content.changed()));
  const catalogue = await Catalogue.open(database.db, report, papers);
  const content = await Content.open(database.db, report);
  opened = { catalogue, content };
  for (const act of missed) act();
  return {
    catalogue,
    content,
    version: () => `${catalogue.version}.${content.version}`,
    onChange(changed) {
      catalogue.onChange(changed);
      content.onChange(changed);
    },
    behind: () => Math.max(catalogue.behind, content.behind),
    close() {
      catalogue.close();
      content.close();
    },
  };
}

const packageFile = path.join(import.meta.dirname, '../../package.json');

/** Mounts every call of channel, catalogue, search, content and navigation. */
export function mountCatalogue(
  server: EndpointServer,
  { catalogue, content }: CatalogueServices,
  directory: ChannelDirectory,
  ready: () => Promise<void>,
  outside?: OutsideLink,
): void {
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
  mountChannelCalls(server, {
    content,
    catalogue,
    directory,
    version,
    ready,
    ...(outside ? { outside } : {}),
  });
  mountCatalogueCalls(server, catalogue);
  mountContentCalls(server, content, catalogue);
  mountLoyalty(server, content);
}
