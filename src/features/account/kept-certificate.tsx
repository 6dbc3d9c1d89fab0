import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sentenceOf } from '#api/form-errors.ts';
import { useShop } from '#api/shop.ts';
import { keepCustomer } from '#features/session/keep-customer.ts';
import { sessionQueries } from '#features/session/session-queries.ts';
import { formatDate } from '#i18n/format.ts';
import { Button } from '#ui/button.tsx';
import { FormError } from '#ui/form/form-error.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { trashShape } from '#ui/icons/icon-shapes-later.ts';
import { panelClass } from '#ui/panel.ts';
import { Question } from '#ui/question.tsx';
import { showToast } from '#ui/toast-state.ts';
import styles from './account-form.module.css';

/** The certificate of plant protection that the account keeps of an order (contract 5.7): what of it is kept, and its end. */
export function KeptCertificate() {
  const { t } = useLingui();
  const shop = useShop();
  const queryClient = useQueryClient();
  const { data: customer } = useQuery(sessionQueries.customer(shop));
  const [isAsking, setAsking] = useState(false);
  const id = customer?.id ?? 0;
  const { mutate, isPending, error, reset } = useMutation({
    mutationKey: ['account', 'certificate'],
    mutationFn: () =>
      shop.call('updateCustomer', {
        params: { id },
        body: { certificate: null },
        idempotencyKey: crypto.randomUUID(),
      }),
    onSuccess: async (saved) => {
      await keepCustomer(queryClient, shop, saved);
      showToast(t`The certificate is removed from your account.`);
    },
    onSettled: () => {
      setAsking(false);
    },
  });
  const certificate = customer?.certificate;
  if (certificate === undefined) return null;
  const { number, holder, validUntil, state } = certificate;
  const day = formatDate(validUntil, shop.locale);
  return (
    <section className={panelClass} aria-labelledby="kept-certificate">
      <h2 id="kept-certificate" className={styles['title']}>
        <Trans>Plant protection certificate</Trans>
      </h2>
      <p>
        <span translate="no">
          {number}, {holder}
        </span>
        <br />
        {state === 'expired' ? <Trans>Was valid until {day}</Trans> : <Trans>Valid until {day}</Trans>}
        {state === 'accepted' && (
          <>
            {'. '}
            <Trans>We have seen it.</Trans>
          </>
        )}
      </p>
      <p className={styles['note']}>
        <Trans>
          Kept of your last order of goods for professional use, so that the next one begins with it. Orders
          that were placed with it keep it as long as the law demands.
        </Trans>
      </p>
      {error !== null && (
        <FormError
          message={sentenceOf(error, {
            away: t`No connection. Nothing was changed.`,
            other: t`The certificate could not be removed.`,
          })}
        />
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
          <Trans>Remove the certificate…</Trans>
        </Button>
      </div>
      {isAsking && (
        <Question
          title={t`Remove the certificate?`}
          stay={<Trans>Keep the certificate</Trans>}
          go={<Trans>Remove it</Trans>}
          busy={isPending ? t`Removing…` : undefined}
          onClose={() => {
            setAsking(false);
          }}
          onConfirm={() => {
            mutate();
          }}
        >
          <p>
            <Trans>With the next order of goods for professional use we ask for it again.</Trans>
          </p>
        </Question>
      )}
    </section>
  );
}
