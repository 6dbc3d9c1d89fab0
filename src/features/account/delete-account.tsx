import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#api/api-error.ts';
import { useShop } from '#api/shop.ts';
import { sentenceOf } from '#api/form-errors.ts';
import type { Customer } from '#contract/customers.ts';
import { sessionQueries } from '#features/session/session-queries.ts';
import { useAccountPath } from '#i18n/account-paths.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { trashShape } from '#ui/icons/icon-shapes-later.ts';
import { FormError } from '#ui/form/form-error.tsx';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { panelClass } from '#ui/panel.ts';
import { RichText } from '#ui/rich-text.tsx';
import { Question } from '#ui/question.tsx';
import { showToast } from '#ui/toast-state.ts';
import styles from './account-form.module.css';

interface PendingOrder {
  number: string;
  tokenValue: string;
}

/** The orders that stand in the way; null for any other failure. */
function pendingIn(error: unknown): PendingOrder[] | null {
  if (!(error instanceof ApiError) || error.errorCode !== 'account.deletion_pending_orders') return null;
  const { orders } = error.context;
  return Array.isArray(orders) ? (orders as PendingOrder[]) : [];
}

/** The way to the end of the account: what goes, what stays and why, and that it can be taken back for a day (R1.30). */
export function DeleteAccount({ customer }: { customer: Customer }) {
  const { t } = useLingui();
  const shop = useShop();
  const queryClient = useQueryClient();
  const addressOf = useAccountPath();
  const [isAsking, setAsking] = useState(false);
  const { queryKey } = sessionQueries.customer(shop);
  const { mutate, isPending, error, reset } = useMutation({
    mutationKey: ['account', 'delete'],
    mutationFn: () => shop.call('requestDeletion', { idempotencyKey: crypto.randomUUID() }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey });
      showToast(t`The deletion is scheduled. We have sent you a letter.`);
      window.scrollTo({ top: 0 });
    },
    onSettled: () => {
      setAsking(false);
    },
  });
  if (customer.user.accountRemoveRequestedAt !== undefined) return null;
  const pending = pendingIn(error);
  const sentence = sentenceOf(error, {
    away: t`No connection. Nothing was changed.`,
    other: t`The account could not be deleted.`,
  });
  return (
    <section className={panelClass} aria-labelledby="delete-account">
      <h2 id="delete-account" className={styles['title']}>
        <Trans>Delete the account</Trans>
      </h2>
      <p className={styles['note']}>
        <Trans>
          Your details, addresses, wishlist and loyalty card are deleted 24 hours later; until then you can
          change your mind. Papers of orders stay with us for as long as the law demands.
        </Trans>
      </p>
      {error !== null && pending === null && <FormError message={sentence} />}
      {pending !== null && (
        <Notice kind="warn" alert>
          <RichText html={sentence} />
          <ul className={styles['orders']}>
            {pending.map(({ number, tokenValue }) => (
              <li key={tokenValue}>
                <Link to={addressOf('ORDER', { orderToken: tokenValue })}>
                  <Trans>
                    Order <span translate="no">{number}</span>
                  </Trans>
                </Link>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <div className={styles['actions']}>
        <Button
          kind="secondary"
          onClick={() => {
            reset();
            setAsking(true);
          }}
        >
          <Icon shape={trashShape} size={20} />
          <Trans>Delete my account…</Trans>
        </Button>
      </div>
      {isAsking && (
        <Question
          title={t`Delete your account?`}
          stay={<Trans>Keep the account</Trans>}
          go={<Trans>Delete in 24 hours</Trans>}
          busy={isPending ? t`Deleting…` : undefined}
          onClose={() => {
            setAsking(false);
          }}
          onConfirm={() => {
            mutate();
          }}
        >
          <p>
            <Trans>
              In 24 hours your details, addresses, wishlist and loyalty points will be gone for good. The
              letter that we send you has a link that cancels it.
            </Trans>
          </p>
        </Question>
      )}
    </section>
  );
}
