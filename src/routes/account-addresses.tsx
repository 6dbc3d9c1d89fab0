import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { ApiError } from '#api/api-error.ts';
import { useShop } from '#api/shop.ts';
import type { CustomerAddress } from '#contract/addresses.ts';
import { AddressForm } from '#features/account/address-form.tsx';
import { AddressList } from '#features/account/address-list.tsx';
import { addressQueries } from '#features/account/address-queries.ts';
import { ErrorPage } from '#features/site-frame/error-page.tsx';
import { UnseenPage } from '#features/site-frame/unseen-page.tsx';
import { useAccountPath } from '#i18n/account-paths.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { showToast } from '#ui/toast-state.ts';

export function AddressesPage() {
  return <AddressList />;
}

function Form({ address }: { address: CustomerAddress | null }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const list = useAccountPath()('ADDRESSES');
  return (
    <AddressForm
      address={address}
      onSaved={() => {
        showToast(t`The address is saved.`);
        void navigate(list);
      }}
    />
  );
}

export function NewAddressPage() {
  return <Form address={null} />;
}

export function AddressPage({ params }: { params: Readonly<Record<string, string>> }) {
  const id = Number(params['addressId']);
  const { data, error, refetch } = useQuery(addressQueries.one(useShop(), id));
  if (error !== null && data === undefined)
    return error instanceof ApiError && error.kind === 'unreachable' ? (
      <UnseenPage again={refetch} />
    ) : (
      <ErrorPage status={error instanceof ApiError ? error.status : 500} />
    );
  if (data === undefined) return <Skeleton height="24rem" />;
  return <Form key={id} address={data} />;
}
