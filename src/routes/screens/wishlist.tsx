import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation, type LoaderFunction } from 'react-router';
import type { RouteHandle } from '#api/route-handle.ts';
import { useShop } from '#api/shop.ts';
import { useSignedIn } from '#api/use-signed-in.ts';
import type { ProductCard } from '#contract/catalogue.ts';
import { ProductGrid } from '#features/product/product-grid.tsx';
import { productQueries } from '#features/product/product-queries.ts';
import { accountListQuery, wishedIn } from '#features/wishlist/account-list.ts';
import { addToList, removeFromList } from '#features/wishlist/change-list.ts';
import { sharedCodes } from '#features/wishlist/device-list.ts';
import { wishedGoods } from '#features/wishlist/kept-goods.ts';
import { useWished, type Wished } from '#features/wishlist/wishlist-cell.ts';
import { usePaths } from '#i18n/paths.ts';
import { isReachable, useConnectivity } from '#offline/connection/connectivity.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useKeepFocus } from '#ui/focus/keep-focus.ts';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { ShareButton } from '#ui/share-button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { showToast } from '#ui/toast-state.ts';
import { useHydrated } from '#ui/hydration/use-hydrated.ts';
import styles from './listing.module.css';

export const handle: RouteHandle = { pageKind: 'other' };

export function createLoader(): LoaderFunction {
  return () => ({ head: { title: '', titleMessage: msg`Wishlist`, noIndex: true } });
}

/** In the order of the codes; codes of goods that are not sold any more are left out. */
const inOrder = (codes: readonly string[], goods: readonly ProductCard[]) =>
  codes.flatMap((code) => goods.find((one) => one.code === code) ?? []);

const codesOf = (list: readonly Wished[]) => list.map((one) => one.productCode);
const withoutCard = (codes: readonly string[], goods: readonly ProductCard[]) =>
  codes.filter((code) => !goods.some((one) => one.code === code));

/** The list of whoever is signed in or of this device, or one that somebody shared by its address (R2.29). Personal: nothing of it is on the server's page. */
export function Component() {
  const paths = usePaths();
  const mounted = useHydrated();
  const isSignedIn = useSignedIn();
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
      ) : isSignedIn ? (
        <AccountList />
      ) : (
        <DeviceList />
      )}
    </div>
  );
}

/** Of whoever is signed in: the shop's answer has the goods with it. */
function AccountList() {
  const { data: list, isError } = useQuery(accountListQuery(useShop()));
  if (list === undefined) {
    if (!isError) return <Skeleton height="24rem" />;
    return (
      <Notice kind="warn" alert>
        <Trans>Your wishlist could not be loaded. It is kept at the shop.</Trans>
      </Notice>
    );
  }
  const goods = (list?.wishlistProducts ?? []).flatMap(({ product }) => ('slug' in product ? [product] : []));
  return <OwnList wishes={wishedIn(list)} goods={goods} missing="unsold" />;
}

/** Of a guest: marked here, the goods asked for by their codes. */
function DeviceList() {
  const shop = useShop();
  const wishes = useWished();
  const codes = codesOf(wishes);
  const {
    data: goods,
    isError,
    isFetching,
    refetch,
  } = useQuery({ ...wishedGoods(shop), enabled: codes.length > 0 });
  const isAway = !isReachable(useConnectivity());
  const missing = withoutCard(codes, goods ?? []);
  // Marked in another tab, or taken over from a shared list: asked for once before anything is said of them.
  const [asked, setAsked] = useState('');
  const wanted = goods === undefined ? '' : missing.join(',');
  useEffect(() => {
    if (wanted !== '') void refetch().finally(() => setAsked(wanted));
  }, [wanted, refetch]);
  if (codes.length > 0 && goods === undefined && !isError) return <Skeleton height="24rem" />;
  return (
    <OwnList
      wishes={wishes}
      goods={goods ?? []}
      missing={isFetching || asked !== wanted ? 'awaited' : isAway || isError ? 'unseen' : 'unsold'}
    />
  );
}

interface OwnListProps {
  wishes: readonly Wished[];
  goods: readonly ProductCard[];
  /** What goods without a card are: asked for just now, not to be had without a connection, or no longer sold. */
  missing: 'awaited' | 'unseen' | 'unsold';
}

function OwnList(props: OwnListProps) {
  const place = useRef<HTMLDivElement>(null);
  // A heart that is pressed takes its card away.
  useKeepFocus(place);
  return (
    <div ref={place}>
      <ListOfOwn {...props} />
    </div>
  );
}

function ListOfOwn({ wishes, goods, missing: why }: OwnListProps) {
  const { t } = useLingui();
  const paths = usePaths();
  const at = { shop: useShop(), queryClient: useQueryClient() };
  const codes = codesOf(wishes);
  const missing = withoutCard(codes, goods);
  const takeOff = () =>
    removeFromList(at, missing).catch(() =>
      showToast(t`The product could not be removed from the wishlist.`, 'error'),
    );
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
  return (
    <>
      <div className={styles['head']}>
        <p className={styles['count']}>
          <Plural value={codes.length} one="# product" other="# products" />
        </p>
        <ShareButton title={t`Wishlist`} to={`${paths.wishlist()}?codes=${codes.join(',')}`} />
      </div>
      {missing.length > 0 && why !== 'awaited' && (
        <Notice kind={why === 'unseen' ? 'warn' : 'info'}>
          {why === 'unseen' ? (
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
                <Button kind="secondary" onClick={() => void takeOff()}>
                  <Trans>Take off the list</Trans>
                </Button>
              </p>
            </>
          )}
        </Notice>
      )}
      <ProductGrid
        products={inOrder(codes, goods)}
        heading="h2"
        packs={Object.fromEntries(wishes.map((one) => [one.productCode, one.productVariantCode]))}
      />
    </>
  );
}

function SharedList({ codes }: { codes: readonly string[] }) {
  const { t } = useLingui();
  const shop = useShop();
  const queryClient = useQueryClient();
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
  const take = () =>
    addToList(
      { shop, queryClient },
      fresh.map((one) => ({ productCode: one.code })),
    ).then(
      () => showToast(t`All of it is on your wishlist now.`),
      () => showToast(t`The list could not be taken over.`, 'error'),
    );
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
          <Button onClick={() => void take()}>
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
