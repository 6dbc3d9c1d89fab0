import { useId, type ReactNode } from 'react';
import type { ProductCard as ProductCardData } from '#contract/catalogue.ts';
import { Carousel } from '#ui/carousel.tsx';
import { ProductCard } from './product-card.tsx';
import { SkeletonCard } from './skeleton-card.tsx';
import styles from './product-slider.module.css';

interface ProductSliderProps {
  title: string;
  /** Undefined: they are on their way, and four grey cards keep their place (R2.128). */
  products: readonly ProductCardData[] | undefined;
  more?: ReactNode;
}

const loading = ['a', 'b', 'c', 'd'].map((key) => ({ key, content: <SkeletonCard /> }));

/** Products in a row under a heading: 2, 3, 4 or 5 at once by width (R2.124-R2.127). */
export function ProductSlider({ title, products, more }: ProductSliderProps) {
  const id = useId();
  const slides =
    products === undefined
      ? loading
      : products.map((product) => ({ key: product.code, content: <ProductCard product={product} /> }));
  return (
    <div className={styles['slider']} aria-busy={products === undefined || undefined}>
      <Carousel
        kind="cards"
        label={title}
        slides={slides}
        heading={
          <div className={styles['heading']}>
            <h2 id={id}>{title}</h2>
            {more}
          </div>
        }
      />
    </div>
  );
}
