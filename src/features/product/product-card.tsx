import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '#ui/link.tsx';
import { useChannel } from '#api/channel-queries.ts';
import type { ProductCard as ProductCardData, Variant } from '#contract/catalogue.ts';
import { cardPrice } from '#domain/catalogue/card-price.ts';
import { onlyPack } from '#domain/search/named-pack.ts';
import { defaultVariantOf, isOutOfStock } from '#domain/catalogue/product-view.ts';
import { isRestricted } from '#domain/catalogue/restricted-goods.ts';
import { WishlistButton } from '#features/wishlist/wishlist-button.tsx';
import { usePaths } from '#i18n/paths.ts';
import { imageSizes } from '#lib/image-sizes.ts';
import { buttonClass } from '#ui/button.tsx';
import { ServerArticle } from '#ui/hydration/server-markup.tsx';
import { Picture } from '#ui/picture.tsx';
import { AddToCartButton } from './add-to-cart-button.tsx';
import { BackInStockButton } from './back-in-stock-button.tsx';
import { PriceBlock } from './price-block.tsx';
import { ProductBadges } from './product-badges.tsx';
import { PackCollected, StockLine } from './stock-line.tsx';
import styles from './product-card.module.css';

interface ProductCardProps {
  product: ProductCardData;
  /** The first screen waits for its picture. */
  first?: boolean;
  /** Heading level below the list's own heading. */
  heading?: 'h2' | 'h3';
  /** The one pack that was asked for: the card speaks of it alone and leads to it. */
  pack?: Variant | undefined;
}

/**
 * A product in a list. The link of the title covers the whole card, the button stands above it, so
 * there are three tab stops: the heart, the product and its button.
 */
export function ProductCard({ product, first = false, heading = 'h3', pack }: ProductCardProps) {
  const name = [heading, ...(first ? ['first'] : []), product.code, ...(pack ? [pack.code] : [])].join(' ');
  return (
    <ServerArticle name={name} className={styles['card']}>
      <CardContent product={product} first={first} heading={heading} pack={pack} />
    </ServerArticle>
  );
}

function CardContent({
  product: goods,
  first,
  heading: Heading,
  pack,
}: ProductCardProps & { heading: 'h2' | 'h3' }) {
  const { t } = useLingui();
  const paths = usePaths();
  const { pricesWithoutTax } = useChannel();
  const product = pack === undefined ? goods : onlyPack(goods, pack);
  const variant = defaultVariantOf(product);
  const shown = cardPrice(product, pricesWithoutTax);
  const image = product.images[0];
  const out = isOutOfStock(product);
  const address = paths.product(goods, pack);
  const isSimple = product.variants.length === 1;
  return (
    <>
      <div className={styles['frame']}>
        {image !== undefined && <Picture path={image.path} alt="" size={imageSizes.card} first={first} />}
        <div className={styles['badges']}>
          <ProductBadges product={product} />
        </div>
      </div>
      <WishlistButton product={goods} variantCode={pack?.code} place="card" />
      <div className={styles['text']}>
        <Heading className={styles['title']} title={product.name}>
          <Link to={address} className={styles['link']}>
            {product.name}
          </Link>
        </Heading>
        <p className={styles['fact']}>{product.keyFact ?? (isSimple ? variant?.name : undefined)}</p>
        {shown !== undefined && <PriceBlock shown={shown} variant={shown.of} />}
        <StockLine
          variants={product.variants}
          isChemical={product.isChemical}
          collectAt={product.collectAt}
        />
        {shown?.of.collectAt !== undefined && product.collectAt === undefined && (
          <PackCollected pack={shown.of.name} towns={shown.of.collectAt} />
        )}
      </div>
      <div className={styles['action']}>
        {out && !isRestricted(product) && variant !== undefined ? (
          <BackInStockButton variantCode={variant.code} productName={product.name} />
        ) : out || isRestricted(product) ? (
          <Link
            to={address}
            className={buttonClass('secondary', true)}
            aria-label={t`Details: ${product.name}`}
          >
            <Trans>Details</Trans>
          </Link>
        ) : isSimple && variant !== undefined ? (
          <AddToCartButton
            variant={variant}
            productName={product.name}
            setOf={product.bundle && product.code}
          />
        ) : (
          <Link
            to={address}
            className={buttonClass('secondary', true)}
            aria-label={t`Choose: ${product.name}`}
          >
            <Trans>Choose</Trans>
          </Link>
        )}
      </div>
    </>
  );
}
