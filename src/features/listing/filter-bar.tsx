import { isPlainClick } from '#lib/plain-click.ts';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { Link } from '#ui/link.tsx';
import { useShop } from '#api/shop.ts';
import type { Facet } from '#contract/catalogue.ts';
import { formatNumber } from '#i18n/format.ts';
import { classNames } from '#lib/class-names.ts';
import { AfterPaint } from '#ui/hydration/after-paint.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { checkShape, closeShape, downShape } from '#ui/icons/icon-shapes.ts';
import { filterShape } from '#ui/icons/icon-shapes-later.ts';
import { useKeepFocus } from '#ui/focus/keep-focus.ts';
import { AppliedFilters } from './applied-filters.tsx';
import { FacetValues, type AddressOf } from './facet-values.tsx';
import { readListState, writeListState, type ListState } from './listing-queries.ts';
import { PriceFilter } from './price-filter.tsx';
import styles from './filter-bar.module.css';

interface FilterBarProps {
  facets: readonly Facet[];
  state: ListState;
  /** Words that were looked for; kept in every address of the list. */
  query: string | undefined;
  /** Goods of the list as it is filtered. */
  count: number;
}

/** Filters that stand in the row by name; the others are behind the last button. */
const inRow = 3;

/** Where the unfolded list lies over the page: a press beside it closes it. Narrower it lies in a sheet of all filters. */
const floats = '(min-width: 960px)';

function Menu({
  name,
  isApplied,
  className,
  children,
}: {
  name: ReactNode;
  isApplied: boolean;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <details className={classNames(styles['menu'], className)} name="filter">
      <summary className={classNames(styles['chip'], isApplied && styles['applied'])}>
        {name}
        <Icon shape={downShape} size={18} />
      </summary>
      {/* Folded: drawn once the list can be seen. */}
      <div className={styles['folded']}>
        <AfterPaint>{children}</AfterPaint>
      </div>
    </details>
  );
}

/**
 * What was pressed shows at once, and the next press adds to it; the goods follow when they are there.
 * @param reached the list as its address says
 */
function usePressed(given: readonly Facet[], reached: ListState) {
  const { pathname, search } = useLocation();
  const here = pathname + search;
  const [pressed, setPressed] = useState<{ at: string; search: string } | null>(null);
  if (pressed !== null && pressed.at !== here) setPressed(null);
  const isOnItsWay = useNavigation().state !== 'idle';
  useEffect(() => {
    // A way that was given up leads nowhere: the list is what it was.
    if (isOnItsWay) return () => setPressed(null);
    return undefined;
  }, [isOnItsWay]);
  const state = pressed === null ? reached : readListState(pressed.search);
  const facets =
    pressed === null
      ? given
      : given.map((facet) =>
          facet.type === 'list'
            ? {
                ...facet,
                values: facet.values?.map((value) => ({
                  ...value,
                  selected: state.filter?.[facet.code]?.includes(value.code) ?? false,
                })),
              }
            : facet,
        );
  return { state, facets, press: (to: string) => setPressed({ at: here, search: to }) };
}

/** A press beside an unfolded list closes it, and so does Escape in it. */
function useFoldingMenus(bar: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const openMenus = () => bar.current?.querySelectorAll<HTMLDetailsElement>('details[open]') ?? [];
    const closeOthers = ({ target }: Event) => {
      if (!matchMedia(floats).matches) return;
      for (const menu of openMenus()) if (!menu.contains(target as Node)) menu.open = false;
    };
    const closeByEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      for (const menu of openMenus()) {
        if (!menu.contains(event.target as Node)) continue;
        // The sheet around it stays open for the next press.
        event.preventDefault();
        menu.open = false;
        menu.querySelector('summary')?.focus();
      }
    };
    document.addEventListener('pointerdown', closeOthers);
    document.addEventListener('keydown', closeByEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOthers);
      document.removeEventListener('keydown', closeByEscape);
    };
  }, [bar]);
}

const isChosen = (facet: Facet) => facet.values?.some((value) => value.selected) ?? false;

function StockFilter({
  count,
  isApplied,
  addressOf,
}: {
  /** Goods of the list that are in stock, where the shop says how many. */
  count: number | undefined;
  isApplied: boolean;
  addressOf: AddressOf;
}) {
  return (
    <Link
      to={addressOf({ inStock: !isApplied })}
      className={classNames(styles['chip'], isApplied && styles['applied'])}
      preventScrollReset
      rel="nofollow"
      aria-current={isApplied ? 'true' : undefined}
    >
      {isApplied && <Icon shape={checkShape} size={18} />}
      <Trans>In stock</Trans>
      {count !== undefined && <small>{count}</small>}
    </Link>
  );
}

