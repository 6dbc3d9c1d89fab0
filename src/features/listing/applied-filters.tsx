import { Trans, useLingui } from '@lingui/react/macro';
import { useShop } from '#api/shop.ts';
import type { Facet } from '#contract/catalogue.ts';
import { formatMoney } from '#i18n/format.ts';
import { classNames } from '#lib/class-names.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { closeShape } from '#ui/icons/icon-shapes.ts';
import { Link } from '#ui/link.tsx';
import { toggled, type AddressOf } from './facet-values.tsx';
import type { ListState } from './listing-queries.ts';
import styles from './filter-bar.module.css';

/** What the list is filtered by, each to be taken off, and all of it at once. */
export function AppliedFilters({
  state: { price, filter },
  applied,
  addressOf,
}: {
  state: ListState;
  applied: readonly { facet: Facet; value: NonNullable<Facet['values']>[number] }[];
  addressOf: AddressOf;
}) {
  const { locale } = useShop();
  const [least, most] = [price?.gte, price?.lte].map((cents) =>
    cents === undefined ? '' : formatMoney(Number(cents), locale),
  );
  return (
    <div className={styles['chips']}>
      {price !== undefined && (
        <Chip to={addressOf({ price: undefined })} name={`${least ?? ''} – ${most ?? ''}`.trim()} />
      )}
      {applied.map(({ facet, value }) => (
        <Chip
          key={facet.code + value.code}
          to={addressOf({ filter: toggled(filter, facet.code, value.code) })}
          name={value.value}
        />
      ))}
      <Link
        className={styles['clear']}
        to={addressOf({ filter: undefined, price: undefined, inStock: false })}
        preventScrollReset
        rel="nofollow"
      >
        <Trans>Clear all</Trans>
      </Link>
    </div>
  );
}

/** What is applied, with the way to take it off. */
function Chip({ to, name }: { to: string; name: string }) {
  const { t } = useLingui();
  return (
    <Link
      className={classNames(styles['chip'], styles['applied'])}
      to={to}
      preventScrollReset
      rel="nofollow"
      aria-label={t`Remove the filter ${name}`}
    >
      {name}
      <Icon shape={closeShape} size={18} />
    </Link>
  );
}
