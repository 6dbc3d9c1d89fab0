import { msg } from '@lingui/core/macro';
import type { LoaderFunction } from 'react-router';
import { useParams } from 'react-router';
import type { RouteHandle } from '#api/route-handle.ts';
import type { RouteName } from '#contract/route-table.ts';
import { GiftCardView } from '#features/gift-cards/gift-card-view.tsx';
import { LetterLinkView } from '#features/newsletter/letter-link-view.tsx';
import { StopLetters } from '#features/newsletter/stop-letters.tsx';
import { WithdrawRequest } from '#features/product/withdraw-request.tsx';
import { usePaths } from '#i18n/paths.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import styles from './letter-link.module.css';

const handle: RouteHandle = { pageKind: 'other' };

/**
 * Where the shop's letters lead: one confirms the address, one stops the letters (LAW-08), one takes a stock request back, one
 * brings a gift card. One script for all: each costs a first visit no more than its address.
 */
export function screenOf(name: RouteName) {
  const isCard = name === 'GIFT_CARD';
  const title = isCard ? msg`Gift card` : msg`Letters of the shop`;
  const createLoader = (): LoaderFunction => () => ({
    head: { title: '', titleMessage: title, noIndex: true },
  });
  function Component() {
    const paths = usePaths();
    const { token = '' } = useParams();
    return (
      <div className="width">
        <Breadcrumbs home={paths.home()} crumbs={[]} />
        {isCard ? (
          <GiftCardView />
        ) : (
          <div className={styles['letter']}>
            {name === 'STOCK_REQUEST' ? (
              <WithdrawRequest hash={token} />
            ) : name === 'NEWSLETTER_STOP' ? (
              <StopLetters token={token} />
            ) : (
              <LetterLinkView token={token} />
            )}
          </div>
        )}
      </div>
    );
  }
  return { handle, createLoader, Component };
}
