import { msg } from '@lingui/core/macro';
import { useMatches, useParams, type LoaderFunction } from 'react-router';
import type { RouteHandle } from '#api/services.ts';
import { LetterLinkView } from '#features/newsletter/letter-link-view.tsx';
import { WithdrawRequest } from '#features/product/withdraw-request.tsx';
import { usePaths } from '#i18n/paths.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';

export const handle: RouteHandle = { pageKind: 'other' };

export function createLoader(): LoaderFunction {
  return () => ({
    head: { title: '', titleMessage: msg`Letters of the shop`, noIndex: true, isSecret: true },
  });
}

/** Where the links of the shop's letters lead: one confirms the address, one stops the letters (LAW-08), one takes a stock request back. */
export function Component() {
  const paths = usePaths();
  const { token = '' } = useParams();
  const route = useMatches().at(-1)?.id;
  return (
    <div className="width">
      <Breadcrumbs home={paths.home()} crumbs={[]} />
      {route === 'STOCK_REQUEST' ? (
        <WithdrawRequest hash={token} />
      ) : (
        <LetterLinkView kind={route === 'NEWSLETTER_STOP' ? 'stop' : 'confirm'} token={token} />
      )}
    </div>
  );
}
