import { Trans, useLingui } from '@lingui/react/macro';
import { Suspense, useState } from 'react';
import type { Product, Variant } from '#contract/catalogue.ts';
import type { Image } from '#contract/values.ts';
import { classNames } from '#lib/class-names.ts';
import { imageSourceSet, isSparing, resizedAddress } from '#lib/image-address.ts';
import { imageSizes } from '#lib/image-sizes.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { searchShape } from '#ui/icons/icon-shapes.ts';
import { Picture } from '#ui/picture.tsx';
import { onDemand } from '#ui/hydration/deferred.tsx';
import { ProductBadges } from './product-badges.tsx';
import styles from './gallery.module.css';

const GalleryZoom = onDemand(async () => (await import('./gallery-zoom.tsx')).GalleryZoom, true);

interface GalleryProps {
  images: readonly Image[];
  productName: string;
  product: Product;
  variant: Variant;
}

/** The pictures of the chosen pack, then those of the product that it has none of its own of. */
function picturesOf(ofProduct: readonly Image[], { images: own = [] }: Variant): readonly Image[] {
  const types = new Set(own.map(({ type }) => type));
  return own.length === 0 ? ofProduct : [...own, ...ofProduct.filter(({ type }) => !types.has(type))];
}

/** One large picture, a list of thumbnails with the current one marked, and a larger view by button (PRD-12). */
export function Gallery({ images: ofProduct, productName, product, variant }: GalleryProps) {
  const { t } = useLingui();
  // Another pack is looked at from its front.
  const [look, setLook] = useState({ at: 0, of: variant.code });
  const chosen = look.of === variant.code ? look.at : 0;
  const setChosen = (at: number) => setLook({ at, of: variant.code });
  const images = picturesOf(ofProduct, variant);
  const [zoomed, setZoomed] = useState(false);
  const current = images[chosen] ?? images[0];
  const [width, height] = imageSizes.card;
  return (
    <div className={styles['gallery']}>
      <div className={styles['frame']}>
        {current !== undefined && (
          <img
            className={styles['image']}
            src={resizedAddress(current.path, imageSizes.card, isSparing() ? 1.5 : 3)}
            srcSet={
              isSparing() || imageSourceSet(current.path, imageSizes.card) === undefined
                ? undefined
                : `${resizedAddress(current.path, imageSizes.card, 1.5)} 420w, ${resizedAddress(current.path, imageSizes.card, 3)} 840w`
            }
            sizes="(min-width: 1024px) 480px, (min-width: 768px) 45vw, 92vw"
            width={width * 3}
            height={height * 3}
            alt={current.alt ?? productName}
            fetchPriority="high"
          />
        )}
        <div className={styles['over']}>
          <div className={styles['badges']}>
            <ProductBadges product={product} variant={variant} />
          </div>
          {current !== undefined && (
            <button
              type="button"
              className={styles['zoom']}
              onClick={() => {
                setZoomed(true);
              }}
            >
              <Icon shape={searchShape} size={20} />
              <Trans>Enlarge</Trans>
            </button>
          )}
        </div>
      </div>
      {images.length > 0 && (
        <ul className={styles['thumbnails']}>
          {images.map((image, index) => (
            <li key={image.id}>
              <button
                type="button"
                className={classNames(styles['thumbnail'], index === chosen && styles['current'])}
                aria-label={t`Picture ${index + 1} of ${images.length}`}
                aria-current={index === chosen ? 'true' : undefined}
                onClick={() => {
                  setChosen(index);
                }}
              >
                <Picture path={image.path} alt="" size={imageSizes.card} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {zoomed && current !== undefined && (
        <Suspense>
          <GalleryZoom
            image={current}
            productName={productName}
            onClose={() => {
              setZoomed(false);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
