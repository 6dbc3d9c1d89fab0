import type { Taxon } from '#contract/catalogue.ts';
import { usePaths } from '#i18n/paths.ts';
import { imageSizes } from '#lib/image-sizes.ts';
import { Link } from '#ui/link.tsx';
import { Picture } from '#ui/picture.tsx';
import { Section } from '#ui/section.tsx';
import styles from './category-tiles.module.css';

/** A tile per category with the number of its goods; nothing where there are none. */
export function CategoryTiles({ title, taxons }: { title?: string | undefined; taxons: readonly Taxon[] }) {
  const paths = usePaths();
  if (taxons.length === 0) return null;
  return (
    <Section title={title}>
      <ul className={styles['tiles']}>
        {taxons.map((taxon) => (
          <li key={taxon.code}>
            <Link
              to={paths.taxon(taxon)}
              className={`${styles['tile']} ${taxon.image === undefined ? styles['bare'] : ''}`}
            >
              {taxon.image !== undefined && (
                <Picture className={styles['tileImage']} path={taxon.image} alt="" size={imageSizes.card} />
              )}
              <span className={styles['tileName']}>{taxon.name}</span>
              {taxon.productCount !== undefined && (
                <span className={styles['tileCount']}>{taxon.productCount}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