/** The filters for which there is no place in the row, each below its name. */
function MoreFilters({
  facets,
  state,
  addressOf,
}: {
  facets: readonly Facet[];
  state: ListState;
  addressOf: AddressOf;
}) {
  return (
    <Menu
      className={styles['more']}
      isApplied={facets.some(isChosen)}
      name={
        <>
          <Trans>More filters</Trans>
          <small>{facets.length}</small>
        </>
      }
    >
      {facets.map((facet) => (
        <div key={facet.code}>
          <p className={styles['name']} aria-hidden="true">
            {facet.name}
          </p>
          <FacetValues facet={facet} state={state} addressOf={addressOf} />
        </div>
      ))}
    </Menu>
  );
}

/**
 * All filters of a list as native folding lists of links and one form: they work without a script, and what is applied
 * stands beside them as removable chips (R1.08, CAT-03, CAT-05). On narrow screens they are a sheet behind one button, which the
 * browser opens and closes by itself; on wide ones that sheet is no box at all and they stand in a row.
 */
export function FilterBar({ facets: given, state: reached, query, count }: FilterBarProps) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const sheet = useId();
  const { state, facets, press } = usePressed(given, reached);
  const addressOf: AddressOf = (change) => pathname + writeListState({ ...state, page: 1, query, ...change });
  const { locale } = useShop();
  const bar = useRef<HTMLDivElement>(null);
  useFoldingMenus(bar);
  const lists = facets.filter(
    (facet) => facet.type === 'list' && ((facet.values?.length ?? 0) > 1 || isChosen(facet)),
  );
  const range = facets.find((facet) => facet.type === 'range');
  const stock = facets.find((facet) => facet.type === 'boolean')?.values?.[0];
  const more = lists.slice(inRow);
  const applied = lists.flatMap((facet) =>
    (facet.values ?? []).filter((value) => value.selected).map((value) => ({ facet, value })),
  );
  const { price } = state;
  // A chip that is taken off takes the focus with it.
  useKeepFocus(bar);
  const isFiltered = state.filter !== undefined || price !== undefined || state.inStock;
  return (
    // Links do the same from the keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={bar}
      className={styles['filters']}
      role="group"
      aria-label={t`Filters`}
      // On its way up from the link: before it, the link would be drawn anew and lead back.
      onClick={(event) => {
        const link = event.target instanceof Element ? event.target.closest('a') : null;
        if (link !== null && isPlainClick(event)) press(link.search);
      }}
    >
      <button
        type="button"
        className={classNames(styles['chip'], styles['opener'], isFiltered && styles['applied'])}
        popoverTarget={sheet}
      >
        <Icon shape={filterShape} size={20} />
        <Trans>Filters</Trans>
        {isFiltered && <small>{applied.length + Number(price !== undefined) + Number(state.inStock)}</small>}
      </button>
      <div id={sheet} popover="auto" className={styles['sheet']}>
        <div className={styles['head']}>
          <strong>
            <Trans>Filters</Trans>
          </strong>
          <button
            type="button"
            className={styles['close']}
            popoverTarget={sheet}
            popoverTargetAction="hide"
            aria-label={t`Close`}
          >
            <Icon shape={closeShape} />
          </button>
        </div>
        <StockFilter count={stock?.count} isApplied={state.inStock} addressOf={addressOf} />
        {range !== undefined && (
          <Menu name={range.name} isApplied={price !== undefined}>
            <PriceFilter facet={range} state={state} addressOf={addressOf} />
          </Menu>
        )}
        {lists.slice(0, inRow).map((facet) => (
          <Menu key={facet.code} name={facet.name} isApplied={isChosen(facet)}>
            <FacetValues facet={facet} state={state} addressOf={addressOf} />
          </Menu>
        ))}
        {more.length > 0 && <MoreFilters facets={more} state={state} addressOf={addressOf} />}
        <div className={styles['foot']}>
          <button
            type="button"
            className={buttonClass('primary', true)}
            popoverTarget={sheet}
            popoverTargetAction="hide"
          >
            <Trans>Show</Trans> ({formatNumber(count, locale)})
          </button>
        </div>
      </div>
      {isFiltered && <AppliedFilters state={state} applied={applied} addressOf={addressOf} />}
    </div>
  );
}
