import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { useChannel } from '#api/channel-queries.ts';
import { useShop } from '#api/shop.ts';
import type { ProductCard } from '#contract/catalogue.ts';
import { cardPrice } from '#domain/catalogue/card-price.ts';
import { namedPack, onlyPack } from '#domain/search/named-pack.ts';
import { formatMoney } from '#i18n/format.ts';
import { StockLine } from '#features/product/stock-line.tsx';
import { usePaths } from '#i18n/paths.ts';
import { imageSizes } from '#lib/image-sizes.ts';
import { classNames } from '#lib/class-names.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { closeShape, searchShape } from '#ui/icons/icon-shapes.ts';
import { useKeepFocus } from '#ui/focus/keep-focus.ts';
import { Link } from '#ui/link.tsx';
import { announce } from '#ui/live-region.tsx';
import { Picture } from '#ui/picture.tsx';
import { forgetSearch, forgetSearches, rememberSearch, useRecentSearches } from './recent-searches.ts';
import { useSuggestions } from './use-suggestions.ts';
import styles from './search-panel.module.css';

export interface SearchPanelProps {
  /** Id of the list that the field controls; options are `<id>-0`, `<id>-1` … */
  id: string;
  text: string;
  /** Which option the arrows are on, -1 for none. */
  active: number;
  onChosen: () => void;
}

/** Below the field: what was looked for before while it is empty, suggestions while something is typed (R2.74, R2.75). */
export function SearchPanel(props: SearchPanelProps) {
  return props.text.trim() === '' ? <RecentSearches {...props} /> : <Suggestions {...props} />;
}

/** What is pressed goes with the last search: the field that it stood below takes the focus. */
const toField = (button: HTMLButtonElement) => button.form?.querySelector('input')?.focus();

