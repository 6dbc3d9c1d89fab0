/** Old addresses of the seed, and where they lead. */
import type { ClientBase } from 'pg';
import { catalogueLocales } from '#contract/locale.ts';
import type { References } from '#server/content/references.ts';
import { pagePath } from '#server/text/site-paths.ts';
import { insertRows } from './insert-rows.ts';

export type Redirect = {
  source: string;
  target: string;
  only404: boolean;
  statusCode: number;
  channels: string[];
};

/** An old address is known in every language: `/en/akcija` leads to the English page that `/akcija` leads to. */
export async function seedRedirects(
  client: ClientBase,
  redirects: readonly Redirect[],
  references: References,
): Promise<void> {
  const everywhere = catalogueLocales.flatMap((locale) =>
    redirects.map(({ target, ...rule }) => ({
      ...rule,
      source: pagePath(locale, rule.source.slice(1)),
      target: target.startsWith('ref:')
        ? (references.addresses(target)[locale] ?? '/')
        : pagePath(locale, target.slice(1)),
    })),
  );
  await insertRows(
    client,
    'redirect',
    everywhere.map(({ source, target, only404, statusCode, channels }, at) => ({
      id: at + 1,
      source,
      only404,
      channels,
      target,
      status_code: statusCode,
    })),
  );
}
