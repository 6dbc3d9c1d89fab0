import type { ContentType } from '#contract/content.ts';
import { classNames } from '#lib/class-names.ts';
import { imageSizes } from '#lib/image-sizes.ts';
import { Picture } from '#ui/picture.tsx';
import { RichText } from '#ui/rich-text.tsx';
import { Section } from '#ui/section.tsx';
import { BlockButtons } from './block-link.tsx';
import type { BlockProps } from './block-props.ts';
import { Gallery, Video } from './media-blocks.tsx';
import { partsOf, textOf } from './content-properties.ts';
import styles from './half-and-half.module.css';

/** What stands beside the words: one of four kinds (R3.26). */
function Media({ properties }: { properties: ContentType['properties'] }) {
  const image = textOf(properties, 'image');
  const text = textOf(properties, 'mediaText');
  const video = textOf(properties, 'videoId');
  const gallery = partsOf(properties, 'gallery');
  switch (textOf(properties, 'mediaKind') ?? 'image') {
    case 'youtube':
      return video === undefined ? null : <Video id={video} title={textOf(properties, 'videoTitle') ?? ''} />;
    case 'gallery':
      return (
        <Gallery
          images={gallery}
          label={textOf(properties, 'title') ?? textOf(gallery[0]?.properties ?? {}, 'alt') ?? ''}
        />
      );
    case 'text':
      return text === undefined ? null : <RichText className={styles['mediaText']} html={text} />;
    default:
      return image === undefined ? null : (
        <Picture
          className={styles['image']}
          path={image}
          alt={textOf(properties, 'alt') ?? ''}
          size={imageSizes.half}
        />
      );
  }
}

function Words({ properties }: { properties: ContentType['properties'] }) {
  const title = textOf(properties, 'title');
  const text = textOf(properties, 'text');
  return (
    <>
      {title !== undefined && <h2>{title}</h2>}
      {text !== undefined && <RichText html={text} />}
      <BlockButtons className={styles['buttons']} buttons={partsOf(properties, 'buttons')} />
    </>
  );
}

/** A picture beside words, or two halves; one above the other up to 767 px. */
export function HalfAndHalf({ properties }: BlockProps) {
  const halves = partsOf(properties, 'halves');
  if (halves.length > 0) {
    return (
      <Section>
        <div className={styles['halves']}>
          {halves.map((half, index) => (
            <div key={textOf(half.properties, 'title') ?? String(index)} className={styles['half']}>
              <Media properties={half.properties} />
              <Words properties={half.properties} />
            </div>
          ))}
        </div>
      </Section>
    );
  }
  return (
    <Section>
      <div
        className={classNames(
          styles['panel'],
          textOf(properties, 'mediaSide') === 'right' && styles['mirrored'],
        )}
      >
        <Media properties={properties} />
        <div className={styles['words']}>
          <Words properties={properties} />
        </div>
      </div>
    </Section>
  );
}
