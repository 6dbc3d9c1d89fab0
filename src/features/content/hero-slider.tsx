import { useLingui } from '@lingui/react/macro';
import type { ContentType } from '#contract/content.ts';
import { imageSizes, imageSourceSet, resizedAddress } from '#lib/image-address.ts';
import { readableOn } from '#lib/contrast.ts';
import { Carousel } from '#ui/carousel.tsx';
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
  const background = textOf(properties, 'backgroundColor') ?? '#f1ede2';
  const ink = readableOn(background, textOf(properties, 'textColor') ?? '#17211b');
  const [width, height] = imageSizes.slide;
  return (
    // The colours of a slide are the picture's own, in every theme.
    <div
      className={styles['slide']}
      style={{ backgroundColor: background, color: ink }}
      data-theme-fixed="light"
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
