import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '#ui/link.tsx';
import type { Facet } from '#contract/catalogue.ts';
import { classNames } from '#lib/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import { checkShape, closeShape, downShape } from '#ui/icon-shapes.ts';
import type { ListState } from './listing-queries.ts';
import styles from './filter-bar.module.css';

interface FilterBarProps {
  facets: readonly Facet[];
  state: ListState;
  addressOf: (change: Partial<ListState>) => string;
}

/** Values of one filter in the address, with one of them put in or taken out. */
function toggled(filter: ListState['filter'], facet: string, value: string): ListState['filter'] {
  const now = filter?.[facet] ?? [];
  const next = now.includes(value) ? now.filter((one) => one !== value) : [...now, value];
  const rest = Object.entries(filter ?? {}).filter(([name]) => name !== facet);
  const all = next.length > 0 ? [...rest, [facet, next] as const] : rest;
  return all.length > 0 ? Object.fromEntries(all) : undefined;
}

/**
 * The most used filters as native folding lists of links: they work without a script, and what is
 * applied stands beside them as removable chips (CAT-03, CAT-05).
 */
export function FilterBar({ facets, state, addressOf }: FilterBarProps) {
  const { t } = useLingui();
  const lists = facets.filter((facet) => facet.type === 'list' && (facet.values?.length ?? 0) > 1).slice(0, 3);
  const applied = facets.flatMap((facet) => (facet.values ?? []).filter((value) => value.selected).map((value) => ({ facet, value })));
  return (
    <div className={styles['filters']} role="group" aria-label={t`Filters`}>
      <Link to={addressOf({ inStock: !state.inStock })} className={classNames(styles['chip'], state.inStock && styles['applied'])} rel="nofollow">
        {state.inStock && <Icon shape={checkShape} size={18} />}
        <Trans>In stock</Trans>
      </Link>
      {lists.map((facet) => (
        <details key={facet.code} className={styles['menu']} name="filter">
          <summary className={styles['chip']}>
            {facet.name}
            <Icon shape={downShape} size={18} />
          </summary>
          <ul className={styles['values']}>
            {facet.values?.map((value) => (
              <li key={value.code}>
                {value.count === 0 && !value.selected ? (
                  <span className={styles['value']}>
                    {value.value} <small>0</small>
                  </span>
                ) : (
                  <Link
                    className={classNames(styles['value'], value.selected && styles['selected'])}
                    to={addressOf({ filter: toggled(state.filter, facet.code, value.code) })}
                    rel="nofollow"
                    aria-current={value.selected ? 'true' : undefined}
                  >
                    {value.selected && <Icon shape={checkShape} size={18} />}
                    {value.value} <small>{value.count}</small>
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </details>
      ))}
      {applied.map(({ facet, value }) => (
        <Link
          key={facet.code + value.code}
          className={classNames(styles['chip'], styles['applied'])}
          to={addressOf({ filter: toggled(state.filter, facet.code, value.code) })}
          rel="nofollow"
          aria-label={t`Remove the filter ${value.value}`}
        >
          {value.value}
          <Icon shape={closeShape} size={18} />
        </Link>
      ))}
      {applied.length > 1 && (
        <Link className={styles['clear']} to={addressOf({ filter: undefined, price: undefined, inStock: false })} rel="nofollow">
          <Trans>Clear all</Trans>
        </Link>
      )}
    </div>
  );
}
