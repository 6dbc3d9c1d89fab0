import type { ClientBase } from 'pg';
import { catalogueLocales } from '#contract/locale.ts';
import { createReferences, type References } from '#server/content/references.ts';
import { pagePath } from '#server/text/site-paths.ts';
import { scenePicturePath } from '#server/pictures/picture-paths.ts';
import type { Texts } from '#server/database/schema-catalogue.ts';
import type { StoredContentType, StoredNavItem } from '#server/database/schema-content.ts';
import { insertRows } from './insert-rows.ts';
import { readData } from './read-data.ts';
import { withoutGoods, type OwnTexts } from './without-goods.ts';
import { plannedPages, withoutPlanned } from './without-planned.ts';

type Clean = (html: string) => string;
/** Reads a file of server/seed-data as the shop gets it. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
type Read = <T extends object>(file: string) => T;
type Picture = {
  name: string;
  kind: string;
  size: string;
  scene: string;
  palette: string[];
  elements: string[];
  alt: Texts;
};
type Section = { code: string; position: number; name: Texts; slug: Texts };
type Article = {
  code: string;
  sections: string[];
  channels: string[];
  publishedAt: string;
  image: string | null;
  slug: Texts;
  name: Texts;
  excerpt: Texts;
  content: Texts;
  contentTypes: StoredContentType[];
};
type Page = {
  code: string;
  group: string;
  channels: string[];
  updatedAt: string;
  slug: Texts;
  title: Texts;
  summary?: Texts;
  metaTitle?: Texts;
  metaDescription?: Texts;
  content?: Texts;
  contentTypes?: StoredContentType[];
  contentTypesByChannel?: Record<string, StoredContentType[]>;
};
type Banner = {
  code: string;
  channels: string[];
  displayFor: string[];
  standalone: boolean;
  scope: Record<string, string>;
  backgroundColor: string;
  textColor: string;
  position: number;
  startsAt: string | null;
  endsAt: string | null;
  translations: Record<string, { description: string }>;
};

const isTexts = (value: unknown): value is Texts =>
  typeof value === 'object' &&
  value !== null &&
  catalogueLocales.every((locale) => locale in value) &&
  Object.keys(value).length === catalogueLocales.length;

/** Puts addresses for references, picture paths for names, and clean HTML for HTML, wherever they stand in a value. */
export class ContentWriter {
  readonly #references: References;
  readonly #clean: Clean;
  readonly #pictures: Map<string, string>;

  constructor(references: References, clean: Clean, pictures: Map<string, string>) {
    this.#references = references;
    this.#clean = clean;
    this.#pictures = pictures;
  }

