import type { Image } from '#contract/values.ts';
import { resizedAddress } from '#lib/image-address.ts';
import { imageSizes } from '#lib/image-sizes.ts';
import { Dialog } from '#ui/dialog.tsx';
import styles from './gallery.module.css';

/** The picture as large as it is, over the page. */
export function GalleryZoom({
  image,
  productName,
  onClose,
}: {
  image: Image;
  productName: string;
  onClose: () => void;
}) {
  return (
    <Dialog kind="full" title={productName} onClose={onClose}>
      <img
        className={styles['large']}
        src={resizedAddress(image.path, imageSizes.card, 3)}
        width={imageSizes.card[0] * 3}
        height={imageSizes.card[1] * 3}
        alt={image.alt ?? productName}
      />
    </Dialog>
  );
}
