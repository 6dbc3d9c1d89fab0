import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { Link } from '#ui/link.tsx';
import { useChannel } from '#api/channel-queries.ts';
import { useSignedIn } from '#api/use-signed-in.ts';
import type { Product, Variant } from '#contract/catalogue.ts';
import { tierAt } from '#domain/money/tier-prices.ts';
import { stockLevel, variantPrice } from '#domain/catalogue/product-view.ts';
import { useAddToCart } from '#features/cart/use-add-to-cart.ts';
import { useCartLine, useCartSets } from '#features/cart/use-cart.ts';
import { usePaths } from '#i18n/paths.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { cartShape, downShape, okShape } from '#ui/icons/icon-shapes.ts';
import { useLongWork } from '#ui/loading-time.ts';
import { WishlistButton } from '#features/wishlist/wishlist-button.tsx';
import { QuantityStepper } from '#ui/form/quantity-stepper.tsx';
import { ShareButton } from '#ui/share-button.tsx';
import { Table } from '#ui/table.tsx';
import { BuyBar } from './buy-bar.tsx';
import { CertificateNotice, CollectedOnly, SoldOut, TradeNotice } from './buy-box-notices.tsx';
import { CopyNote } from './copy-note.tsx';
import { PriceBlock } from './price-block.tsx';
import { StockLine } from './stock-line.tsx';
import { TierPrices } from './deferred-tier-prices.tsx';
import { VariantChoice } from './variant-choice.tsx';
import styles from './buy-box.module.css';

interface BuyBoxProps {
  product: Product;
  variant: Variant;
  onChoose: (code: string) => void;
}

/** The page follows a choice some moments later; what is pressed meanwhile means what was chosen. */
function useChoice(
  product: Product,
  ofPage: Variant,
  onChoose: (code: string) => void,
): [Variant, (code: string) => void] {
  const [chosen, setChosen] = useState({ code: ofPage.code, over: ofPage.code });
  if (chosen.over !== ofPage.code) setChosen({ code: ofPage.code, over: ofPage.code });
  const variant =
    chosen.over === ofPage.code ? product.variants.find(({ code }) => code === chosen.code) : undefined;
  const choose = (code: string) => {
    setChosen({ code, over: ofPage.code });
    onChoose(code);
  };
  return [variant ?? ofPage, choose];
}

/** What there is nothing to choose of is said all the same: how much one buys. */
function OnlyPack({ variant: { name, optionValues } }: { variant: Variant }) {
  if (name === '') return null;
  const optionName = optionValues[0]?.optionName ?? '';
  return (
    <p>
      {optionName !== '' && <span>{optionName}: </span>}
      <strong>{name}</strong>
    </p>
  );
}

