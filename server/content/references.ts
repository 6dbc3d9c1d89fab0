import type { ClientBase } from 'pg';
import { catalogueLocales } from '#contract/locale.ts';
import { textIn } from '#domain/catalogue/texts.ts';
import type { Texts } from '#server/database/schema-catalogue.ts';
import {
  articlePath,
  attributeValuePath,
  isSiteRoute,
  pagePath,
  productPath,
  routePath,
  taxonPath,
} from '#server/text/site-paths.ts';

/** Resolves `ref:kind/code`, which content uses for places of the shop: their addresses differ by language and id. */
export type References = {
  /** The address in every language. @throws when nothing has that code: broken content must not be loaded */
  addresses(reference: string): Texts;
  /** The text with all references in it replaced by addresses of the locale. */
  inText(text: string, locale: string): string;
};

type Entity = { id: number; slug: Texts };
type Known = {
  pages: Map<string, Texts>;
  articles: Map<string, Entity & { section: Texts | undefined }>;
};

export async function createReferences(client: ClientBase, { pages, articles }: Known): Promise<References> {
  const load = async (sql: string): Promise<Map<string, Entity>> => {
    const { rows } = await client.query<Entity & { code: string }>(sql);
    return new Map(rows.map((row) => [row.code, row]));
  };
  const taxons = await load('select id, code, slug from taxon');
  const products = await load('select id, code, slug from product');
  const { rows: values } = await client.query<{ key: string; attribute: Texts; slug: Texts }>(
    `select a.code || '/' || v.code as key, a.slug as attribute, v.slug
       from attribute_value v join attribute a on a.id = v.attribute_id`,
  );
  const valueByKey = new Map(values.map((row) => [row.key, row]));

  const addressIn = (reference: string, locale: string): string => {
    const [kind = '', ...rest] = reference.slice('ref:'.length).split('/');
    const code = rest.join('/');
    const missing = (): never => {
      throw new Error(`Nothing is named by ${reference}`);
    };
    // A language that nobody has translated the goods into yet has the words of the default one, as on the screens.
    const slugIn = (slug: Texts | undefined): string => textIn(slug, locale) || missing();
    const pageAt = (page: string): string =>
      pagePath(locale, pages.has(page) ? textIn(pages.get(page), locale) : missing());
    switch (kind) {
      case 'page':
        return pageAt(code);
      case 'taxon': {
        const taxon = taxons.get(code) ?? missing();
        return taxonPath(locale, slugIn(taxon.slug), taxon.id);
      }
      case 'product': {
        const product = products.get(code) ?? missing();
        return productPath(locale, slugIn(product.slug), product.id);
      }
      case 'article': {
        const article = articles.get(code) ?? missing();
        return articlePath(
          locale,
          article.section && slugIn(article.section),
          slugIn(article.slug),
          article.id,
        );
      }
      case 'attribute': {
        const value = valueByKey.get(code) ?? missing();
        return attributeValuePath(locale, slugIn(value.attribute), slugIn(value.slug));
      }
      case 'route':
        // The cookie choice has no page of its own: without scripts its link leads to the page about cookies.
        if (code === 'CONSENT') return pageAt('cookies');
        return isSiteRoute(code) ? routePath(locale, code) : missing();
      default:
        return missing();
    }
  };
  return {
    addresses: (reference) =>
      Object.fromEntries(catalogueLocales.map((locale) => [locale, addressIn(reference, locale)])),
    inText: (text, locale) =>
      text.replace(/ref:[a-z]+\/[\w./-]*[\w-]/gi, (reference) => addressIn(reference, locale)),
  };
}
