import { useLingui } from '@lingui/react/macro';
import type { ComponentType, ReactNode } from 'react';
import type { ContentType } from '#contract/content.ts';
import { RecommendedProducts } from '#features/recommendations/recommended-products.tsx';
import { imageSizes } from '#lib/image-sizes.ts';
import { Notice } from '#ui/notice.tsx';
import { groundColours } from '#ui/ground-colours.ts';
import { Picture } from '#ui/picture.tsx';
import { RichText } from '#ui/rich-text.tsx';
import { Section } from '#ui/section.tsx';
import { BannersBlock } from './banners-block.tsx';
import type { BlockProps } from './block-props.ts';
import { BlockLink } from './block-link.tsx';
import { HalfAndHalf } from './half-and-half.tsx';
import { HeroSlider } from './hero-slider.tsx';
import { HalfAndHalfMap, ImagesSlider, LocationMap, YoutubeIframe } from './media-blocks.tsx';
import { BrandsBlock, CategoryBlock, NewsBlock, ProductsBlock } from './listing-blocks.tsx';
import { flagOf, numberOf, partsOf, textOf } from './content-properties.ts';
import styles from './content-blocks.module.css';

function TextBlock({ properties }: BlockProps) {
  const background = textOf(properties, 'backgroundColor');
  const colours =
    background === undefined ? {} : groundColours(background, textOf(properties, 'textColor') ?? '#17211b');
  return (
    <Section title={background === undefined ? textOf(properties, 'title') : undefined}>
      <div className={background === undefined ? styles['plain'] : styles['coloured']} {...colours}>
        {background !== undefined && textOf(properties, 'title') !== undefined && (
          <h2>{textOf(properties, 'title')}</h2>
        )}
        <RichText html={textOf(properties, 'text') ?? ''} />
      </div>
    </Section>
  );
}

function ImageBlock({ properties, first }: BlockProps) {
  const image = textOf(properties, 'image');
  if (image === undefined) return null;
  const picture = (
    <Picture
      className={styles['image']}
      path={image}
      alt={textOf(properties, 'alt') ?? ''}
      size={flagOf(properties, 'fullWidth') ? imageSizes.slide : imageSizes.half}
      first={first}
    />
  );
  const link = textOf(properties, 'link');
  return <Section>{link === undefined ? picture : <BlockLink to={link}>{picture}</BlockLink>}</Section>;
}

function Nested({ properties, without }: BlockProps) {
  return <ContentBlocks contentTypes={partsOf(properties, 'blocks')} without={without} />;
}

function Placement({ properties }: BlockProps) {
  const placement = textOf(properties, 'placement');
  if (placement === undefined) return null;
  return (
    <RecommendedProducts
      placement={placement}
      title={textOf(properties, 'title') ?? ''}
      count={numberOf(properties, 'count')}
    />
  );
}

/** Every code of the specification's section 3 (R3.06-R3.23). */
const layouts: Readonly<Record<string, ComponentType<BlockProps>>> = {
  slider: HeroSlider,
  categoryBlock: CategoryBlock,
  productsBlock: ProductsBlock,
  newProductsBlock: ProductsBlock,
  halfAndHalfBlock: HalfAndHalf,
  halfAndHalfAdaptBlock: HalfAndHalf,
  bannersWithButtons: BannersBlock,
  textBlock: TextBlock,
  imageBlock: ImageBlock,
  brandsBlock: BrandsBlock,
  newsBlock: NewsBlock,
  youtubeIframe: YoutubeIframe,
  imagesSlider: ImagesSlider,
  halfAndHalfGoogleMapBlock: HalfAndHalfMap,
  locationMapBlock: LocationMap,
  nostoPlacement: Placement,
  blockList: Nested,
  nested: Nested,
};

function Processing() {
  const { t } = useLingui();
  return <Notice>{t`This part is being prepared.`}</Notice>;
}

/** Blocks in their order; a code without a layout shows nothing and harms no neighbour (R3.24). */
export function ContentBlocks({
  contentTypes,
  opensPage = false,
  without,
}: {
  contentTypes: readonly ContentType[];
  opensPage?: boolean;
  without?: BlockProps['without'];
}): ReactNode {
  return contentTypes.map(({ code, properties, processing }, index) => {
    const Layout = layouts[code];
    // Blocks have no identity of their own; their order is fixed for an answer.
    const key = `${code}-${String(index)}`;
    if (processing === true) return <Processing key={key} />;
    return Layout === undefined ? null : (
      <Layout key={key} properties={properties} first={opensPage && index === 0} without={without} />
    );
  });
}
