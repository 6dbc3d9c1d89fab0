import { useLingui } from '@lingui/react/macro';
import { Link } from '#ui/link.tsx';
import type { TaxonRef } from '#contract/catalogue.ts';
import { usePaths } from '#i18n/paths.ts';
import styles from './sub-categories.module.css';

interface SubCategoriesProps {
  taxons: readonly (TaxonRef & { count: number })[];
  /** Where each leads; the category's own list by default. */
  addressOf?: (taxon: TaxonRef) => string;
}

/** The next level of categories with their counts. */
export function SubCategories({ taxons, addressOf }: SubCategoriesProps) {
  const { t } = useLingui();
  const paths = usePaths();
  if (taxons.length === 0) return null;
  return (
    <nav aria-label={t`Categories`}>
      <ul className={styles['list']}>
        {taxons.map((taxon) => (
          <li key={taxon.code}>
            <Link to={(addressOf ?? paths.taxon)(taxon)} className={styles['entry']}>
              {taxon.name} <span>{taxon.count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
