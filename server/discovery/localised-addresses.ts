/** The address of a page in each language: canonical, alternates, sitemap and feed agree because they ask here. */
import type { PageSubject } from '#contract/page-head.ts';
import {
  articlePath,
  attributeValuePath,
  pagePath,
  productPath,
  routePath,
  taxonPath,
} from '#server/text/site-paths.ts';

type Slugs = Readonly<Record<string, { slug: string } | undefined>>;

/** What the answers of the API do not carry: slugs of sections by locale. */
export interface SectionSlugs {
  /** Slug, in `locale`, of the section that has `slug` in any locale. */
  section(slug: string, locale: string): string | undefined;
}

/**
 * The one address of a page in a locale; null when it has none there. Pages of one visitor, and search results, have
 * none at all: nobody should come to them from outside.
 * @param newUrls product addresses end with the code (R2.13)
 */
export function addressIn(
  subject: PageSubject,
  locale: string,
  newUrls: boolean,
  sections: SectionSlugs,
): string | null {
  const { product, taxon, attributeValue, article, page, params } = subject;
  const slugIn = (translations: Slugs | undefined) => translations?.[locale]?.slug;
  switch (subject.route) {
    case 'HOME':
    case 'NEWS':
    case 'SALES':
      return routePath(locale, subject.route);
    case 'FAQ':
    case 'FAQ_ITEM':
      return routePath(locale, 'FAQ');
    case 'PRODUCT_INNER': {
      const slug = slugIn(product?.translations);
      return product && slug ? productPath(locale, slug, newUrls ? product.code : product.id) : null;
    }
    case 'TAXON_PRODUCTS': {
      const slug = slugIn(taxon?.translations);
      return taxon && slug ? taxonPath(locale, slug, taxon.id) : null;
    }
    case 'SALES_TAXON': {
      const slug = slugIn(taxon?.translations);
      return taxon && slug ? `${routePath(locale, 'SALES')}/${slug}-${taxon.id}` : null;
    }
    case 'ATTRIBUTE_PRODUCTS':
    case 'ATTRIBUTE_PRODUCTS_TAXON': {
      const attribute = slugIn(attributeValue?.attribute.translations);
      const value = slugIn(attributeValue?.translations);
      if (!attribute || !value) return null;
      const path = attributeValuePath(locale, attribute, value);
      if (subject.route === 'ATTRIBUTE_PRODUCTS') return path;
      const slug = slugIn(taxon?.translations);
      return taxon && slug ? `${path}/t/${slug}-${taxon.id}` : null;
    }
    case 'NEWS_SECTION': {
      const slug = sections.section(params['sectionSlug'] ?? '', locale);
      return slug ? `${routePath(locale, 'NEWS')}/${slug}` : null;
    }
    case 'NEWS_INNER': {
      const slug = slugIn(article?.translations);
      const own = article?.sections[0]?.slug;
      if (!article || !slug) return null;
      return articlePath(locale, own && sections.section(own, locale), slug, article.id);
    }
    case 'STATIC': {
      const slug = slugIn(page?.translations);
      return slug === undefined ? null : pagePath(locale, slug);
    }
    default:
      return null;
  }
}
