import { useState } from 'react';
import type { ProductCard as ProductCardData } from '#contract/catalogue.ts';
import { namedPack } from '#domain/search/named-pack.ts';
import { AfterPaint } from '#ui/hydration/after-paint.tsx';
import { ProductCard } from './product-card.tsx';
import styles from './product-grid.module.css';

interface ProductGridProps {
  products: readonly ProductCardData[];
  /** How many cards stand in the first screen: their pictures are fetched at once. */
  eager?: number;
  /** A sidebar stands beside the grid: one column fewer. */
  beside?: boolean;
  heading?: 'h2' | 'h3';
  /** What was looked for: where it is the code or bar code of a pack, its card is of that pack. */
  query?: string | undefined;
  /** The same of packs that were marked, by the codes of their goods. */
  packs?: Readonly<Record<string, string | undefined>>;
}

/** Cards that a first screen can show; the others are drawn after it. The server draws all of them. */
const inFirstScreen = () => (globalThis.innerWidth < 768 ? 4 : 8);

/** Cards in columns: 2, from 768 3, from 1024 4, from 1200 5 (4 beside a sidebar); under 340 one. */
export function ProductGrid({
  products,
  eager = 0,
  beside = false,
  heading = 'h3',
  query = '',
  packs,
}: ProductGridProps) {
  // Once: a card that went from one part to the other would be made anew.
  const [first] = useState(inFirstScreen);
  const cards = products.map((product, index) => (
    <li key={product.code}>
      <ProductCard
        product={product}
        first={index < eager}
        heading={heading}
        pack={namedPack(product, packs?.[product.code] ?? query)}
      />
    </li>
  ));
  const places = products.slice(first).map(({ code }) => <li key={code} className={styles['place']} />);
  return (
    <ul className={beside ? styles['beside'] : styles['grid']} data-cards="list">
      {cards.slice(0, first)}
      <AfterPaint instead={places}>{cards.slice(first)}</AfterPaint>
    </ul>
  );
}
