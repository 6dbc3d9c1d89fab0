import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { Link } from '#ui/link.tsx';
import { useChannel } from '#api/channel-queries.ts';
import { useSignedIn } from '#api/use-signed-in.ts';
import type { Product, Variant } from '#contract/catalogue.ts';
import { tierAt } from '#domain/money/tier-prices.ts';
import { stockLevel, variantPrice } from '#domain/catalogue/product-view.ts';
import { useAddToCart } from '#features/cart/use-add-to-cart.ts';
import { useCartLine, useCartSets } from '#features/cart/use-cart.ts';
import { formatDate } from '#i18n/format.ts';
import { usePaths } from '#i18n/paths.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { cartShape, downShape, okShape } from '#ui/icon-shapes.ts';
import { useLongWork } from '#ui/loading-time.ts';
import { Notice } from '#ui/notice.tsx';
import { WishlistButton } from '#features/wishlist/wishlist-button.tsx';
import { QuantityStepper } from '#ui/quantity-stepper.tsx';
import { ShareButton } from '#ui/share-button.tsx';
import { BackInStockButton } from './back-in-stock-button.tsx';
import { BuyBar } from './buy-bar.tsx';
import { CopyNote } from './copy-note.tsx';
import { PriceBlock } from './price-block.tsx';
import { StockLine } from './stock-line.tsx';
import { TierPrices } from './tier-prices.tsx';
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

/** Who may buy restricted fertiliser (Regulation (EU) 2019/1148); the shop looks at the account (contract 5.7). */
function TradeNotice({ isSignedIn }: { isSignedIn: boolean }) {
  const paths = usePaths();
  return (
    <Notice kind="info">
      <p>
        <strong>
          <Trans>Only for farmers and companies.</Trans>
        </strong>{' '}
        <Trans>Sold to customers who have shown us what their trade is.</Trans>
      </p>
      {!isSignedIn && (
        <p>
          <Link to={paths.auth()}>
            <Trans>Sign in to order</Trans>
          </Link>
        </p>
      )}
    </Notice>
  );
}

/** Who may buy plant protection for professional use (Directive 2009/128/EC); the certificate is given at the checkout (5.7). */
function CertificateNotice() {
  return (
    <Notice kind="info">
      <p>
        <strong>
          <Trans>For professional use.</Trans>
        </strong>{' '}
        <Trans>
          Sold only to holders of a valid plant protection certificate. The checkout asks for its number,
          holder and last day; bring it along when you collect the goods.
        </Trans>
      </p>
    </Notice>
  );
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

/** Price, choice, stock and the way into the cart. */
export function BuyBox({ product, variant: ofPage, onChoose }: BuyBoxProps) {
  const { t, i18n } = useLingui();
  const paths = usePaths();
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
  const arrival =
    variant.availableFrom === undefined ? undefined : formatDate(variant.availableFrom, i18n.locale);
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
        <TierPrices
          prices={variant.prices}
          tiers={variant.tierPrices}
          pieces={inCart + quantity}
          className={styles['rows']}
        />
      )}
      <div>
        <div className={styles['stock']}>
          <StockLine variants={[variant]} isChemical={false} collectAt={variant.collectAt} />
          {variant.stock !== null && level === 'low' && (
            <span className={styles['pieces']}>
              <Trans>{variant.stock} pcs left</Trans>
            </span>
          )}
        </div>
        <CopyNote of={product} />
      </div>
      {product.isChemical && (
        <Notice kind="chem">
          <p>
            <strong>
              <Trans>Collected only, not delivered.</Trans>
            </strong>{' '}
            <Trans>Plant protection products are handed out at warehouses that may store them.</Trans>
          </p>
          {places.length > 0 && (
            <p>
              <Trans>Can be collected now: {places.map((place) => place.city).join(', ')}</Trans>
            </p>
          )}
        </Notice>
      )}
      {product.tradeOnly === true && !isSignedIn ? (
        <TradeNotice isSignedIn={false} />
      ) : level === 'out' ? (
        <>
          <Notice kind="warn">
            <p>
              <Trans>This pack is sold out for now.</Trans>
              {arrival !== undefined && (
                <>
                  {' '}
                  <Trans>Expected {arrival}.</Trans>
                </>
              )}
            </p>
          </Notice>
          {!product.isGift && (
            <BackInStockButton
              key={variant.code}
              kind="primary"
              variantCode={variant.code}
              productName={product.name}
            />
          )}
        </>
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
      {inCart > 0 && (
        <p className={styles['inCart']}>
          <Icon shape={okShape} size={20} />
          <span>
            <Trans>In the cart: {inCart}</Trans>
          </span>
          <Link to={paths.cart()}>{t`Go to the cart`}</Link>
        </p>
      )}
      <div className={styles['more']}>
        <WishlistButton product={product} variantCode={variant.code} place="page" />
        <ShareButton title={product.name} />
      </div>
      {places.length > 0 && (
        <details className={styles['places']}>
          <summary>
            <Trans>Where it can be found now</Trans>
            <Icon shape={downShape} size={20} />
          </summary>
          <table className={styles['rows']}>
            <tbody>
              {places.map((place) => (
                <tr key={place.code}>
                  <th scope="row">{place.name}</th>
                  <td className="no-wrap">
                    <Trans>{place.variants[variant.code]} pcs</Trans>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </div>
  );
}
