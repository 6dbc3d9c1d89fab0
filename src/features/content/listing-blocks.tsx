import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '#ui/link.tsx';
import { useShop } from '#api/shop.ts';
import { ProductSlider } from '#features/product/deferred-product-slider.tsx';
import { usePaths } from '#i18n/paths.ts';
import { Section } from '#ui/section.tsx';
import { ArticleCards } from './article-cards.tsx';
import { BlockLink } from './block-link.tsx';
import type { BlockProps } from './block-props.ts';
import { CategoryTiles } from './category-tiles.tsx';
import { codesOf, numberOf, textOf } from './content-properties.ts';
import { contentQueries } from './content-queries.ts';
import styles from './listing-blocks.module.css';

/** Products of given codes as a slider, in their order (R3.10, R3.22). */
export function ProductsBlock({ properties, without = [] }: BlockProps) {
  const { data: products } = useQuery(contentQueries.products(useShop(), codesOf(properties, 'products')));
  const link = textOf(properties, 'link');
  const offered = products?.filter(({ code }) => !without.includes(code)) ?? [];
  if (offered.length === 0) return null;
  return (
    <ProductSlider
      title={textOf(properties, 'title') ?? ''}
      products={offered}
      more={
        link === undefined ? undefined : (
          <BlockLink to={link}>
            <Trans>See all</Trans>
          </BlockLink>
        )
      }
    />
  );
}

/** A tile per category (R3.12). */
export function CategoryBlock({ properties }: BlockProps) {
  const { data: taxons = [] } = useQuery(contentQueries.taxons(useShop(), codesOf(properties, 'taxons')));
  return <CategoryTiles title={textOf(properties, 'title')} taxons={taxons} />;
}

/** Brands as links to their goods (R3.15). */
export function BrandsBlock({ properties }: BlockProps) {
  const paths = usePaths();
  const { data: brands } = useQuery(
    contentQueries.brands(
      useShop(),
      textOf(properties, 'attribute') ?? 'brand',
      codesOf(properties, 'values'),
    ),
  );
  if (brands === undefined || brands.length === 0) return null;
  return (
    <Section title={textOf(properties, 'title')}>
      <ul className={styles['brands']}>
        {brands.map((brand) => (
          <li key={brand.valueCode}>
            <Link to={paths.attribute(brand.attribute.slug, brand.slug)} className={styles['brand']}>
              {brand.value}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The newest articles (R3.19). */
export function NewsBlock({ properties }: BlockProps) {
  const paths = usePaths();
  const { data: articles } = useQuery(
    contentQueries.articles(useShop(), numberOf(properties, 'count') ?? 3, textOf(properties, 'section')),
  );
  if (articles === undefined || articles.length === 0) return null;
  return (
    <Section
      title={textOf(properties, 'title')}
      more={
        <Link to={paths.news()}>
          <Trans>All articles</Trans>
        </Link>
      }
    >
      <ArticleCards articles={articles} />
    </Section>
  );
}
