import type { Generated } from 'kysely';
import type { GeneratedMoment, Json, Moment, OptionalJson, OptionalMoment } from './column-types.ts';
import type { Texts } from './schema-catalogue.ts';

/** A part of the page as an editor wrote it; texts inside are still in all languages. */
export type StoredContentType = { code: string; properties: Record<string, unknown>; processing?: boolean };

/** An entry of a menu as stored; places are references (`code`, `ref:…`) until a locale is known. */
export type StoredNavItem = {
  id: string;
  type: string;
  name: Texts;
  highlighted: boolean;
  openInNewTab: boolean;
  children: StoredNavItem[];
  code?: string;
  attribute?: string;
  depth?: number;
  link?: string | Texts;
  externalLink?: string;
  html?: Texts;
  image?: string;
  altText?: Texts;
};

export type PictureTable = {
  id: Generated<number>;
  name: string;
  kind: string;
  width: number;
  height: number;
  scene: Json<{ scene: string; palette: string[]; elements: string[] }>;
  alt: Json<Texts>;
};

export type MenuTable = {
  id: Generated<number>;
  code: string;
  place: string;
  channel: string;
  items: Json<StoredNavItem[]>;
};

export type BlockTarget = { taxons?: string[]; products?: string[]; attributeValues?: string[] };

export type BlockTable = {
  id: Generated<number>;
  code: string;
  display_location: string;
  channels: string[];
  target: Json<BlockTarget>;
  position: number;
  enabled: boolean;
  content_types: Json<StoredContentType[]>;
};

export type PageTable = {
  id: Generated<number>;
  code: string;
  page_group: string;
  channels: string[];
  slug: Json<Texts>;
  title: Json<Texts>;
  summary: OptionalJson<Texts>;
  meta_title: OptionalJson<Texts>;
  meta_description: OptionalJson<Texts>;
  content: OptionalJson<Texts>;
  content_types: Json<StoredContentType[]>;
  content_types_by_channel: OptionalJson<Record<string, StoredContentType[]>>;
  updated_at: GeneratedMoment;
};

export type FaqSectionTable = { id: Generated<number>; code: string; position: number; name: Json<Texts> };

export type FaqTable = {
  id: Generated<number>;
  code: string;
  section_id: number;
  position: number;
  channels: string[];
  translations: Json<Record<string, { question: string; answer: string }>>;
};

export type SectionTable = {
  id: Generated<number>;
  code: string;
  position: number;
  name: Json<Texts>;
  slug: Json<Texts>;
};

export type ArticleTable = {
  id: Generated<number>;
  code: string;
  channels: string[];
  published_at: Moment;
  image: string | null;
  slug: Json<Texts>;
  name: Json<Texts>;
  excerpt: OptionalJson<Texts>;
  content: Json<Texts>;
  content_types: Json<StoredContentType[]>;
};

export type ArticleSectionTable = { article_id: number; section_id: number; position: number };

export type BannerTable = {
  id: Generated<number>;
  code: string;
  channels: string[];
  display_for: string[];
  standalone: boolean;
  scope: Json<{ product?: string; taxon?: string; attributeValue?: string; page?: string }>;
  background_color: string;
  text_color: string;
  position: number;
  starts_at: OptionalMoment;
  ends_at: OptionalMoment;
  translations: Json<Record<string, { description: string }>>;
};

export type RedirectTable = {
  id: Generated<number>;
  source: string;
  target: string;
  only404: boolean;
  status_code: number;
  channels: string[];
};

/** One row: raised with every change of the content. */
export type ContentVersionTable = { id: Generated<boolean>; version: number };

/** One row: whether browsers may keep the service worker. */
export type WorkerPolicyTable = { id: Generated<boolean>; worker: 'on' | 'off' };

export type TranslationOverrideTable = { locale: string; key: string; text: string };

export type ContentTables = {
  picture: PictureTable;
  menu: MenuTable;
  block: BlockTable;
  page: PageTable;
  faq_section: FaqSectionTable;
  faq: FaqTable;
  section: SectionTable;
  article: ArticleTable;
  article_section: ArticleSectionTable;
  banner: BannerTable;
  redirect: RedirectTable;
  translation_override: TranslationOverrideTable;
  content_version: ContentVersionTable;
  worker_policy: WorkerPolicyTable;
};
