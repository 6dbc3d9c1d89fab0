import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useLocation, useParams, type LoaderFunction } from 'react-router';
import type { RouteHandle } from '#api/route-handle.ts';
import type { Services } from '#api/services.ts';
import { useShop } from '#api/shop.ts';
import { ArticleCards } from '#features/content/article-cards.tsx';
import { screenQueries } from '#features/content/screen-queries.ts';
import { usePaths } from '#i18n/paths.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { notFound } from '#routes/not-found.ts';
import styles from './news.module.css';

export const handle: RouteHandle = { pageKind: 'other' };

const pageOf = (search: URLSearchParams) => {
  const page = Number(search.get('page'));
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
};

export function createLoader({ shop, queryClient }: Services): LoaderFunction {
  return async ({ params, request }) => {
    const slug = params['sectionSlug'];
    const { meta } = await queryClient.ensureQueryData(
      screenQueries.news(shop, slug, pageOf(new URL(request.url).searchParams)),
    );
    if (slug === undefined) return { head: { title: '', titleMessage: msg`News and advice` } };
    const section = meta.sections.find((one) => one.slug === slug) ?? notFound();
    return { head: { title: section.name } };
  };
}

/** All articles, or those of a section (R2.25, R2.26). */
export function Component() {
  const { t } = useLingui();
  const paths = usePaths();
  const slug = useParams()['sectionSlug'];
  const search = new URLSearchParams(useLocation().search);
  const { data } = useSuspenseQuery(screenQueries.news(useShop(), slug, pageOf(search)));
  const { sections, page, pageCount } = data.meta;
  const section = sections.find((one) => one.slug === slug);
  const here = slug === undefined ? paths.news() : paths.newsSection(slug);
  return (
    <div className="width">
      <Breadcrumbs
        home={paths.home()}
        crumbs={section === undefined ? [] : [{ name: t`News and advice`, to: paths.news() }]}
      />
      <h1>{section?.name ?? <Trans>News and advice</Trans>}</h1>
      <nav className={styles['sections']} aria-label={t`Sections`}>
        {sections.map((one) => (
          <Link
            key={one.slug}
            to={paths.newsSection(one.slug)}
            className={buttonClass('secondary')}
            aria-current={one.slug === slug ? 'page' : undefined}
          >
            {one.name}
          </Link>
        ))}
      </nav>
      <ArticleCards articles={data.data} heading="h2" />
      <Pagination
        page={page}
        pageCount={pageCount}
        addressOf={(number) => (number === 1 ? here : `${here}?page=${String(number)}`)}
      />
    </div>
  );
}
