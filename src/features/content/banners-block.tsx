import { imageSizes } from '#lib/image-sizes.ts';
import { groundColours } from '#ui/ground-colours.ts';
import { Picture } from '#ui/picture.tsx';
import { Section } from '#ui/section.tsx';
import { BlockButtons } from './block-link.tsx';
import type { BlockProps } from './block-props.ts';
import { partsOf, textOf } from './content-properties.ts';
import styles from './banners-block.module.css';

/** Pictures with words and buttons, in the colours that come with them. */
export function BannersBlock({ properties }: BlockProps) {
  return (
    <Section title={textOf(properties, 'title')}>
      <ul className={styles['banners']}>
        {partsOf(properties, 'banners').map(({ properties: banner }, index) => {
          const image = textOf(banner, 'image');
          return (
            <li
              key={textOf(banner, 'title') ?? String(index)}
              className={styles['banner']}
              {...groundColours(
                textOf(banner, 'backgroundColor') ?? '#f1ede2',
                textOf(banner, 'textColor') ?? '#17211b',
              )}
            >
              {image !== undefined && (
                <Picture path={image} alt={textOf(banner, 'alt') ?? ''} size={imageSizes.halfSlide} />
              )}
              <div className={styles['text']}>
                <h3 className={styles['title']}>{textOf(banner, 'title')}</h3>
                <p>{textOf(banner, 'text')}</p>
                <BlockButtons className={styles['buttons']} buttons={partsOf(banner, 'buttons')} />
              </div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
