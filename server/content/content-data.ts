import type { Kysely, Selectable } from 'kysely';
import type { Texts } from '#server/database/schema-catalogue.ts';
import type * as schema from '#server/database/schema-content.ts';
import type { CountryTable, ChannelTable } from '#server/database/schema-channels.ts';
import type { LoyaltyBenefitTable, LoyaltyRuleTable } from '#server/database/schema-promotions.ts';
import type { Database } from '#server/database/schema.ts';

export type StoredPage = Selectable<schema.PageTable>;
export type StoredArticle = Selectable<schema.ArticleTable> & { sections: StoredSection[] };
export type StoredSection = Selectable<schema.SectionTable>;
export type StoredBlock = Selectable<schema.BlockTable>;
export type StoredBanner = Selectable<schema.BannerTable>;
export type StoredMenu = Selectable<schema.MenuTable>;
export type StoredRedirect = Selectable<schema.RedirectTable>;
export type StoredFaq = Selectable<schema.FaqTable> & {
  section: Selectable<schema.FaqSectionTable> | undefined;
};

/** What editors wrote, whole: some 2 MB, read by every page, changed a few times a week. */
export type ContentData = {
  /** content_version when this was read: what changed meanwhile has a later one. */
  version: number;
  pages: StoredPage[];
  /** Newest first. */
  articles: StoredArticle[];
  sections: StoredSection[];
  blocks: StoredBlock[];
  banners: StoredBanner[];
  menus: ReadonlyMap<string, StoredMenu>;
  redirects: StoredRedirect[];
  faq: StoredFaq[];
  loyaltyRules: Selectable<LoyaltyRuleTable>[];
  loyaltyBenefits: Selectable<LoyaltyBenefitTable>[];
  overrides: ReadonlyMap<string, Record<string, string>>;
  /** Texts for pictures by path. */
  pictureTexts: ReadonlyMap<string, Texts>;
  channels: Selectable<ChannelTable>[];
  countries: Selectable<CountryTable>[];
  /** Products that menus lead to. */
  products: ReadonlyMap<string, { id: number; slug: Texts }>;
};

function productCodesIn(items: readonly schema.StoredNavItem[]): string[] {
  return items.flatMap((item) => [
    ...(item.type === 'product' && item.code ? [item.code] : []),
    ...productCodesIn(item.children),
  ]);
}

/** Name of a picture of the content in its path `scenes/{name}/{version}`. */
export function pictureName(path: string): string {
  return path.split('/')[1] ?? path;
}

export async function loadContentData(db: Kysely<Database>): Promise<ContentData> {
  const { version } = await db.selectFrom('content_version').select('version').executeTakeFirstOrThrow();
  const sections = await db.selectFrom('section').selectAll().orderBy('position').execute();
  const sectionById = new Map(sections.map((section) => [section.id, section]));
  const links = await db.selectFrom('article_section').selectAll().orderBy('position').execute();
  const articles = await db
    .selectFrom('article')
    .selectAll()
    .orderBy('published_at', 'desc')
    .orderBy('id')
    .execute();
  const faqSections = await db.selectFrom('faq_section').selectAll().execute();
  const faq = await db.selectFrom('faq').selectAll().orderBy('position').orderBy('id').execute();
  const menus = await db.selectFrom('menu').selectAll().execute();
  const overrides = new Map<string, Record<string, string>>();
  for (const { locale, key, text } of await db.selectFrom('translation_override').selectAll().execute()) {
    const texts = overrides.get(locale) ?? {};
    texts[key] = text;
    overrides.set(locale, texts);
  }
  const codes = [...new Set(menus.flatMap(({ items }) => productCodesIn(items)))];
  const products =
    codes.length === 0
      ? []
      : await db
          .selectFrom('product')
          .select(['id', 'code', 'slug'])
          .where('code', 'in', codes)
          .where('enabled', '=', true)
          .execute();
  const sectionPosition = (id: number): number =>
    faqSections.find((section) => section.id === id)?.position ?? 0;
  return {
    version,
    pages: await db.selectFrom('page').selectAll().orderBy('id').execute(),
    articles: articles.map((article) => ({
      ...article,
      sections: links
        .filter((link) => link.article_id === article.id)
        .flatMap((link) => sectionById.get(link.section_id) ?? []),
    })),
    sections,
    blocks: await db
      .selectFrom('block')
      .selectAll()
      .where('enabled', '=', true)
      .orderBy('position')
      .orderBy('id')
      .execute(),
    banners: await db.selectFrom('banner').selectAll().orderBy('position').orderBy('id').execute(),
    menus: new Map(menus.map((menu) => [menu.code, menu])),
    redirects: await db.selectFrom('redirect').selectAll().orderBy('id').execute(),
    faq: faq
      .map((item) => ({ ...item, section: faqSections.find(({ id }) => id === item.section_id) }))
      .sort(
        (a, b) => sectionPosition(a.section_id) - sectionPosition(b.section_id) || a.position - b.position,
      ),
    overrides,
    pictureTexts: new Map(
      (await db.selectFrom('picture').select(['name', 'alt']).execute()).map(({ name, alt }) => [name, alt]),
    ),
    loyaltyRules: await db.selectFrom('loyalty_rule').selectAll().orderBy('id').execute(),
    loyaltyBenefits: await db
      .selectFrom('loyalty_benefit')
      .selectAll()
      .orderBy('position')
      .orderBy('id')
      .execute(),
    channels: await db.selectFrom('channel').selectAll().where('enabled', '=', true).orderBy('id').execute(),
    countries: await db.selectFrom('country').selectAll().orderBy('id').execute(),
    products: new Map(products.map(({ code, id, slug }) => [code, { id, slug }])),
  };
}
