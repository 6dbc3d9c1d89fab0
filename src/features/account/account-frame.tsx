import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { usePaths } from '#i18n/paths.ts';
import { useAccountPath } from '#i18n/account-paths.ts';
import { Breadcrumbs, type Crumb } from '#ui/breadcrumbs.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { AccountMenu, type MenuEntry } from './account-menu.tsx';
import { DeletionNotice } from './deletion-notice.tsx';
import { RequireSignIn } from './require-sign-in.tsx';
import styles from './account-frame.module.css';

interface AccountFrameProps {
  /** Heading of the page; left out where the page has one of its own. */
  title?: string | undefined;
  /** The pages that the menu leads to. */
  menu: readonly MenuEntry[];
  /** The first page of the account: its cards are the menu of a phone. */
  isFirst?: boolean;
  /** Pages between the first one and this one. */
  above?: readonly Crumb[];
  children: ReactNode;
}

/** What every page of the account stands in: the way back, the menu, and whether the account is about to be deleted. */
export function AccountFrame({ title, menu, isFirst = false, above = [], children }: AccountFrameProps) {
  const { t } = useLingui();
  const home = usePaths().home();
  const account = useAccountPath()('DASHBOARD');
  const crumbs = isFirst ? [] : [{ name: t`My account`, to: account }, ...above];
  const heading = title === undefined ? null : <h1>{title}</h1>;
  return (
    <div className="width">
      <Breadcrumbs home={home} crumbs={crumbs} />
      <RequireSignIn
        meanwhile={
          <div className={styles['content']}>
            {heading}
            <Skeleton height="24rem" />
          </div>
        }
      >
        <div className={styles['layout']} data-first={isFirst || undefined}>
          <AccountMenu menu={menu} />
          <div className={styles['content']}>
            {heading}
            <DeletionNotice />
            {children}
          </div>
        </div>
      </RequireSignIn>
    </div>
  );
}
