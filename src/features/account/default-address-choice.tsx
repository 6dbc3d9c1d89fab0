import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useShop } from '#api/shop.ts';
import { useAccountPath } from '#i18n/account-paths.ts';
import { SelectField } from '#ui/form/field.tsx';
import { Link } from '#ui/link.tsx';
import { panelClass } from '#ui/panel.ts';
import { addressQueries } from './address-queries.ts';
import { addressLine } from './address-schema.ts';
import { useChangeAddresses } from './use-change-addresses.ts';
import styles from './account-form.module.css';

/** Which of the kept addresses an order begins with; saved as soon as it is chosen, by a call of its own (R7.48). */
export function DefaultAddressChoice() {
  const { t } = useLingui();
  const addressOf = useAccountPath();
  const { data: list } = useQuery(addressQueries.list(useShop()));
  const { choose, chosen } = useChangeAddresses();
  if (list === undefined) return null;
  const current = chosen ?? list.find(({ isDefault }) => isDefault)?.id;
  return (
    <section className={panelClass} aria-labelledby="default-address">
      <h2 id="default-address" className={styles['title']}>
        <Trans>Where we deliver</Trans>
      </h2>
      {list.length > 0 && (
        <SelectField
          label={t`Default delivery address`}
          value={current ?? ''}
          onChange={({ target }) => {
            const wanted = list.find(({ id }) => String(id) === target.value);
            if (wanted) choose(wanted);
          }}
        >
          {current === undefined && <option value="">{t`Not chosen`}</option>}
          {list.map((address) => (
            <option key={address.id} value={address.id}>
              {addressLine(address)}
            </option>
          ))}
        </SelectField>
      )}
      <p>
        <Link to={addressOf(list.length > 0 ? 'ADDRESSES' : 'ADDRESS_NEW')}>
          {list.length > 0 ? t`All delivery addresses` : t`Add an address`}
        </Link>
      </p>
    </section>
  );
}
