import { useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { firstCategoriesQuery } from '#api/category-queries.ts';
import { useShop, type Shop } from '#api/shop.ts';
import { CategoryTiles } from '#features/content/category-tiles.tsx';
import { RecentlyViewed } from '#features/product/recently-viewed.tsx';
import { lookIntoPocket } from '#offline/pocket.ts';

/** Categories of the catalogue that is kept on this device; none where it is not: their pages could not be opened. */
const keptCategories = (shop: Shop) =>
  queryOptions({
    queryKey: ['catalogue', 'kept categories', { ...shop.scope }],
    queryFn: async ({ client }) =>
      (await lookIntoPocket(shop.scope)).savedAt === null
        ? []
        : client.ensureQueryData(firstCategoriesQuery(shop)),
    retry: false,
  });

/** Where a page that is not on this device cannot be shown: what is there, the kept catalogue and what was looked at (R0.14). */
export function KeptOffers() {
  const { t } = useLingui();
  const { data: taxons = [] } = useQuery(keptCategories(useShop()));
  return (
    <div className="width">
      <CategoryTiles title={t`On this device`} taxons={taxons} />
      <RecentlyViewed />
    </div>
  );
}
