import { useSuspenseQuery } from '@tanstack/react-query';
import { redirect, useParams, type LoaderFunction } from 'react-router';
import type { RouteHandle } from '#api/route-handle.ts';
import type { Services } from '#api/services.ts';
import { useShop } from '#api/shop.ts';
import { settledPath } from '#contract/settled-address.ts';
import { ContentBlocks } from '#features/content/deferred-content-blocks.tsx';
import { loadContent } from '#features/content/content-queries.ts';
import { pageBySlugQuery } from '#i18n/content-page.ts';
import { createPaths, usePaths } from '#i18n/paths.ts';
import { secondaryContent } from '#lib/secondary-content.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { RichText } from '#ui/rich-text.tsx';
import { notFound } from '#routes/not-found.ts';
import styles from './static-page.module.css';

export const handle: RouteHandle = { pageKind: 'other' };

export function createLoader(services: Services): LoaderFunction {
  const { shop, queryClient } = services;
  return async ({ params, request }) => {
    // A link within the shop by the international address, which neither server nor worker sees (R2.01).
    const { pathname, search } = new URL(request.url);
    const settled = shop.localePath === '' ? settledPath(pathname) : pathname;
    if (settled !== pathname) throw redirect(settled + search);
    const page = (await queryClient.ensureQueryData(pageBySlugQuery(shop, params['*'] ?? ''))) ?? notFound();
    await secondaryContent(loadContent(services, page.contentTypes));
    return {
      head: {
        title: page.metaTitle ?? page.title,
        description: page.metaDescription,
        canonical: createPaths(shop).page(page.slug),
      },
    };
  };
}

/** A page of the shop's own texts: terms, privacy, delivery (R2.31). */
export function Component() {
  const paths = usePaths();
  const { data: page } = useSuspenseQuery(pageBySlugQuery(useShop(), useParams()['*'] ?? ''));
  if (page === null) return null;
  return (
    <div className="width">
      <Breadcrumbs home={paths.home()} crumbs={[]} />
      <h1>{page.title}</h1>
      <RichText className={styles['content']} html={page.content} />
      <ContentBlocks contentTypes={page.contentTypes} />
    </div>
  );
}