  picture(name: string | null): string | null {
    return name === null ? null : (this.#pictures.get(name) ?? name);
  }

  html(texts: Texts): Texts {
    return Object.fromEntries(
      Object.entries(texts).map(([locale, html]) => [
        locale,
        this.#clean(this.#references.inText(html, locale)),
      ]),
    );
  }

  htmlOf(html: string, locale: string): string {
    return this.#clean(this.#references.inText(html, locale));
  }

  /** A `ref:` becomes one address per language; other text stays. */
  link(value: string | Texts): string | Texts {
    if (typeof value !== 'string') {
      return Object.fromEntries(
        Object.entries(value).map(([locale, text]) => [locale, this.#references.inText(text, locale)]),
      );
    }
    return value.startsWith('ref:') ? this.#references.addresses(value) : value;
  }

  contentTypes(types: readonly StoredContentType[] | undefined): StoredContentType[] {
    return (types ?? []).map((type) => ({ ...type, properties: this.#properties(type.properties) }));
  }

  #properties(properties: Record<string, unknown>): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(properties).map(([name, property]) => {
        const { kind, value } = (property ?? {}) as { kind?: string; value?: unknown };
        if (kind === undefined) return [name, property];
        return [name, { kind, value: this.#value(kind, value) }];
      }),
    );
  }

  #value(kind: string, value: unknown): unknown {
    if (kind === 'blocks' && Array.isArray(value)) return this.contentTypes(value as StoredContentType[]);
    if (kind === 'file' && typeof value === 'string') return this.picture(value);
    if (kind === 'ckeditor') return isTexts(value) ? this.html(value) : this.#clean(String(value));
    if (typeof value === 'string' && value.startsWith('ref:')) return this.#references.addresses(value);
    return value;
  }

  navItem(item: StoredNavItem): StoredNavItem {
    return {
      ...item,
      ...(item.link === undefined ? {} : { link: this.link(item.link) }),
      ...(item.image === undefined ? {} : { image: this.picture(item.image) ?? item.image }),
      ...(item.html === undefined ? {} : { html: this.html(item.html) }),
      children: item.children.map((child) => this.navItem(child)),
    };
  }
}

async function seedPictures(client: ClientBase, read: Read): Promise<Map<string, string>> {
  const { pictures } = read<{ pictures: Picture[] }>('content/pictures.json');
  const rows = pictures.map((picture, at) => {
    const [width, height] = picture.size.split('x').map(Number);
    const scene = { scene: picture.scene, palette: picture.palette, elements: picture.elements };
    return { id: at + 1, name: picture.name, kind: picture.kind, width, height, scene, alt: picture.alt };
  });
  await insertRows(client, 'picture', rows);
  return new Map(rows.map(({ name, scene }) => [name, scenePicturePath(name, scene)]));
}

/** Catalogue menus of a shop whose categories are not known yet: all there are. */
const allCategories = (menu: string): StoredNavItem => ({
  id: `${menu}.all`,
  type: 'taxon_tree',
  name: {},
  highlighted: false,
  openInNewTab: false,
  depth: 3,
  children: [],
});

/**
 * Everything editors would write. Call it after the goods: the texts point at them.
 * @param hasGoods false: only what stands without the demo goods
 */
export async function seedContent(
  client: ClientBase,
  now: Date,
  clean: Clean,
  hasGoods = true,
): Promise<void> {
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  const read: Read = <T extends object>(file: string) => {
    const data = withoutPlanned(file, readData<T>(file, now));
    return hasGoods ? data : withoutGoods(file, data, readData<OwnTexts>('content/own-shop.json', now));
  };
  const pictures = await seedPictures(client, read);
  const { pages } = read<{ pages: Page[] }>('content/pages.json');
  const { sections, articles } = read<{ sections: Section[]; articles: Article[] }>('content/news.json');
  const sectionSlugs = new Map(sections.map(({ code, slug }) => [code, slug]));
  const references = await createReferences(client, {
    pages: new Map(pages.map(({ code, slug }) => [code, slug])),
    articles: new Map(
      articles.map(({ code, slug, sections: of }, at) => [
        code,
        { id: at + 1, slug, section: sectionSlugs.get(of[0] ?? '') },
      ]),
    ),
  });
  const writer = new ContentWriter(references, clean, pictures);
  await insertRows(
    client,
    'page',
    pages.map((page, at) => ({
      id: at + 1,
      code: page.code,
      page_group: plannedPages.has(page.code) ? 'planned' : page.group,
      channels: page.channels,
      slug: page.slug,
      title: page.title,
      summary: page.summary ?? null,
      meta_title: page.metaTitle ?? null,
      meta_description: page.metaDescription ?? null,
      content: page.content ? writer.html(page.content) : null,
      content_types: writer.contentTypes(page.contentTypes),
      content_types_by_channel: page.contentTypesByChannel
        ? Object.fromEntries(
            Object.entries(page.contentTypesByChannel).map(([channel, types]) => [
              channel,
              writer.contentTypes(types),
            ]),
          )
        : null,
      updated_at: page.updatedAt,
    })),
  );
  await seedNews(client, sections, articles, writer);
  await seedSmallContent(client, read, writer, references, hasGoods);
}

async function seedNews(
  client: ClientBase,
  sections: Section[],
  articles: Article[],
  writer: ContentWriter,
): Promise<void> {
  const sectionIds = new Map(sections.map(({ code }, at) => [code, at + 1]));
  await insertRows(
    client,
    'section',
    sections.map(({ code, position, name, slug }, at) => ({ id: at + 1, code, position, name, slug })),
  );
  await insertRows(
    client,
    'article',
    articles.map((article, at) => ({
      id: at + 1,
      code: article.code,
      channels: article.channels,
      published_at: article.publishedAt,
      image: writer.picture(article.image),
      slug: article.slug,
      name: article.name,
      excerpt: article.excerpt,
      content: writer.html(article.content),
      content_types: writer.contentTypes(article.contentTypes),
    })),
  );
  await insertRows(
    client,
    'article_section',
    articles.flatMap((article, at) =>
      article.sections.map((code, position) => ({
        article_id: at + 1,
        section_id: sectionIds.get(code),
        position,
      })),
    ),
  );
}

async function seedSmallContent(
  client: ClientBase,
  read: Read,
  writer: ContentWriter,
  references: References,
  hasGoods: boolean,
): Promise<void> {
  const { menus } = read<{
    menus: { code: string; place: string; channel: string; items: StoredNavItem[] }[];
  }>('content/menus.json');
  await insertRows(
    client,
    'menu',
    menus.map(({ code, place, channel, items }, at) => ({
      id: at + 1,
      code,
      place,
      channel,
      items: [
        ...(hasGoods || !['main', 'mobile'].includes(place) ? [] : [allCategories(code)]),
        ...items.map((item) => writer.navItem(item)),
      ],
    })),
  );
  type Block = {
    code: string;
    displayLocation: string;
    channels: string[];
    target: unknown;
    position: number;
    enabled: boolean;
  };
  const { blocks } = read<{ blocks: (Block & { contentTypes: StoredContentType[] })[] }>(
    'content/blocks.json',
  );
  await insertRows(
    client,
    'block',
    blocks.map((block, at) => ({
      id: at + 1,
      code: block.code,
      display_location: block.displayLocation,
      channels: block.channels,
      target: block.target,
      position: block.position,
      enabled: block.enabled,
      content_types: writer.contentTypes(block.contentTypes),
    })),
  );
  type Faq = {
    sections: { code: string; position: number; name: Texts }[];
    items: {
      code: string;
      section: string;
      position: number;
      channels: string[];
      translations: Record<string, { question: string; answer: string }>;
    }[];
  };
  const faq = read<Faq>('content/faq.json');
  const faqSections = new Map(faq.sections.map(({ code }, at) => [code, at + 1]));
  await insertRows(
    client,
    'faq_section',
    faq.sections.map(({ code, position, name }, at) => ({ id: at + 1, code, position, name })),
  );
  await insertRows(
    client,
    'faq',
    faq.items.map((item, at) => ({
      id: at + 1,
      code: item.code,
      section_id: faqSections.get(item.section),
      position: item.position,
      channels: item.channels,
      translations: Object.fromEntries(
        Object.entries(item.translations).map(([locale, { question, answer }]) => [
          locale,
          { question, answer: writer.htmlOf(answer, locale) },
        ]),
      ),
    })),
  );
  const { banners } = read<{ banners: Banner[] }>('content/banners.json');
  await insertRows(
    client,
    'banner',
    banners.map((banner, at) => ({
      id: at + 1,
      code: banner.code,
      channels: banner.channels,
      display_for: banner.displayFor,
      standalone: banner.standalone,
      scope: banner.scope,
      background_color: banner.backgroundColor,
      text_color: banner.textColor,
      position: banner.position,
      starts_at: banner.startsAt,
      ends_at: banner.endsAt,
      translations: Object.fromEntries(
        Object.entries(banner.translations).map(([locale, { description }]) => [
          locale,
          { description: writer.htmlOf(description, locale) },
        ]),
      ),
    })),
  );
  type Redirect = {
    source: string;
    target: string;
    only404: boolean;
    statusCode: number;
    channels: string[];
  };
  const { redirects } = read<{ redirects: Redirect[] }>('content/redirects.json');
  // An old address is known in every language: `/en/akcija` leads to the English page that `/akcija` leads to.
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
  const { overrides } = read<{ overrides: Record<string, Record<string, string>> }>(
    'content/translations.json',
  );
  await insertRows(
    client,
    'translation_override',
    Object.entries(overrides).flatMap(([locale, texts]) =>
      Object.entries(texts).map(([key, text]) => ({ locale, key, text })),
    ),
  );
}
