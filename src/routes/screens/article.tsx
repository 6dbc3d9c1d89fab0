import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams, type LoaderFunction } from 'react-router';
import type { RouteHandle } from '#api/route-handle.ts';
import type { Services } from '#api/services.ts';
import { useShop } from '#api/shop.ts';
import { ContentBlocks } from '#features/content/deferred-content-blocks.tsx';
import { loadContent } from '#features/content/content-queries.ts';
import { screenQueries } from '#features/content/screen-queries.ts';
import { formatDate } from '#i18n/format.ts';
import { createPaths, usePaths } from '#i18n/paths.ts';
import { readId } from '#i18n/read-address.ts';
import { secondaryContent } from '#lib/secondary-content.ts';
import { imageSizes } from '#lib/image-sizes.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { Link } from '#ui/link.tsx';
import { Picture } from '#ui/picture.tsx';
import { RichText } from '#ui/rich-text.tsx';
import { notFound } from '#routes/not-found.ts';
import styles from './news.module.css';

export const handle: RouteHandle = { pageKind: 'other' };

export function createLoader(services: Services): LoaderFunction {
  const { shop, queryClient } = services;
  return async ({ params }) => {
    const id = readId(params['*']) ?? notFound();
    const article = await queryClient.ensureQueryData(screenQueries.article(shop, id));
    await secondaryContent(loadContent(services, article.contentTypes));
    return {
      head: {
        title: article.name,
        description: article.excerpt,
        canonical: createPaths(shop).article(article),
        image: article.image?.path,
      },
    };
  };
}

/** One article (R2.27, R3.39). */
export function Component() {
  const { t } = useLingui();
  const shop = useShop();
  const paths = usePaths();
  const { data: article } = useSuspenseQuery(screenQueries.article(shop, readId(useParams()['*']) ?? 0));
  const { sections, previous, next } = article;
  return (
    <article className="width">
      <Breadcrumbs home={paths.home()} crumbs={[{ name: t`News and advice`, to: paths.news() }]} />
      <h1>{article.name}</h1>
      <p className={styles['meta']}>
        <time dateTime={article.publishedAt}>{formatDate(article.publishedAt, shop.locale)}</time>
        {sections.map((section) => (
          <Link key={section.slug} to={paths.newsSection(section.slug)}>
            {section.name}
          </Link>
        ))}
      </p>
      {article.image !== undefined && (
        <Picture
          className={styles['picture']}
          path={article.image.path}
          alt={article.image.alt ?? ''}
          size={imageSizes.half}
          first
        />
      )}
      <RichText className={styles['content']} html={article.content} />
      <ContentBlocks contentTypes={article.contentTypes} />
      {(previous !== undefined || next !== undefined) && (
        <nav className={styles['neighbours']} aria-label={t`More articles`}>
          {previous !== undefined && (
            <Link to={paths.article({ ...previous, sections })}>
              <Trans>Earlier: {previous.name}</Trans>
            </Link>
          )}
          {next !== undefined && (
            <Link to={paths.article({ ...next, sections })}>
              <Trans>Newer: {next.name}</Trans>
            </Link>
          )}
        </nav>
      )}
    </article>
  );
}
