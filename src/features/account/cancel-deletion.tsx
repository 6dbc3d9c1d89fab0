import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useShop } from '#api/shop.ts';
import { isAway, sentenceOf } from '#api/form-errors.ts';
import { keepCustomer } from '#features/session/keep-customer.ts';
import { useAccountPath } from '#i18n/account-paths.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { FormError } from '#ui/form/form-error.tsx';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import styles from './account-form.module.css';

/** Follows the link of the letter: the account is kept (R2.46). Asked once; only a person asks again. */
export function CancelDeletion({ token }: { token: string }) {
  const { t } = useLingui();
  const shop = useShop();
  const addressOf = useAccountPath();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['account', 'cancel deletion', { ...shop.scope, token }],
    queryFn: async ({ client }) => {
      const customer = await shop.call('cancelDeletion', { query: { accountDeletionToken: token } });
      await keepCustomer(client, shop, customer);
      return { isUsed: customer.linkUsed === true };
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  if (data === undefined && isFetching) return <Skeleton height="8rem" />;
  return (
    <>
      {error === null ? (
        <Notice kind="ok" alert>
          {data?.isUsed ? (
            <Trans>This link has been used: your account stays.</Trans>
          ) : (
            <Trans>The deletion is cancelled: your account stays.</Trans>
          )}
        </Notice>
      ) : (
        <FormError
          message={sentenceOf(error, {
            away: t`No connection. The deletion is not cancelled yet.`,
            other: t`The deletion could not be cancelled.`,
          })}
        />
      )}
      <div className={styles['actions']}>
        {isAway(error) && (
          <Button
            onClick={() => {
              void refetch();
            }}
          >
            <Trans>Try again</Trans>
          </Button>
        )}
        <Link className={buttonClass(error === null ? 'primary' : 'secondary')} to={addressOf('DASHBOARD')}>
          <Trans>To my account</Trans>
        </Link>
      </div>
    </>
  );
}
