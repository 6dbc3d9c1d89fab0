import { classNames } from '#lib/class-names.ts';
import { imageSourceSet, resizedAddress } from '#lib/image-address.ts';
import type { ImageSize } from '#lib/image-sizes.ts';
import styles from './picture.module.css';

interface PictureProps {
  /** As the API names it. */
  path: string;
  /** Empty when the words beside it say the same. */
  alt: string;
  size: ImageSize;
  /** The picture that the first screen waits for: fetched at once and first. */
  first?: boolean | undefined;
  className?: string | undefined;
}

/**
 * A picture of a known size in three densities. Width and height are always set, so nothing moves
 * when it arrives; all but the first are fetched when they come near.
 */
export function Picture({ path, alt, size, first = false, className }: PictureProps) {
  return (
    <img
      className={classNames(styles['picture'], className)}
      src={resizedAddress(path, size)}
      srcSet={imageSourceSet(path, size)}
      width={size[0]}
      height={size[1]}
      alt={alt}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      decoding={first ? 'sync' : 'async'}
    />
  );
}
