/** Blocks, pages, articles, FAQ (contract 2.3, 4.4). */
import { z } from '#lib/zod.ts';
import { count, dateTime, html, intParameter, paging, perLocale } from './values.ts';

/** Where blocks may stand (R2.136-R2.143). */
export const displayLocations = [
  'product_inner_page',
  'product_inner_out_of_stock_page',
  'product_inner_below_gallery',
  'product_list_page',
  'product_list_top',
  'cart_inner_page',
  'search_result_page',
  '404_page',
] as const;
export type DisplayLocation = (typeof displayLocations)[number];

/**
 * One building block: `code` names the layout, `properties[x] = { kind, value }` (but `newProductsBlock.products`
 * is a plain list of codes). Values are already in the locale of the answer; HTML in them was sanitised on write.
 */
export const contentType = z.object({
  code: z.string(),
  properties: z.record(z.string(), z.unknown()),
  /** Still being prepared by the editor: a placeholder is shown. */
  processing: z.optional(z.boolean()),
});
export type ContentType = z.infer<typeof contentType>;

export const block = z.object({ id: z.int(), contentTypes: z.array(contentType) });
export type Block = z.infer<typeof block>;
export const blocksQuery = z.object({
  displayLocation: z.optional(z.string().check(z.maxLength(64))),
  product: z.optional(z.string().check(z.maxLength(64))),
  taxonomy: z.optional(z.string().check(z.maxLength(64))),
  attributeValue: z.optional(z.string().check(z.maxLength(130))),
  /** [ours] The chosen variant: what is said of delivery is what it can have. */
  variant: z.optional(z.string().check(z.maxLength(255))),
});

export const page = z.object({
  id: z.int(),
  code: z.string(),
  slug: z.string(),
  title: z.string(),
  content: html,
  /** Shown after the content. */
  contentTypes: z.array(contentType),
  metaTitle: z.optional(z.string()),
  metaDescription: z.optional(z.string()),
  translations: perLocale(z.object({ slug: z.string() })),
  updatedAt: dateTime,
});
export type Page = z.infer<typeof page>;
export const pagesQuery = z.object({
  slug: z.optional(z.string().check(z.maxLength(255))),
  code: z.optional(z.string().check(z.maxLength(64))),
});

const articleBase = {
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  excerpt: z.optional(z.string()),
  image: z.optional(z.object({ path: z.string(), alt: z.optional(z.string()) })),
  sections: z.array(z.object({ slug: z.string(), name: z.string() })),
  publishedAt: dateTime,
  translations: perLocale(z.object({ slug: z.string() })),
};
export const articleCard = z.object(articleBase);
export type ArticleCard = z.infer<typeof articleCard>;
const articleRef = z.object({ id: z.int(), slug: z.string(), name: z.string() });
export const article = z.object({
  ...articleBase,
  content: html,
  contentTypes: z.array(contentType),
  previous: z.optional(articleRef),
  next: z.optional(articleRef),
});
export type Article = z.infer<typeof article>;
export const articlesQuery = z.object({
  ...paging(100),
  section: z.optional(z.string().check(z.maxLength(255))),
  order: z.optional(z.record(z.string(), z.string())),
});
export const section = z.object({ id: z.int(), slug: z.string(), name: z.string(), articleCount: count });

export const faqItem = z.object({
  id: z.int(),
  translations: perLocale(z.object({ question: z.string(), answer: html })),
  section: z.optional(z.object({ code: z.string(), name: z.string() })),
  position: count,
});
export type FaqItem = z.infer<typeof faqItem>;
export const faqQuery = z.object({ section: z.optional(z.string().check(z.maxLength(64))) });
export const idParams = z.object({ id: intParameter(1, 2_147_483_647) });
