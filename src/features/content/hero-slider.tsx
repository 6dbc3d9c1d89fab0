import { useLingui } from '@lingui/react/macro';
import type { ContentType } from '#contract/content.ts';
import { imageSourceSet, resizedAddress } from '#lib/image-address.ts';
import { imageSizes } from '#lib/image-sizes.ts';
import { Carousel } from '#ui/carousel.tsx';
import { groundColours } from '#ui/ground-colours.ts';
import { BlockButtons } from './block-link.tsx';
import type { BlockProps } from './block-props.ts';
import { partsOf, textOf } from './content-properties.ts';
import styles from './hero-slider.module.css';

function Slide({
  slide: { properties },
  first,
  heading: Heading,
}: {
  slide: ContentType;
  first: boolean;
  heading: 'h1' | 'h2';
}) {
  const image = textOf(properties, 'image');
  const [width, height] = imageSizes.slide;
  return (
    <div
      className={styles['slide']}
      {...groundColours(
        textOf(properties, 'backgroundColor') ?? '#f1ede2',
        textOf(properties, 'textColor') ?? '#17211b',
      )}
    >
      {image !== undefined && (
        <picture className={styles['picture']}>
          <source
            media="(max-width: 767px)"
            srcSet={imageSourceSet(image, imageSizes.halfSlide)}
            width={imageSizes.halfSlide[0]}
            height={imageSizes.halfSlide[1]}
          />
          <img
            src={resizedAddress(image, imageSizes.slide)}
            srcSet={imageSourceSet(image, imageSizes.slide)}
            width={width}
            height={height}
            alt={textOf(properties, 'alt') ?? ''}
            loading={first ? 'eager' : 'lazy'}
            fetchPriority={first ? 'high' : 'auto'}
          />
        </picture>
      )}
      <div className={styles['text']}>
        <Heading className={styles['title']}>{textOf(properties, 'title')}</Heading>
        <p className={styles['lead']}>{textOf(properties, 'text')}</p>
        <BlockButtons className={styles['buttons']} buttons={partsOf(properties, 'buttons')} />
      </div>
    </div>
  );
}

/** The large slides that open a page; the first title is the page's heading. */
export function HeroSlider({ properties, first }: BlockProps) {
  const { t } = useLingui();
  const slides = partsOf(properties, 'slides').map((slide, index) => ({
    // Slides have no identity of their own, and two may share a picture.
    key: String(index),
    content: (
      <Slide slide={slide} first={first && index === 0} heading={first && index === 0 ? 'h1' : 'h2'} />
    ),
  }));
  return (
    <div className={styles['hero']}>
      <Carousel kind="hero" label={t`What is on now`} slides={slides} />
    </div>
  );
}
