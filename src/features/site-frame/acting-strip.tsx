import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useShop } from '#api/shop.ts';
import { LogOutButton } from '#features/session/log-out-button.tsx';
import { sessionQueries } from '#features/session/session-queries.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { userShape } from '#ui/icons/user-shape.ts';
import styles from './frame.module.css';

/** Whoever acts for a customer sees it on every page, and ends it there (R6.34). */
export function ActingStrip() {
  const { data: customer } = useQuery({ ...sessionQueries.customer(useShop()), staleTime: 300_000 });
  const email = customer?.email ?? '';
  return (
    <div className={styles['strip']}>
      <div className="width">
        <Icon shape={userShape} size={18} />
        <span>
          <Trans>You are acting for a customer: {email}</Trans>
        </span>
        <LogOutButton>
          <Trans>End it</Trans>
        </LogOutButton>
      </div>
    </div>
  );
}
