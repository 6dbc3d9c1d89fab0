/**
 * The account: one frame, and in it the page that the address names. Everything here is personal and drawn in the browser;
 * the server's page is the empty frame, the same for everybody.
 */
import { useLingui } from '@lingui/react/macro';
import { Suspense } from 'react';
import { redirect, useParams, type LoaderFunction } from 'react-router';
import type { RouteHandle } from '#api/route-handle.ts';
import type { Services } from '#api/services.ts';
import { accountPageOf } from '#contract/account-pages.ts';
import { AccountFrame } from '#features/account/account-frame.tsx';
import { createAccountPath, useAccountPath } from '#i18n/account-paths.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { accountMenu, accountScreens } from '#routes/account-screens.tsx';
import { notFound } from '#routes/not-found.ts';

export const handle: RouteHandle = { pageKind: 'other' };

/** An address in the spelling of another language goes on to that of its own. */
export function createLoader({ shop }: Services): LoaderFunction {
  return ({ params, request }) => {
    const found = accountPageOf(params['*'] ?? '');
    if (!found) notFound();
    const { pathname, search } = new URL(request.url);
    const own = createAccountPath(shop)(found.name, found.params);
    if (pathname.replace(/(.)\/+$/, '$1') !== own) return redirect(own + search, 301);
    return { head: { title: '', titleMessage: accountScreens[found.name].title, noIndex: true } };
  };
}

export function Component() {
  const { i18n } = useLingui();
  const addressOf = useAccountPath();
  const found = accountPageOf(useParams()['*'] ?? '');
  if (!found) return null;
  const { title, Page, isHeaded, above } = accountScreens[found.name];
  return (
    <AccountFrame
      title={isHeaded ? undefined : i18n._(title)}
      menu={accountMenu}
      isFirst={found.name === 'DASHBOARD'}
      above={above ? [{ name: i18n._(accountScreens[above].title), to: addressOf(above) }] : []}
    >
      <Suspense key={found.name} fallback={<Skeleton height="24rem" />}>
        <Page params={found.params} menu={accountMenu} />
      </Suspense>
    </AccountFrame>
  );
}
