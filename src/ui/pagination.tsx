import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from './link.tsx';
import { classNames } from '#lib/class-names.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { leftShape, rightShape } from '#ui/icons/arrow-shapes.ts';
import styles from './pagination.module.css';

/** First, last and the neighbours of the current page; `null` is a gap. */
function pageNumbers(page: number, pageCount: number): (number | null)[] {
  const wanted = [...new Set([1, page - 1, page, page + 1, pageCount])]
    .filter((n) => n >= 1 && n <= pageCount)
    .sort((a, b) => a - b);
  const result: (number | null)[] = [];
  for (const [index, number] of wanted.entries()) {
    const before = wanted[index - 1];
    if (before !== undefined && number - before === 2) result.push(number - 1);
    else if (before !== undefined && number - before > 2) result.push(null);
    result.push(number);
  }
  return result;
}

/** Links to the pages of a list; the address of each page is `addressOf(number)`. */
export function Pagination({
  page,
  pageCount,
  addressOf,
}: {
  page: number;
  pageCount: number;
  addressOf: (page: number) => string;
}) {
  const { t } = useLingui();
  if (pageCount < 2) return null;
  return (
    <nav className={styles['pagination']} aria-label={t`Pages`}>
      {page > 1 && (
        <Link className={styles['step']} to={addressOf(page - 1)} rel="prev">
          <Icon shape={leftShape} size={20} />
          <span className={styles['word']}>
            <Trans>Previous</Trans>
          </span>
        </Link>
      )}
      {pageNumbers(page, pageCount).map((number, index) =>
        number === null ? (
          <span key={`gap-${String(index)}`} aria-hidden="true">
            …
          </span>
        ) : (
          <Link
            key={number}
            className={classNames(styles['page'], number === page && styles['current'])}
            to={addressOf(number)}
            aria-current={number === page ? 'page' : undefined}
            aria-label={t`Page ${number}`}
          >
            {number}
          </Link>
        ),
      )}
      {page < pageCount && (
        <Link className={styles['step']} to={addressOf(page + 1)} rel="next">
          <span className={styles['word']}>
            <Trans>Next</Trans>
          </span>
          <Icon shape={rightShape} size={20} />
        </Link>
      )}
    </nav>
  );
}
