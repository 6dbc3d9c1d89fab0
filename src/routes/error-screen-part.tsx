import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLocation, useRouteError } from 'react-router';
import { ApiError, normaliseError } from '#api/api-error.ts';
import { useShop } from '#api/shop.ts';
import { ContentBlocks } from '#features/content/deferred-content-blocks.tsx';
import { contentQueries } from '#features/content/content-queries.ts';
import { isScriptFailure } from '#lib/script-failure.ts';
import { isReachable, useConnectivity } from '#offline/connection/connectivity.ts';
import { RecommendedProducts } from '#features/recommendations/recommended-products.tsx';
import { addressWords } from '#features/search/address-words.ts';
import { seenGoodsQuery } from '#features/search/search-seen-goods.ts';
import { SeenResults } from '#features/search/seen-results.tsx';
import { ErrorPage } from '#features/site-frame/error-page.tsx';
import { UnseenPage } from '#features/site-frame/unseen-page.tsx';
import { usePaths } from '#i18n/paths.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { KeptOffers } from './kept-offers.tsx';
import { useMovedAddress } from './moved-address.ts';
import { reloadsFor, useScriptRetry } from './script-retry.ts';

/** What the shop offers in place of a page that is not there: blocks, then goods (R2.130, R2.131, R2.143). */
function Offers() {
  const { t } = useLingui();
  const { data: contentTypes = [] } = useQuery(contentQueries.blocks(useShop(), '404_page'));
  return (
    <>
      <ContentBlocks contentTypes={contentTypes} />
      <RecommendedProducts placement="notfound" title={t`What others buy`} />
    </>
  );
}

/** A page that this device has never seen: of a search it shows what it has seen of the goods. */
function UnseenScreen() {
  const shop = useShop();
  const paths = usePaths();
  const { pathname, search } = useLocation();
  const words = pathname === paths.search() ? addressWords(search) : '';
  const { data, isPending } = useQuery({ ...seenGoodsQuery(shop, words), enabled: words !== '' });
  if (words !== '' && isPending) return <Skeleton height="24rem" />;
  const isFound = data !== undefined && data.found.length > 0;
  return (
    <UnseenPage found={isFound ? <SeenResults query={words} {...data} /> : undefined}>
      <KeptOffers />
    </UnseenPage>
  );
}

/** A failed screen inside the frame: not found, a fault, or a page that is not on this device yet (R0.14). */
export function ErrorScreen() {
  const error = useRouteError();
  // Each failure is judged when it comes: what is asked for again may fail anew.
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const reloads = useMemo(() => reloadsFor(error, address), [error, address]);
  useScriptRetry(error);
  const { status, message } = normaliseError(error);
  const isOnItsWay = useMovedAddress(status === 404);
  // A script may fail before the browser has said that the connection is gone, and is asked for again after it is back.
  const isAwayNow = !isReachable(useConnectivity());
  const [missedAway, setMissedAway] = useState<unknown>(null);
  if (isAwayNow && missedAway !== error) setMissedAway(error);
  const isAway = isAwayNow || missedAway === error;
  if (reloads || isOnItsWay) return <main aria-busy="true" />;
  // A screen whose script is not on the device comes as a page does: with the connection.
  const isUnseen =
    (isScriptFailure(error) && isAway) || (error instanceof ApiError && error.kind === 'unreachable');
  if (isUnseen) {
    return <UnseenScreen />;
  }
  // An answer of the shop is written for people; the text of an exception is not.
  const words = error instanceof ApiError && error.kind === 'refused' ? message : undefined;
  return (
    <ErrorPage status={status} message={words}>
      {status === 404 && <Offers />}
    </ErrorPage>
  );
}
