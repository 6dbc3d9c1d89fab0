import type { ContentType } from '#contract/content.ts';
import { classNames } from '#lib/class-names.ts';
import { imageSizes } from '#lib/image-address.ts';
import { Picture } from '#ui/picture.tsx';
import { RichText } from '#ui/rich-text.tsx';
import { Section } from '#ui/section.tsx';
import { BlockButtons } from './block-link.tsx';
import type { BlockProps } from './block-props.ts';
import { partsOf, textOf } from './content-properties.ts';
import styles from './half-and-half.module.css';

function Media({ properties }: { properties: ContentType['properties'] }) {
  const image = textOf(properties, 'image') ?? textOf(partsOf(properties, 'gallery')[0]?.properties ?? {}, 'image');
  const text = textOf(properties, 'mediaText');
  if (image !== undefined) return <Picture className={styles['image']} path={image} alt={textOf(properties, 'alt') ?? ''} size={imageSizes.half} />;
  return text === undefined ? null : <RichText className={styles['mediaText']} html={text} />;
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
      <div className={classNames(styles['panel'], textOf(properties, 'mediaSide') === 'right' && styles['mirrored'])}>
        <Media properties={properties} />
        <div className={styles['words']}>
          <Words properties={properties} />
        </div>
      </div>
    </Section>
  );
}
