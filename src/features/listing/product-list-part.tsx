import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Link } from '#ui/link.tsx';
import { buttonClass } from '#ui/button.tsx';
import type { Facet, ProductCard, SortOption } from '#contract/catalogue.ts';
import { CopyNote } from '#features/product/copy-note.tsx';
import { ProductGrid } from '#features/product/product-grid.tsx';
import { classNames } from '#lib/class-names.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { FilterBar } from './filter-bar.tsx';
import { readListState, sortKey, writeListState, type ListState } from './listing-queries.ts';
import styles from './product-list.module.css';

interface ProductListProps {
  products: readonly ProductCard[];
  meta: {
    totalItems: number;
    page: number;
    pageCount: number;
    sortOptions?: readonly SortOption[] | undefined;
    facets?: readonly Facet[] | undefined;
  };
  /** Words that were looked for; kept in every address of the list. */
  query?: string | undefined;
  /** The first cards stand in the first screen, with nothing large above them. */
  opensPage?: boolean;
}

/** A list with its order, its most used filters and its pages; all of them stand in the address (CAT-07). */
export function ProductList({ products, meta, query, opensPage = true }: ProductListProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { pathname, search, key: place } = useLocation();
  const state = readListState(search);
  const addressOf = (change: Partial<ListState>) =>
    pathname + writeListState({ ...state, page: 1, query, ...change });
  const options = meta.sortOptions ?? [];
  const selected = options.find((option) => option.selected) ?? options[0];
  const isFiltered = state.filter !== undefined || state.price !== undefined || state.inStock;
  const from = (meta.page - 1) * 24 + 1;
  // Shown at once, until the address says it: a list that shows its old value again looks as if the choice had been ignored.
  const [chosen, setChosen] = useState({ key: '', at: '' });
  const { order } = state;
  const ofAddress = (order && options.find((option) => sortKey(option) === sortKey({ order }))) ?? selected;
  const sortBy = (key: string) => {
    setChosen({ key, at: place });
    const option = options.find((one) => sortKey(one) === key);
    void navigate(addressOf({ order: option?.order }), { preventScrollReset: true });
  };
  return (
    <div>
      <div className={styles['bar']}>
        <FilterBar facets={meta.facets ?? []} state={state} query={query} count={meta.totalItems} />
        {ofAddress !== undefined && (
          <>
            <label className={styles['sort']}>
              <span>
                <Trans>Sort by</Trans>
              </span>
              <select
                value={chosen.at === place ? chosen.key : sortKey(ofAddress)}
                onChange={(event) => sortBy(event.target.value)}
              >
                {options.map((option) => (
                  <option key={option.code} value={sortKey(option)}>
                    {option.name}
                  </option>
                ))}
              </select>
            </label>
            {/* Without a script a choice goes nowhere by itself: the orders as links. */}
            <noscript>
              <span className={styles['orders']}>
                {options.map((option) => (
                  <a key={option.code} href={addressOf({ order: option.order })} rel="nofollow">
                    {option.name}
                  </a>
                ))}
              </span>
            </noscript>
          </>
        )}
      </div>
      {products.length === 0 ? (
        <EmptyState
          drawing="search"
          title={t`Nothing was found. Try fewer words or remove a filter.`}
          action={
            isFiltered && (
              <Link
                className={buttonClass('secondary')}
                to={addressOf({ filter: undefined, price: undefined, inStock: false })}
              >
                <Trans>Show the whole list</Trans>
              </Link>
            )
          }
        />
      ) : (
        <>
          <CopyNote of={meta} />
          <ProductGrid products={products} eager={opensPage ? 4 : 0} heading="h2" query={query} />
          <p className={classNames(styles['shown'])} role="status">
            <Trans>
              Shown {from}–{from + products.length - 1} of {meta.totalItems}
            </Trans>
          </p>
          <Pagination page={meta.page} pageCount={meta.pageCount} addressOf={(page) => addressOf({ page })} />
        </>
      )}
    </div>
  );
}