function RecentSearches({ id, active, onChosen }: SearchPanelProps) {
  const { t } = useLingui();
  const paths = usePaths();
  const searches = useRecentSearches();
  const removers = useRef<HTMLUListElement>(null);
  useKeepFocus(removers);
  if (searches.length === 0) return null;
  return (
    <div className={styles['panel']}>
      <div className={styles['head']}>
        <span className={styles['title']}>
          <Trans>Recent searches</Trans>
        </span>
        <button
          type="button"
          className={styles['forget']}
          onClick={(event) => {
            toField(event.currentTarget);
            forgetSearches();
          }}
        >
          <Trans>Clear all</Trans>
        </button>
      </div>
      <div className={styles['recent']}>
        <div role="listbox" id={id} aria-label={t`Recent searches`} className={styles['list']}>
          {searches.map((search, index) => (
            <Link
              key={search}
              to={`${paths.search()}?query=${encodeURIComponent(search)}`}
              role="option"
              id={`${id}-${String(index)}`}
              aria-selected={index === active}
              tabIndex={-1}
              className={classNames(styles['option'], index === active && styles['active'])}
              onClick={onChosen}
            >
              <Icon shape={searchShape} size={18} />
              <span className={styles['name']}>{search}</span>
            </Link>
          ))}
        </div>
        <ul ref={removers} className={styles['removers']}>
          {searches.map((search) => (
            <li key={search}>
              <button
                type="button"
                className={styles['remove']}
                aria-label={t`Remove: ${search}`}
                onClick={(event) => {
                  if (searches.length === 1) toField(event.currentTarget);
                  forgetSearch(search);
                }}
              >
                <Icon shape={closeShape} size={18} />
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function Suggestions({ id, text, active, onChosen }: SearchPanelProps) {
  const { t } = useLingui();
  const paths = usePaths();
  const { products, taxons, total, missing, isSearching, hasFailed } = useSuggestions(text);
  const count = products.length + taxons.length;
  const isAnswered = missing === 0 && !isSearching && !hasFailed;
  const news = isAnswered ? (count === 0 ? t`Nothing was found` : t`${count} suggestions`) : '';
  useEffect(() => {
    if (news !== '') announce(news);
  }, [news]);
  const option = (index: number) => ({
    role: 'option',
    id: `${id}-${String(index)}`,
    'aria-selected': index === active,
    tabIndex: -1,
    className: classNames(styles['option'], index === active && styles['active']),
    onClick: () => {
      rememberSearch(text);
      onChosen();
    },
  });
  return (
    <div className={styles['panel']} aria-busy={isSearching}>
      {count > 0 && (
        <div role="listbox" id={id} aria-label={t`Suggestions`} className={styles['list']}>
          {taxons.map((taxon, index) => (
            <Link key={taxon.code} to={paths.taxon(taxon)} {...option(index)}>
              <span className={styles['name']}>
                {taxon.name}
                {taxon.path.length > 1 && (
                  <span className={styles['path']}>{taxon.path.slice(0, -1).join(' › ')}</span>
                )}
              </span>
              <span className={styles['count']}>{taxon.count}</span>
            </Link>
          ))}
          {products.map((product, index) => {
            const pack = namedPack(product, text);
            return (
              <Link key={product.code} to={paths.product(product, pack)} {...option(taxons.length + index)}>
                <Goods
                  product={pack === undefined ? product : onlyPack(product, pack)}
                  packName={pack?.name}
                />
              </Link>
            );
          })}
        </div>
      )}
      <Note missing={missing} hasFailed={hasFailed} isSearching={isSearching} count={count} />
      {products.length > 0 && !isSearching && (
        <Link
          to={`${paths.search()}?query=${encodeURIComponent(text.trim())}`}
          className={styles['all']}
          onClick={() => {
            rememberSearch(text);
            onChosen();
          }}
        >
          <Trans>Show all results ({total})</Trans>
        </Link>
      )}
    </div>
  );
}

/** @param packName of the one pack that was asked for */
function Goods({ product, packName }: { product: ProductCard; packName: string | undefined }) {
  const { locale } = useShop();
  const { pricesWithoutTax } = useChannel();
  const price = cardPrice(product, pricesWithoutTax);
  const image = product.images[0];
  return (
    <>
      <span className={styles['picture']}>
        {image !== undefined && <Picture path={image.path} alt="" size={imageSizes.card} />}
      </span>
      <span className={styles['goods']}>
        <span className={styles['name']}>
          {product.name}
          {packName !== undefined && <span className={styles['path']}>{packName}</span>}
          <StockLine
            inline
            variants={product.variants}
            isChemical={product.isChemical}
            collectAt={product.collectAt}
          />
        </span>
        {price !== undefined && (
          <span className={styles['price']}>
            {price.isFrom && <Trans>from</Trans>} {formatMoney(price.price, locale)}
            {pricesWithoutTax && (
              <small>
                {' '}
                <Trans>without VAT</Trans>
              </small>
            )}
          </span>
        )}
      </span>
    </>
  );
}

/** Why there are no suggestions, or none yet. */
function Note({
  missing,
  hasFailed,
  isSearching,
  count,
}: {
  /** Letters that are still to be typed. */
  missing: number;
  hasFailed: boolean;
  isSearching: boolean;
  /** Suggestions that are there. */
  count: number;
}) {
  return missing > 0 ? (
    <p className={styles['note']}>
      <Plural
        value={missing}
        one="# more letter for suggestions. Enter searches at once."
        other="# more letters for suggestions. Enter searches at once."
      />
    </p>
  ) : hasFailed ? (
    <p className={styles['note']}>
      <Trans>Suggestions need a connection. Enter searches in what is on this device.</Trans>
    </p>
  ) : isSearching ? (
    count === 0 && (
      <p className={styles['note']}>
        <Trans>Searching…</Trans>
      </p>
    )
  ) : count === 0 ? (
    <p className={styles['note']}>
      <Trans>Nothing was found. Try fewer or other words.</Trans>
    </p>
  ) : null;
}
