import { Trans, useLingui } from '@lingui/react/macro';
import type { CustomerAddress } from '#contract/addresses.ts';
import { ChoiceCard } from '#ui/choice-card.tsx';
import styles from './checkout-view.module.css';

interface SavedAddressesProps {
  addresses: readonly CustomerAddress[];
  picked: CustomerAddress | undefined;
  /** Undefined: another one, to be typed. */
  onPick: (address: CustomerAddress | undefined) => void;
}

/** The addresses of the account: what is picked fills the fields below, where it can still be changed for this order. */
export function SavedAddresses({ addresses, picked, onPick }: SavedAddressesProps) {
  const { t } = useLingui();
  return (
    <div className={styles['places']} role="radiogroup" aria-label={t`Addresses of your account`}>
      {addresses.map((address) => {
        const { id, firstName, lastName, street, houseNumber, flatNumber, postCode, city } = address;
        return (
          <ChoiceCard
            key={id}
            name="savedAddress"
            value={id}
            checked={picked?.id === id}
            onChange={() => onPick(address)}
            title={`${street} ${houseNumber}${flatNumber === undefined ? '' : `-${flatNumber}`}, ${postCode} ${city}`}
            details={`${firstName} ${lastName}`}
          />
        );
      })}
      <ChoiceCard
        name="savedAddress"
        value=""
        checked={picked === undefined}
        onChange={() => onPick(undefined)}
        title={<Trans>Another address</Trans>}
      />
    </div>
  );
}
