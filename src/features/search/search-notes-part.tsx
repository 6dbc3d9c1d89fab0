import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { firstCategoriesQuery } from '#api/category-queries.ts';
import { useShop } from '#api/shop.ts';
import { ProductSlider } from '#features/product/deferred-product-slider.tsx';
import { usePaths } from '#i18n/paths.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Link } from '#ui/link.tsx';
import { Section } from '#ui/section.tsx';
import { popularQuery } from './search-notes-queries.ts';
import styles from './search-notes.module.css';

interface SearchNotesProps {
  query: string;
  /** Words that the goods were found without. */
  leftOut: string;
  /** Queries that find something; only where this one finds nothing. */
  instead: readonly string[] | undefined;
  /** The page shows categories anyway: not a second time. */
  hasCategories?: boolean;
}

/** What is to say about a search beside its goods. */
export function SearchNotes({ query, leftOut, instead, hasCategories = false }: SearchNotesProps) {
  if (instead !== undefined)
    return <NoResults query={query} instead={instead} hasCategories={hasCategories} />;
  if (leftOut === '') return null;
  return (
    <p className={styles['leftOut']}>
      <Trans>“{leftOut}” was not found: these goods fit the other words.</Trans>
    </p>
  );
}

/** A search that found nothing: other words that find something, the categories, and what others buy. */
function NoResults({
  query,
  instead,
  hasCategories,
}: {
  query: string;
  instead: readonly string[];
  hasCategories: boolean;
}) {
  const { t } = useLingui();
  const paths = usePaths();
  const shop = useShop();
  const { data: popular = [] } = useQuery(popularQuery(shop));
  const { data: categories = [] } = useQuery(firstCategoriesQuery(shop));
  return (
    <>
      <EmptyState drawing="search" title={t`No goods fit “${query}”`}>
        {instead.length > 0 ? (
          <nav aria-label={t`Try instead`}>
            <p className={styles['hint']}>
              <Trans>Try instead:</Trans>
            </p>
            <ul className={styles['links']}>
              {instead.map((words) => (
                <li key={words}>
                  <Link
                    to={`${paths.search()}?query=${encodeURIComponent(words)}`}
                    className={styles['link']}
                  >
                    {words}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ) : (
          <p className={styles['hint']}>
            <Trans>Try one word, another word for it, or the code on the pack.</Trans>
          </p>
        )}
      </EmptyState>
      {!hasCategories && categories.length > 0 && (
        <Section title={t`Categories`}>
          <ul className={styles['links']}>
            {categories.map((taxon) => (
              <li key={taxon.code}>
                <Link to={paths.taxon(taxon)} className={styles['link']}>
                  {taxon.name}
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {popular.length > 0 && <ProductSlider title={t`Popular products`} products={popular} />}
    </>
  );
}
