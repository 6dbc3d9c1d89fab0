import type { AttributeValue, Product, TaxonRef } from './catalogue.ts';
import type { Article, FaqItem, Page } from './content.ts';
import type { RouteName } from './route-table.ts';

/** What the head of a page says; built by the screen's loader as `head` of its data. */
export interface PageHead {
  /** Without the shop's name. */
  title: string;
  /** Sentence of the interface that is the title, where no data gives one; wins over `title`. */
  titleMessage?: { id: string; message?: string };
  description?: string;
  /** Path and query of the one address of this content; absent = the path without query. */
  canonical?: string;
  /** Kept out of search engines: carts, checkouts, orders, errors. */
  noIndex?: boolean;
  /** Its address is a secret of one person, from a letter: kept by nobody and told to nobody (docs/security.md, T7). */
  isSecret?: boolean;
  /** Path of a picture for shared links. */
  image?: string;
}

/** What a page is about, as far as it was loaded for it: for those who come from outside (search engines, shared links). */
export interface PageSubject {
  route: RouteName;
  params: Readonly<Record<string, string | undefined>>;
  product?: Product;
  /** Code of the variant that the page shows. */
  variant?: string;
  taxon?: TaxonRef & {
    translations: Record<string, { slug: string; name: string }>;
    ancestors: readonly TaxonRef[];
  };
  attributeValue?: AttributeValue;
  article?: Article;
  faq?: readonly FaqItem[];
  page?: Page;
  /** Names of places that are sentences of the interface, as the page writes them. */
  words: { home: string; news: string };
}
