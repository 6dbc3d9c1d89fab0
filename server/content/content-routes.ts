import type { ArticleCard, Page } from '#contract/content.ts';
import { listMeta, pageOf, wholeList } from '#server/http/paging.ts';
import type { Catalogue } from '#server/catalogue/catalogue.ts';
import { pathOf } from '#domain/catalogue/catalogue-tree.ts';
import { optionalText, textIn, translationsOf } from '#domain/catalogue/texts.ts';
import { ApiFailure } from '#server/errors/api-failure.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import type { EndpointServer } from '#server/http/serve-endpoint.ts';
import { pictureName, type StoredArticle, type StoredPage } from './content-data.ts';
import type { Content } from './content.ts';
import { localiseContentTypes } from './localise.ts';
import { withSeller } from './seller-words.ts';
import { carrying, collectedOnly, termsWords, type ShopTerms } from './shop-terms.ts';

type Clock = () => Date;
type Asked = Pick<RequestContext, 'channel' | 'locale'>;

function presentPage(page: StoredPage, { channel, locale }: Asked, terms: ShopTerms): Page {
  const types = page.content_types_by_channel?.[channel.code] ?? page.content_types;
  const presented = {
    id: page.id,
    code: page.code,
    slug: textIn(page.slug, locale),
    title: textIn(page.title, locale),
    content: textIn(page.content, locale),
    contentTypes: localiseContentTypes(types, locale),
    ...optionalText('metaTitle', page.meta_title, locale),
    ...optionalText('metaDescription', page.meta_description ?? page.summary, locale),
    // The home page has an empty slug in every language, which is a slug all the same.
    translations: Object.fromEntries(Object.entries(page.slug).map(([code, slug]) => [code, { slug }])),
    updatedAt: page.updated_at.toISOString(),
  };
  return withSeller(presented, channel.seller, termsWords(terms, locale));
}

function presentArticle(article: StoredArticle, content: Content, { channel, locale }: Asked): ArticleCard {
  const alt =
    article.image === null ? '' : textIn(content.data.pictureTexts.get(pictureName(article.image)), locale);
  const presented = {
    id: article.id,
    slug: textIn(article.slug, locale),
    name: textIn(article.name, locale),
    ...optionalText('excerpt', article.excerpt, locale),
    ...(article.image === null ? {} : { image: { path: article.image, ...(alt ? { alt } : {}) } }),
    sections: article.sections.map(({ slug, name }) => ({
      slug: textIn(slug, locale),
      name: textIn(name, locale),
    })),
    publishedAt: article.published_at.toISOString(),
    translations: translationsOf({ slug: article.slug }),
  };
  return withSeller(presented, channel.seller);
}

/** Calls CMS-01 to CMS-07 of the contract. */
export function mountContentCalls(
  server: EndpointServer,
  content: Content,
  catalogue: Catalogue,
  now: Clock = () => new Date(),
): void {
  mountPages(server, content);
  mountArticles(server, content, now);
  mountBlocks(server, content, catalogue);
  server.serve('faq', async ({ query, context }) => {
    const terms = await content.termsOf(context.channel.code);
    const items = content.data.faq.filter(
      ({ channels, section }) =>
        channels.includes(context.channel.code) &&
        (query.section === undefined || section?.code === query.section),
    );
    return {
      body: wholeList(
        items.map(({ id, translations, section, position }) => ({
          id,
          translations: Object.fromEntries(
            Object.entries(translations).map(([locale, texts]) => [
              locale,
              withSeller(texts, context.channel.seller, termsWords(terms, locale)),
            ]),
          ),
          ...(section ? { section: { code: section.code, name: textIn(section.name, context.locale) } } : {}),
          position,
        })),
      ),
    };
  });
}

function mountPages(server: EndpointServer, content: Content): void {
  server.serve('page', async ({ params, context }) => {
    const page = content.data.pages.find(
      ({ id, channels }) => id === params.id && channels.includes(context.channel.code),
    );
    if (!page) throw new ApiFailure(404, 'page.not_found');
    return { body: presentPage(page, context, await content.termsOf(context.channel.code)) };
  });
  server.serve('pages', async ({ query, context }) => {
    const { locale, channel } = context;
    const here = content.data.pages.filter(({ channels }) => channels.includes(channel.code));
    const slug = query.slug?.replace(/^\/+|\/+$/g, '');
    const found =
      query.code !== undefined
        ? here.find(({ code }) => code === query.code)
        : slug === undefined || slug === ''
          ? undefined
          : (here.find((page) => page.slug[locale] === slug) ??
            here.find((page) => Object.values(page.slug).includes(slug)));
    const terms = await content.termsOf(channel.code);
    return { body: wholeList(found ? [presentPage(found, context, terms)] : []) };
  });
}

