import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Suspense } from 'react';
import { useLocation, type LoaderFunction } from 'react-router';
import type { RouteHandle } from '#api/route-handle.ts';
import { NoticeOffer } from '#features/device/notice-offer.tsx';
import { WaitingView } from '#features/waiting/waiting-view.tsx';
import styles from '#features/waiting/waiting.module.css';
import { onDemand } from '#ui/hydration/deferred.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { routeRow } from '#contract/route-table.ts';

const QuickOrderView = onDemand(
  async () => (await import('#features/quick-order/quick-order-view.tsx')).QuickOrderView,
);

export const handle: RouteHandle = { pageKind: 'other' };

/** Whether an address is that of the quick order, in any language. */
function isQuickOrder(pathname: string): boolean {
  const { lt, other = lt } = routeRow('QUICK_ORDER');
  return pathname.endsWith(lt) || pathname.endsWith(other);
}

export function createLoader(): LoaderFunction {
  return ({ request }) => ({
    head: {
      title: '',
      titleMessage: isQuickOrder(new URL(request.url).pathname) ? msg`Quick order` : msg`Waiting to be sent`,
      noIndex: true,
    },
  });
}

/**
 * What lies on this device for the shop: what waits to be sent (R0.44, CHK-19), and lines of codes that become an order
 * (decision 45). Personal: nothing of it is on the server's page. One script for both: the first visit names each.
 */
export function Component() {
  const { pathname } = useLocation();
  return (
    <div className="width">
      <div className={styles['page']}>
        {isQuickOrder(pathname) ? (
          <>
            <h1>
              <Trans>Quick order</Trans>
            </h1>
            <Suspense fallback={<Skeleton height="20rem" />}>
              <QuickOrderView />
            </Suspense>
          </>
        ) : (
          <>
            <h1>
              <Trans>Waiting to be sent</Trans>
            </h1>
            <WaitingView />
            <NoticeOffer />
          </>
        )}
      </div>
    </div>
  );
}
