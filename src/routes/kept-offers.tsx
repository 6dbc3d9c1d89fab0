import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { firstCategoriesQuery } from '#api/category-queries.ts';
import { useShop, type Shop } from '#api/shop.ts';
import { CategoryTiles } from '#features/content/category-tiles.tsx';
import { RecentlyViewed } from '#features/product/deferred-recently-viewed.tsx';
import {
  chooseOfflineCatalogue,
  readOfflineCatalogue,
  onOfflineCatalogueChange,
  offlineCatalogueView,
} from '#offline/catalogue/offline-catalogue.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';

/** Categories of the catalogue that is kept on this device; none where it is not: their pages could not be opened. */
const keptCategories = (shop: Shop) =>
  queryOptions({
    queryKey: ['catalogue', 'kept categories', { ...shop.scope }],
    queryFn: async ({ client }) =>
      (await readOfflineCatalogue(shop.scope)).savedAt === null
        ? []
        : client.ensureQueryData(firstCategoriesQuery(shop)),
    retry: false,
  });

/** Whoever stands before a page that is not here may have them all here the next time (decision 27). */
function CatalogueOffer() {
  const { scope } = useShop();
  const { savedAt, isPossible, wish } = useSyncExternalStore(
    onOfflineCatalogueChange,
    offlineCatalogueView,
    offlineCatalogueView,
  );
  const [isAsked, setAsked] = useState(false);
  if (!isPossible || savedAt !== null || (wish === 'on' && !isAsked)) return null;
  return (
    <Notice kind="info">
      {isAsked ? (
        <p role="status">
          <Trans>The catalogue will be fetched as soon as there is a connection.</Trans>
        </p>
      ) : (
        <>
          <p>
            <Trans>
              Keep the catalogue on this device: the next time all products open without a connection.
            </Trans>
          </p>
          <Button
            kind="secondary"
            onClick={() => {
              setAsked(true);
              void chooseOfflineCatalogue(true, scope);
            }}
          >
            <Trans>Keep the catalogue</Trans>
          </Button>
        </>
      )}
    </Notice>
  );
}

/** Where a page that is not on this device cannot be shown: what is there, the kept catalogue and what was looked at (R0.14). */
export function KeptOffers() {
  const { t } = useLingui();
  const { data: taxons } = useQuery(keptCategories(useShop()));
  return (
    <div className="width">
      {taxons?.length === 0 && <CatalogueOffer />}
      <CategoryTiles title={t`On this device`} taxons={taxons ?? []} />
      <RecentlyViewed />
    </div>
  );
}