/** The warehouses that have the pack, each with its pieces. */
function PlacesInStock({
  places,
  variantCode,
}: {
  places: NonNullable<Product['stockByWarehouse']>;
  variantCode: string;
}) {
  return (
    <details className={styles['places']}>
      <summary>
        <Trans>Where it can be found now</Trans>
        <Icon shape={downShape} size={20} />
      </summary>
      <Table>
        <tbody>
          {places.map((place) => (
            <tr key={place.code}>
              <th scope="row">{place.name}</th>
              <td className="no-wrap">
                <Plural value={place.variants[variantCode] ?? 0} one="# pc" other="# pcs" />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </details>
  );
}

/** Whether there is some, and how many pieces are left of little. */
function Stock({ variant }: { variant: Variant }) {
  return (
    <div className={styles['stock']}>
      <StockLine variants={[variant]} isChemical={false} collectAt={variant.collectAt} />
      {variant.stock !== null && stockLevel(variant) === 'low' && (
        <span className={styles['pieces']}>
          <Plural value={variant.stock} one="# pc left" other="# pcs left" />
        </span>
      )}
    </div>
  );
}

function InCart({ inCart }: { inCart: number }) {
  const { t } = useLingui();
  const paths = usePaths();
  return (
    <p className={styles['inCart']}>
      <Icon shape={okShape} size={20} />
      <span>
        <Trans>In the cart: {inCart}</Trans>
      </span>
      <Link to={paths.cart()}>{t`Go to the cart`}</Link>
    </p>
  );
}

/** Price, choice, stock and the way into the cart. */
export function BuyBox({ product, variant: ofPage, onChoose }: BuyBoxProps) {
  const [variant, choose] = useChoice(product, ofPage, onChoose);
  const { pricesWithoutTax } = useChannel();
  const [quantity, setQuantity] = useState(1);
  const [isRefused, setRefused] = useState(false);
  const count = useRef<HTMLDivElement>(null);
  const add = useAddToCart();
  const isLong = useLongWork(add.isPending);
  const isSignedIn = useSignedIn();
  const line = useCartLine(variant.code);
  const level = stockLevel(variant);
  const places = (product.stockByWarehouse ?? []).filter((place) => (place.variants[variant.code] ?? 0) > 0);
  const sets = useCartSets(product.bundle && product.code);
  const inCart = line?.quantity ?? sets;
  const shown = variantPrice(variant.prices, pricesWithoutTax);
  const tier = tierAt(variant.prices.price, variant.tierPrices ?? [], inCart + quantity);
  const each = tier ? variantPrice({ ...variant.prices, ...tier }, pricesWithoutTax) : shown;
  const buyButton = useRef<HTMLDivElement>(null);
  const buy = () => {
    // What was typed is no quantity: no other one is bought in its place.
    if (isRefused) count.current?.querySelector('input')?.focus();
    else if (!add.isPending)
      add.mutate(
        {
          variantCode: variant.code,
          quantity,
          productName: product.name,
          setOf: product.bundle && product.code,
        },
        {
          onSuccess: () => {
            setQuantity(1);
          },
        },
      );
  };
  return (
    <div className={styles['box']}>
      <PriceBlock shown={shown} variant={variant} size="page" />
      {product.variants.length > 1 ? (
        <VariantChoice variants={product.variants} chosen={variant} onChoose={choose} />
      ) : (
        <OnlyPack variant={variant} />
      )}
      {variant.tierPrices !== undefined && (
        <TierPrices prices={variant.prices} tiers={variant.tierPrices} pieces={inCart + quantity} />
      )}
      <div>
        <Stock variant={variant} />
        <CopyNote of={product} />
      </div>
      {product.isChemical && <CollectedOnly cities={places.map((place) => place.city)} />}
      {product.tradeOnly === true && !isSignedIn ? (
        <TradeNotice isSignedIn={false} />
      ) : level === 'out' ? (
        <SoldOut product={product} variant={variant} />
      ) : product.isGift ? null : (
        <div className={styles['buy']}>
          {product.tradeOnly === true && <TradeNotice isSignedIn={isSignedIn} />}
          {product.professionalUse === true && <CertificateNotice />}
          <div ref={count} className={styles['count']}>
            <QuantityStepper
              label={product.name}
              value={quantity}
              onChange={setQuantity}
              onRefused={setRefused}
            />
          </div>
          <div ref={buyButton} className={styles['add']}>
            <Button wide busy={isLong ? <Trans>Adding…</Trans> : undefined} onClick={buy}>
              <Icon shape={cartShape} size={22} />
              <Trans>Add to cart</Trans>
            </Button>
          </div>
          <BuyBar
            instead={buyButton}
            productName={product.name}
            variantName={variant.name || product.name}
            price={each.price}
            isReduced={shown.original !== undefined}
            quantity={quantity}
            isLong={isLong}
            inCart={inCart}
            onBuy={buy}
          />
        </div>
      )}
      {inCart > 0 && <InCart inCart={inCart} />}
      <div className={styles['more']}>
        <WishlistButton product={product} variantCode={variant.code} place="page" />
        <ShareButton title={product.name} />
      </div>
      {places.length > 0 && <PlacesInStock places={places} variantCode={variant.code} />}
    </div>
  );
}
