import { Plural, Trans } from '@lingui/react/macro';
import type { ProductCard } from '#contract/catalogue.ts';
import { ProductGrid } from '#features/product/product-grid.tsx';
import { usePaths } from '#i18n/paths.ts';
import { classNames } from '#lib/class-names.ts';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import styles from './seen-results.module.css';

interface SeenResultsProps {
  query: string;
  found: readonly ProductCard[];
  /** Among how many goods. */
  among: number;
}

/** What a search finds without the shop and without a kept catalogue: says how little it looked through, and what would help. */
export function SeenResults({ query, found, among }: SeenResultsProps) {
  const paths = usePaths();
  return (
    <div className={classNames('width', styles['page'])}>
      <h1>
        <Trans>Results for “{query}”</Trans>
      </h1>
      <Notice kind="info">
        <p>
          <Plural
            value={among}
            one="The shop cannot be asked now. Searched in the # product that this device has seen; prices and stock as they were then."
            other="The shop cannot be asked now. Searched in the # products that this device has seen; prices and stock as they were then."
          />
        </p>
        <p>
          <Link to={paths.device()}>
            <Trans>With a connection you can keep the whole catalogue here</Trans>
          </Link>
        </p>
      </Notice>
      <ProductGrid products={found} heading="h2" eager={4} query={query} />
    </div>
  );
}
