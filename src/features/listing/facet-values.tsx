import { Link } from '#ui/link.tsx';
import type { Facet } from '#contract/catalogue.ts';
import { classNames } from '#lib/class-names.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { checkShape } from '#ui/icons/icon-shapes.ts';
import type { ListState } from './listing-queries.ts';
import styles from './filter-bar.module.css';

/** Makes the address of a list with something changed; the page begins anew. */
export type AddressOf = (change: Partial<ListState>) => string;

/** Values of one filter in the address, with one of them put in or taken out. */
export function toggled(filter: ListState['filter'], facet: string, value: string): ListState['filter'] {
  const now = filter?.[facet] ?? [];
  const next = now.includes(value) ? now.filter((one) => one !== value) : [...now, value];
  const rest = Object.entries(filter ?? {}).filter(([name]) => name !== facet);
  const all = next.length > 0 ? [...rest, [facet, next] as const] : rest;
  return all.length > 0 ? Object.fromEntries(all) : undefined;
}

/** Every value as a link to the list with it, and how many goods that list would have more or hold (contract 4.2.2). */
export function FacetValues({
  facet,
  state,
  addressOf,
}: {
  facet: Facet;
  state: ListState;
  addressOf: AddressOf;
}) {
  return (
    <ul className={styles['values']} aria-label={facet.name}>
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
              preventScrollReset
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
  );
}
