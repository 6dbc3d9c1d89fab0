/** The magazine of the seed: its sections and articles. */
import type { ClientBase } from 'pg';
import type { Texts } from '#server/database/schema-catalogue.ts';
import type { StoredContentType } from '#server/database/schema-content.ts';
import { insertRows } from './insert-rows.ts';
import { ContentWriter } from './content-writer.ts';

export type Section = { code: string; position: number; name: Texts; slug: Texts };
export type Article = {
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

export async function seedNews(
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