function mountArticles(server: EndpointServer, content: Content, now: Clock): void {
  const published = (channelCode: string): StoredArticle[] => {
    const moment = now();
    return content.data.articles.filter(
      ({ channels, published_at }) => channels.includes(channelCode) && published_at <= moment,
    );
  };
  server.serve('articles', ({ query, context }) => {
    const { locale, channel } = context;
    let articles = published(channel.code);
    if (query.section !== undefined) {
      const { section: wanted } = query;
      articles = articles.filter(({ sections }) =>
        sections.some(({ slug }) => Object.values(slug).includes(wanted)),
      );
    }
    for (const [field, direction] of Object.entries(query.order ?? {})) {
      if (field !== 'publishedAt' || (direction !== 'asc' && direction !== 'desc')) {
        throw new ApiFailure(400, 'query.invalid_sort');
      }
      if (direction === 'asc') articles = [...articles].reverse();
    }
    const { data, meta } = pageOf(articles, query);
    const sections = content.data.sections.map(({ slug, name }) => ({
      slug: textIn(slug, locale),
      name: textIn(name, locale),
    }));
    return {
      body: {
        data: data.map((article) => presentArticle(article, content, context)),
        meta: { ...meta, sections },
      },
    };
  });
  server.serve('article', ({ params, context }) => {
    const { locale, channel } = context;
    const articles = published(channel.code);
    const at = articles.findIndex(({ id }) => id === params.id);
    const article = articles[at];
    if (!article) throw new ApiFailure(404, 'article.not_found');
    const neighbour = (other: StoredArticle | undefined) =>
      other &&
      withSeller(
        { id: other.id, slug: textIn(other.slug, locale), name: textIn(other.name, locale) },
        channel.seller,
      );
    const previous = neighbour(articles[at + 1]);
    const next = neighbour(articles[at - 1]);
    return {
      body: {
        ...presentArticle(article, content, context),
        content: withSeller(textIn(article.content, locale), channel.seller),
        contentTypes: withSeller(localiseContentTypes(article.content_types, locale), channel.seller),
        ...(previous ? { previous } : {}),
        ...(next ? { next } : {}),
      },
    };
  });
  server.serve('sections', ({ context }) => {
    const articles = published(context.channel.code);
    const sections = content.data.sections.map(({ id, slug, name }) => ({
      id,
      slug: textIn(slug, context.locale),
      name: textIn(name, context.locale),
      articleCount: articles.filter((article) => article.sections.some((section) => section.id === id))
        .length,
    }));
    return { body: { data: sections, meta: listMeta(sections.length) } };
  });
}

function mountBlocks(server: EndpointServer, content: Content, catalogue: Catalogue): void {
  server.serve('blocks', async ({ query, context }) => {
    const { data, goods } = catalogue.state;
    const taxonCodes = new Set<string>();
    const valueCodes = new Set<string>();
    const addTaxon = (code: string | undefined): void => {
      const taxon = code === undefined ? undefined : data.taxonsByCode.get(code);
      if (taxon) for (const node of pathOf(taxon)) taxonCodes.add(node.code);
    };
    addTaxon(query.taxonomy);
    const member = query.product === undefined ? undefined : goods.memberOfCode(query.product);
    const product = member === undefined ? undefined : goods.products[member];
    for (const id of product?.taxonIds ?? []) addTaxon(data.taxons.get(id)?.code);
    for (const id of product?.valueIds ?? []) {
      const value = data.values.get(id);
      if (value) valueCodes.add(`${value.attribute.code}:${value.code}`);
    }
    if (query.attributeValue !== undefined) valueCodes.add(query.attributeValue);
    const here = content.data.blocks.filter(
      ({ channels, display_location }) =>
        channels.includes(context.channel.code) &&
        (query.displayLocation === undefined || display_location === query.displayLocation),
    );
    const isTargeted = ({ target }: (typeof here)[number]): boolean => Object.keys(target).length > 0;
    const fits = ({ target }: (typeof here)[number]): boolean =>
      (target.taxons ?? []).some((code) => taxonCodes.has(code)) ||
      (target.products ?? []).includes(query.product ?? '') ||
      (target.attributeValues ?? []).some(
        (key) => valueCodes.has(key) || valueCodes.has(key.split(':')[1] ?? ''),
      );
    const blocks = [
      ...here.filter((block) => isTargeted(block) && fits(block)),
      ...here.filter((block) => !isTargeted(block)),
    ];
    const terms = await content.termsOf(context.channel.code);
    const { channel, locale } = context;
    // Also what lies now only where nothing is sent from.
    const shown = product && (await catalogue.product(channel.code, locale, product.id));
    const variant = shown?.variants.find(({ code }) => code === query.variant);
    const isCollected = shown?.collectAt !== undefined || variant?.collectAt !== undefined;
    const packs = variant ? [variant] : (shown?.variants ?? []);
    // Of a set, whose parts weigh, nothing is known here.
    const lightest = packs.length === 0 ? 0 : Math.min(...packs.map(({ weight = 0 }) => weight));
    const said = termsWords(isCollected ? collectedOnly(terms) : carrying(terms, lightest), locale);
    // What is free for a cart the cart says, which knows its goods.
    const saidOfCart = termsWords({ ...terms, free: [] }, locale);
    return {
      body: wholeList(
        blocks.map(({ id, content_types, display_location }) => ({
          id,
          contentTypes: withSeller(
            localiseContentTypes(content_types, locale),
            channel.seller,
            display_location === 'cart_inner_page' ? saidOfCart : said,
          ),
        })),
      ),
    };
  });
}
