import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useChannel } from '#api/channel-queries.ts';
import { useShop } from '#api/shop.ts';
import type { CustomerAddress } from '#contract/addresses.ts';
import { shownPhone } from '#domain/fields/shown-phone.ts';
import { useAccountPath } from '#i18n/account-paths.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { okShape, pinShape, plusShape } from '#ui/icons/icon-shapes.ts';
import { trashShape } from '#ui/icons/icon-shapes-later.ts';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { Question } from '#ui/question.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { addressQueries } from './address-queries.ts';
import { addressLine, placeLine } from './address-schema.ts';
import { useChangeAddresses } from './use-change-addresses.ts';
import styles from './address-list.module.css';
import { editShape, phoneShape } from '#ui/icons/icon-shapes-orders.ts';

/** The addresses that the customer keeps, the default one first and marked (R2.42). */
export function AddressList() {
  const { t } = useLingui();
  const addressOf = useAccountPath();
  const { data: list, isError } = useQuery(addressQueries.list(useShop()));
  const { choose, chosen, remove } = useChangeAddresses();
  const [asked, setAsked] = useState<CustomerAddress | null>(null);
  const place = useRef<HTMLDivElement>(null);
  /** Where the address stood that was deleted last: the one in its place has the focus then, or the way to a new one. */
  const deleted = useRef<{ id: number; at: number } | null>(null);
  useEffect(() => {
    const gone = deleted.current;
    if (asked !== null || gone === null || list?.some(({ id }) => id === gone.id) !== false) return;
    deleted.current = null;
    const cards = [...(place.current?.querySelectorAll('li') ?? [])];
    const next = cards[Math.min(gone.at, cards.length - 1)] ?? place.current;
    next?.querySelector<HTMLElement>('a')?.focus();
  }, [asked, list]);
  if (list === undefined)
    return isError ? (
      <Notice kind="warn" alert>
        <Trans>Your addresses could not be loaded.</Trans>
      </Notice>
    ) : (
      <Skeleton height="16rem" />
    );
  return (
    <div ref={place}>
      {list.length === 0 ? (
        <p className={styles['none']}>
          <Trans>You keep no address yet. One that is kept need not be typed again at the next order.</Trans>
        </p>
      ) : (
        <ul className={styles['list']}>
          {list.map((address) => (
            <AddressCard
              key={address.id}
              address={address}
              isChosen={chosen === address.id}
              onChoose={() => {
                choose(address);
              }}
              onDelete={() => {
                setAsked(address);
              }}
            />
          ))}
        </ul>
      )}
      <p className={styles['add']}>
        <Link className={buttonClass()} to={addressOf('ADDRESS_NEW')}>
          <Icon shape={plusShape} size={20} />
          {t`Add an address`}
        </Link>
      </p>
      {asked !== null && (
        <DeleteQuestion
          address={asked}
          onClose={() => {
            setAsked(null);
          }}
          onConfirm={async () => {
            const at = list.findIndex(({ id }) => id === asked.id);
            if (await remove(asked)) deleted.current = { id: asked.id, at };
            setAsked(null);
          }}
        />
      )}
    </div>
  );
}

interface AddressCardProps {
  address: CustomerAddress;
  /** It is just becoming the default. */
  isChosen: boolean;
  onChoose: () => void;
  onDelete: () => void;
}

function AddressCard({ address, isChosen, onChoose, onDelete }: AddressCardProps) {
  const { t } = useLingui();
  const addressOf = useAccountPath();
  const { countries } = useChannel();
  const line = addressLine(address);
  const country = countries.find(({ code }) => code === address.countryCode)?.name ?? address.countryCode;
  return (
    <li className={styles['card']} data-default={address.isDefault || undefined}>
      {address.isDefault && (
        <p className={styles['default']}>
          <Icon shape={okShape} size={18} />
          <Trans>Default address</Trans>
        </p>
      )}
      <p className={styles['name']}>
        {address.firstName} {address.lastName}
      </p>
      <p className={styles['row']}>
        <Icon shape={pinShape} size={18} />
        <span>
          {placeLine(address)}, <span className="no-wrap">{address.postCode}</span>
          <br />
          {country}
        </span>
      </p>
      <p className={styles['row']}>
        <Icon shape={phoneShape} size={18} />
        <span>{shownPhone(address.phoneNumber)}</span>
      </p>
      <div className={styles['ways']}>
        <Link
          className={buttonClass('secondary')}
          to={addressOf('ADDRESS', { addressId: String(address.id) })}
          aria-label={t`Edit: ${line}`}
        >
          <Icon shape={editShape} size={18} />
          <Trans>Edit</Trans>
        </Link>
        {!address.isDefault && (
          <Button
            kind="secondary"
            aria-label={t`Make default: ${line}`}
            busy={isChosen ? t`Saving…` : undefined}
            onClick={onChoose}
          >
            <Trans>Make default</Trans>
          </Button>
        )}
        <Button kind="quiet" aria-label={t`Delete: ${line}`} onClick={onDelete}>
          <Icon shape={trashShape} size={18} />
          <Trans>Delete</Trans>
        </Button>
      </div>
    </li>
  );
}

interface DeleteQuestionProps {
  address: CustomerAddress;
  onClose: () => void;
  onConfirm: () => Promise<void>;
}

/** Names the address in words. */
function DeleteQuestion({ address, onClose, onConfirm }: DeleteQuestionProps) {
  const { t } = useLingui();
  const [isBusy, setBusy] = useState(false);
  return (
    <Question
      title={t`Delete this address?`}
      stay={<Trans>Keep the address</Trans>}
      go={<Trans>Delete the address</Trans>}
      busy={isBusy ? t`Deleting…` : undefined}
      onClose={onClose}
      onConfirm={() => {
        setBusy(true);
        void onConfirm();
      }}
    >
      <p>
        <b>{addressLine(address)}</b>
      </p>
      <p>
        {address.isDefault ? (
          <Trans>You will have no default address then. Orders that were placed keep theirs.</Trans>
        ) : (
          <Trans>Orders that were placed keep theirs.</Trans>
        )}
      </p>
    </Question>
  );
}
