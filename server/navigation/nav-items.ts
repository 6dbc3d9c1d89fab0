import type { NavItem } from '#contract/channel.ts';
import type { TaxonNode } from '#domain/catalogue/catalogue-tree.ts';
import type { CatalogueData } from '#server/catalogue/catalogue-data.ts';
import { textIn } from '#domain/catalogue/texts.ts';
import type { ContentData } from '#server/content/content-data.ts';
import { attributeValuePath, pagePath, productPath, taxonPath } from '#server/text/site-paths.ts';
import type { StoredNavItem } from '#server/database/schema-content.ts';
import type { OutsideLink } from './other-shop.ts';

/** Deeper entries of a menu are left out (SYS-06). */
const deepestLevel = 4;

function taxonItems(taxon: TaxonNode, prefix: string, levels: number, locale: string): NavItem[] {
  if (levels <= 0) return [];
  return taxon.children.map((child) => ({
    id: `${prefix}.${child.code}`,
    type: 'taxon' as const,
    name: textIn(child.name, locale),
    link: taxonPath(locale, textIn(child.slug, locale), child.id),
    resourceId: child.id,
    code: child.code,
    highlighted: false,
    openInNewTab: false,
    children: taxonItems(child, `${prefix}.${child.code}`, levels - 1, locale),
  }));
}

type Place = Pick<NavItem, 'link' | 'externalLink' | 'resourceId' | 'code' | 'html' | 'image' | 'altText'>;

function linkOf(link: StoredNavItem['link'], locale: string): Place {
  if (link === undefined) return {};
  return { link: typeof link === 'string' ? link : textIn(link, locale) };
}

/** Where the entry leads, or null when that is gone: a dead link is not shown. */
function placeOf(
  item: StoredNavItem,
  content: ContentData,
  data: CatalogueData,
  locale: string,
  outside: OutsideLink,
): Place | null {
  switch (item.type) {
    case 'taxon':
    case 'taxon_tree': {
      const taxon = data.taxonsByCode.get(item.code ?? '');
      if (!taxon) return null;
      return {
        link: taxonPath(locale, textIn(taxon.slug, locale), taxon.id),
        resourceId: taxon.id,
        code: taxon.code,
      };
    }
    case 'page': {
      const page = content.pages.find(({ code }) => code === item.code);
      return page
        ? { link: pagePath(locale, textIn(page.slug, locale)), resourceId: page.id, code: page.code }
        : null;
    }
    case 'product': {
      const product = content.products.get(item.code ?? '');
      if (!product) return null;
      const link = productPath(locale, textIn(product.slug, locale), product.id);
      return { link, resourceId: product.id, ...(item.code ? { code: item.code } : {}) };
    }
    case 'attribute_value': {
      const attribute = data.attributesByCode.get(item.attribute ?? '');
      const value = attribute?.values.find(({ code }) => code === item.code);
      if (!attribute || !value) return null;
      const link = attributeValuePath(locale, textIn(attribute.slug, locale), textIn(value.slug, locale));
      return { link, resourceId: value.id, code: value.code };
    }
    case 'image':
      return {
        ...linkOf(item.link, locale),
        ...(item.image ? { image: item.image } : {}),
        ...(item.altText ? { altText: textIn(item.altText, locale) } : {}),
      };
    case 'html':
      return { html: textIn(item.html, locale) };
    default: {
      const externalLink = item.externalLink ? outside(item.externalLink) : undefined;
      if (item.externalLink && externalLink === undefined) return null;
      return {
        ...linkOf(item.link, locale),
        ...(externalLink === undefined ? {} : { externalLink }),
        ...(item.code ? { code: item.code } : {}),
      };
    }
  }
}

/** A tree without a category of its own stands for every category that the shop begins with. */
const everyRoot =
  (data: CatalogueData) =>
  (item: StoredNavItem): StoredNavItem[] =>
    item.type === 'taxon_tree' && item.code === undefined
      ? data.roots.map(({ code, name }) => ({ ...item, id: `${item.id}.${code}`, code, name }))
      : [item];

/** Entries of a menu in the locale, addresses filled in. */
export function presentNavItems(
  items: readonly StoredNavItem[],
  content: ContentData,
  data: CatalogueData,
  locale: string,
  outside: OutsideLink = (link) => link,
  level = 1,
): NavItem[] {
  if (level > deepestLevel) return [];
  return items.flatMap(everyRoot(data)).flatMap((item) => {
    const place = placeOf(item, content, data, locale, outside);
    if (!place) return [];
    const taxon = item.type === 'taxon_tree' ? data.taxonsByCode.get(item.code ?? '') : undefined;
    const levels = Math.min(item.depth ?? 1, deepestLevel) - level;
    return [
      {
        id: item.id,
        type: item.type as NavItem['type'],
        name: textIn(item.name, locale),
        ...place,
        highlighted: item.highlighted,
        openInNewTab: item.openInNewTab,
        children: taxon
          ? taxonItems(taxon, item.id, levels, locale)
          : presentNavItems(item.children, content, data, locale, outside, level + 1),
      },
    ];
  });
}
