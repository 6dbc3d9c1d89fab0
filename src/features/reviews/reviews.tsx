import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { useShop } from '#api/shop.ts';
import type { Product } from '#contract/catalogue.ts';
import { formatDate, formatNumber } from '#i18n/format.ts';
import { usePaths } from '#i18n/paths.ts';
import { Button } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { Section } from '#ui/section.tsx';
import { onDemand } from '#ui/hydration/deferred.tsx';
import { reviewQueries, reviewsPage } from './reviews-queries.ts';
import { Stars } from './stars.tsx';
import styles from './reviews.module.css';

const ReviewByLink = onDemand(async () => (await import('./review-by-link.tsx')).ReviewByLink, true);

const never = () => () => {};

/** What buyers think, how that is checked, and the form for who came by a mailed link (R1.37). */
export function Reviews({ product }: { product: Pick<Product, 'code' | 'name' | 'reviewCount'> }) {
  const { t } = useLingui();
  const shop = useShop();
  const paths = usePaths();
  const { search } = useLocation();
  // The link is its reader's alone: the server draws, and keeps, the same page without it.
  const token = useSyncExternalStore(
    never,
    () => new URLSearchParams(search).get('review'),
    () => null,
  );
  const [pages, setPages] = useState(1);
  const { data } = useQuery({
    ...reviewQueries.list(shop, product.code, pages),
    enabled: product.reviewCount > 0,
    placeholderData: keepPreviousData,
  });
  const { data: policy } = useQuery({
    ...reviewQueries.policy(shop),
    enabled: product.reviewCount > 0 || token !== null,
  });
  if (token === null && (data === undefined || data.meta.totalItems === 0)) return null;
  const total = data?.meta.totalItems ?? 0;
  const ratings = Object.entries(data?.meta.distribution ?? {}).toReversed();
  return (
    <Section title={t`Reviews`}>
      {token !== null && (
        <Suspense>
          <ReviewByLink token={token} productCode={product.code} productName={product.name} />
        </Suspense>
      )}
      {data !== undefined && total > 0 && (
        <div className={styles['reviews']}>
          <div>
            <p className={styles['average']}>
              <strong>{formatNumber(data.meta.averageRating, shop.locale)}</strong>{' '}
              <Stars rating={data.meta.averageRating} />
            </p>
            <ul className={styles['ratings']}>
              {ratings.map(([rating, count]) => (
                <li key={rating}>
                  <span aria-hidden="true">{rating} ★</span>
                  <meter min={0} max={total} value={count} aria-label={t`${rating} of 5`}>
                    {count}
                  </meter>
                  <span>{count}</span>
                </li>
              ))}
            </ul>
            <p className={styles['policy']}>
              <Trans>
                Only who has bought the product can review it: we mail a link once the order is complete.
              </Trans>{' '}
              {policy != null && (
                <Link to={paths.page(policy.slug)}>
                  <Trans>How we check reviews</Trans>
                </Link>
              )}
            </p>
          </div>
          <div>
            <ul className={styles['list']}>
              {data.data.map((review) => (
                <li key={review.id}>
                  <p className={styles['head']}>
                    <Stars rating={review.rating} /> <strong>{review.author.firstName}</strong>{' '}
                    <time dateTime={review.createdAt}>{formatDate(review.createdAt, shop.locale)}</time>
                    {review.verifiedPurchase && (
                      <span className={styles['verified']}>
                        <Trans>Verified purchase</Trans>
                      </span>
                    )}
                  </p>
                  {review.title !== undefined && (
                    <p>
                      <strong>{review.title}</strong>
                    </p>
                  )}
                  <p className={styles['comment']}>{review.comment}</p>
                </li>
              ))}
            </ul>
            {data.data.length < total && pages * reviewsPage < 100 && (
              <Button
                kind="secondary"
                onClick={() => {
                  setPages(pages + 1);
                }}
              >
                <Trans>Show more reviews</Trans>
              </Button>
            )}
          </div>
        </div>
      )}
    </Section>
  );
}
