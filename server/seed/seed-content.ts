import type { ClientBase } from 'pg';
import { createReferences } from '#server/content/references.ts';
import { scenePicturePath } from '#server/pictures/picture-paths.ts';
import type { Texts } from '#server/database/schema-catalogue.ts';
import type { StoredContentType, StoredNavItem } from '#server/database/schema-content.ts';
import { insertRows } from './insert-rows.ts';
import { readData } from './read-data.ts';
import { withoutGoods, type OwnTexts } from './without-goods.ts';
import { withoutPlanned } from './without-planned.ts';
import { type Clean, ContentWriter } from './content-writer.ts';
import { type Section, type Article, seedNews } from './seed-news.ts';
import { seedRedirects, type Redirect } from './seed-redirects.ts';

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
type Block = {
  code: string;
  displayLocation: string;
  channels: string[];
  target: unknown;
  position: number;
  enabled: boolean;
  contentTypes: StoredContentType[];
};
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
    const data = withoutPlanned(file, readData<T>(file, now), hasGoods);
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
      page_group: page.group,
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
  await seedMenus(client, read, writer, hasGoods);
  await seedBlocks(client, read, writer);
  await seedFaq(client, read, writer);
  await seedBanners(client, read, writer);
  await seedRedirects(
    client,
    read<{ redirects: Redirect[] }>('content/redirects.json').redirects,
    references,
  );
  await seedTextOverrides(client, read);
}

async function seedMenus(
  client: ClientBase,
  read: Read,
  writer: ContentWriter,
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
}

async function seedBlocks(client: ClientBase, read: Read, writer: ContentWriter): Promise<void> {
  const { blocks } = read<{ blocks: Block[] }>('content/blocks.json');
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
}

async function seedFaq(client: ClientBase, read: Read, writer: ContentWriter): Promise<void> {
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
}

async function seedBanners(client: ClientBase, read: Read, writer: ContentWriter): Promise<void> {
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
}

async function seedTextOverrides(client: ClientBase, read: Read): Promise<void> {
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
