import { useSuspenseQuery } from '@tanstack/react-query';
import type { LoaderFunction } from 'react-router';
import type { RouteHandle } from '#api/route-handle.ts';
import type { Services } from '#api/services.ts';
import { useShop } from '#api/shop.ts';
import { ContentBlocks } from '#features/content/deferred-content-blocks.tsx';
import { contentQueries, loadContent } from '#features/content/content-queries.ts';
import { RecentlyViewed } from '#features/product/deferred-recently-viewed.tsx';
import { createPaths } from '#i18n/paths.ts';
import { secondaryContent } from '#lib/secondary-content.ts';
import { brand } from '#lib/brand.ts';

export const handle: RouteHandle = { pageKind: 'front' };

const loadPage = ({ queryClient, shop }: Services) =>
  queryClient.ensureQueryData(contentQueries.pageByCode(shop, 'home'));

/** The page and what its blocks show. */
export async function loadHome(services: Services): Promise<void> {
  await loadContent(services, (await loadPage(services))?.contentTypes ?? []);
}

/** The home page is the content page with the code `home` (CMS-03). */
export function createLoader(services: Services): LoaderFunction {
  return async () => {
    const page = await loadPage(services);
    await secondaryContent(loadContent(services, page?.contentTypes ?? []));
    return {
      head: {
        title: page?.metaTitle ?? page?.title ?? brand.name,
        description: page?.metaDescription,
        canonical: createPaths(services.shop).home(),
      },
    };
  };
}

export function Component() {
  const { data: page } = useSuspenseQuery(contentQueries.pageByCode(useShop(), 'home'));
  const contentTypes = page?.contentTypes ?? [];
  const opensWithTitle = contentTypes[0]?.code === 'slider';
  return (
    <div className="width">
      {!opensWithTitle && <h1 className="visually-hidden">{page?.title ?? brand.name}</h1>}
      <ContentBlocks contentTypes={contentTypes} opensPage />
      <RecentlyViewed />
    </div>
  );
}
