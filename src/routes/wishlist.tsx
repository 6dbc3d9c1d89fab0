import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, type LoaderFunction } from 'react-router';
import type { RouteHandle } from '#api/services.ts';
import { useShop } from '#api/shop.ts';
import type { ProductCard } from '#contract/catalogue.ts';
import { ProductGrid } from '#features/product/product-grid.tsx';
import { productQueries } from '#features/product/product-queries.ts';
import { wishedGoods } from '#features/wishlist/use-wishlist.ts';
import { addWished, removeWished, sharedCodes, useWished } from '#features/wishlist/wishlist-cell.ts';
import { usePaths } from '#i18n/paths.ts';
import { isReachable, useConnectivity } from '#offline/connectivity.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { ShareButton } from '#ui/share-button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { showToast } from '#ui/toast-state.ts';
import { useMedia } from '#ui/use-media.ts';
import styles from './listing.module.css';

export const handle: RouteHandle = { pageKind: 'other' };

export function createLoader(): LoaderFunction {
  return () => ({ head: { title: '', titleMessage: msg`Wishlist`, noIndex: true } });
}

/** In the order of the codes; codes of goods that are not sold any more are left out. */
const inOrder = (codes: readonly string[], goods: readonly ProductCard[]) =>
  codes.flatMap((code) => goods.find((one) => one.code === code) ?? []);

/** The list of this device, or one that somebody shared by its address (R2.29). Personal: nothing of it is on the server's page. */
export function Component() {
  const paths = usePaths();
  const mounted = useMedia('all');
  const { search } = useLocation();
  const shared = sharedCodes(search);
  return (
    <div className="width">
      <Breadcrumbs home={paths.home()} crumbs={[]} />
      <h1>
        <Trans>Wishlist</Trans>
      </h1>
      {!mounted ? (
        <Skeleton height="24rem" />
      ) : shared.length > 0 ? (
        <SharedList codes={shared} />
      ) : (
        <OwnList />
      )}
    </div>
  );
}

function OwnList() {
  const { t } = useLingui();
  const shop = useShop();
  const paths = usePaths();
  const codes = useWished().map((one) => one.productCode);
  const {
    data: goods,
    isError,
    isFetching,
    refetch,
  } = useQuery({ ...wishedGoods(shop), enabled: codes.length > 0 });
  const isAway = !isReachable(useConnectivity());
  const shown = inOrder(codes, goods ?? []);
  const missing = codes.filter((code) => !shown.some((one) => one.code === code));
  // Marked in another tab, or taken over from a shared list: asked for once before anything is said of them.
  const [asked, setAsked] = useState('');
  const wanted = goods === undefined ? '' : missing.join(',');
  useEffect(() => {
    if (wanted !== '') void refetch().finally(() => setAsked(wanted));
  }, [wanted, refetch]);
  if (codes.length === 0) {
    return (
      <EmptyState
        drawing="heart"
        title={
          <Trans>
            Nothing is marked yet. The heart on a product puts it here, also without a connection.
          </Trans>
        }
        action={
          <Link className={buttonClass()} to={paths.home()}>
            <Trans>Choose goods</Trans>
          </Link>
        }
      />
    );
  }
  if (goods === undefined && !isError) return <Skeleton height="24rem" />;
  return (
    <>
      <div className={styles['head']}>
        <p className={styles['count']}>
          <Plural value={codes.length} one="# product" other="# products" />
        </p>
        <ShareButton title={t`Wishlist`} to={`${paths.wishlist()}?codes=${codes.join(',')}`} />
      </div>
      {missing.length > 0 && !isFetching && asked === wanted && (
        <Notice kind={isAway || isError ? 'warn' : 'info'}>
          {isAway || isError ? (
            <p>
              <Plural
                value={missing.length}
                one="# product cannot be shown without a connection. It is kept."
                other="# products cannot be shown without a connection. They are kept."
              />
            </p>
          ) : (
            <>
              <p>
                <Plural
                  value={missing.length}
                  one="# product is no longer sold."
                  other="# products are no longer sold."
                />
              </p>
              <p>
                <Button kind="secondary" onClick={() => void removeWished(missing)}>
                  <Trans>Take off the list</Trans>
                </Button>
              </p>
            </>
          )}
        </Notice>
      )}
      <ProductGrid products={shown} heading="h2" />
    </>
  );
}

function SharedList({ codes }: { codes: readonly string[] }) {
  const { t } = useLingui();
  const shop = useShop();
  const paths = usePaths();
  const own = useWished();
  const { data: goods, isError } = useQuery(productQueries.associated(shop, codes.slice(0, 100)));
  if (isError && goods === undefined) {
    return (
      <Notice kind="warn" alert>
        <Trans>The shared list cannot be shown without a connection.</Trans>
      </Notice>
    );
  }
  if (goods === undefined) return <Skeleton height="24rem" />;
  const shown = inOrder(codes, goods);
  const fresh = shown.filter((one) => !own.some((other) => other.productCode === one.code));
  const take = () => {
    const isKept = addWished(fresh.map((one) => ({ productCode: one.code })));
    if (isKept) showToast(t`All of it is on your wishlist now.`);
    else showToast(t`The list could not be taken over.`, 'error');
  };
  return (
    <>
      <div className={styles['head']}>
        <p className={styles['count']}>
          <Plural
            value={shown.length}
            one="Somebody shared # product with you."
            other="Somebody shared # products with you."
          />
        </p>
        {fresh.length > 0 ? (
          <Button onClick={take}>
            <Trans>Put all on my wishlist</Trans>
          </Button>
        ) : (
          <Link className={buttonClass('secondary')} to={paths.wishlist()}>
            <Trans>To my wishlist</Trans>
          </Link>
        )}
      </div>
      <ProductGrid products={shown} heading="h2" />
    </>
  );
}
