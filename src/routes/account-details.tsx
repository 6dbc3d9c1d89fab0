import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useShop } from '#api/shop.ts';
import type { Customer } from '#contract/customers.ts';
import { CancelDeletion } from '#features/account/cancel-deletion.tsx';
import { DefaultAddressChoice } from '#features/account/default-address-choice.tsx';
import { DeleteAccount } from '#features/account/delete-account.tsx';
import { DetailsForm } from '#features/account/details-form.tsx';
import { KeptCertificate } from '#features/account/kept-certificate.tsx';
import { PasswordForm } from '#features/account/password-form.tsx';
import { sessionQueries } from '#features/session/session-queries.ts';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

/**
 * The customer as the shop has them when the page is opened, or the copy of the device where it does not answer: a form
 * begins with them once, and is not filled anew under somebody's hands. Undefined while the shop is asked.
 */
function useCustomerAtStart(): Customer | null | undefined {
  const { data, isFetching, isError } = useQuery({
    ...sessionQueries.customer(useShop()),
    refetchOnMount: 'always',
  });
  const [isBegun, setBegun] = useState(false);
  const isKnown = !isFetching && (data !== undefined || isError);
  if (isKnown && !isBegun) setBegun(true);
  return isBegun || isKnown ? (data ?? null) : undefined;
}

/** Follows the customer: once it is asked for, the notice above says so instead. */
function Deletion() {
  const { data: customer } = useQuery(sessionQueries.customer(useShop()));
  return customer ? <DeleteAccount customer={customer} /> : null;
}

export function CancelDeletionPage({ params }: { params: Readonly<Record<string, string>> }) {
  return <CancelDeletion token={params['cancelToken'] ?? ''} />;
}

export function DetailsPage() {
  const customer = useCustomerAtStart();
  if (customer === undefined) return <Skeleton height="32rem" />;
  if (customer === null)
    return (
      <Notice kind="warn" alert>
        <Trans>Your details could not be loaded.</Trans>
      </Notice>
    );
  return (
    <>
      <DetailsForm customer={customer} />
      <DefaultAddressChoice />
      <KeptCertificate />
      <Deletion />
    </>
  );
}

export function PasswordPage() {
  const customer = useCustomerAtStart();
  return customer === undefined ? <Skeleton height="24rem" /> : <PasswordForm customer={customer} />;
}
