/** Who may buy a product, and what stands in the place of buying it. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { Product, Variant } from '#contract/catalogue.ts';
import { formatDate } from '#i18n/format.ts';
import { usePaths } from '#i18n/paths.ts';
import { Link } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { BackInStockButton } from './back-in-stock-button.tsx';

/** Who may buy restricted fertiliser (Regulation (EU) 2019/1148); the shop looks at the account (contract 5.7). */
export function TradeNotice({ isSignedIn }: { isSignedIn: boolean }) {
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
export function CertificateNotice() {
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

/** Plant protection is handed out where it may be stored (contract 5.8). */
export function CollectedOnly({ cities }: { cities: readonly string[] }) {
  return (
    <Notice kind="chem">
      <p>
        <strong>
          <Trans>Collected only, not delivered.</Trans>
        </strong>{' '}
        <Trans>Plant protection products are handed out at warehouses that may store them.</Trans>
      </p>
      {cities.length > 0 && (
        <p>
          <Trans>Can be collected now: {[...new Set(cities)].join(', ')}</Trans>
        </p>
      )}
    </Notice>
  );
}

/** In the place of the way into the cart: when the pack is expected, and to be told when it is there. */
export function SoldOut({ product, variant }: { product: Product; variant: Variant }) {
  const { i18n } = useLingui();
  const arrival =
    variant.availableFrom === undefined ? undefined : formatDate(variant.availableFrom, i18n.locale);
  return (
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
  );
}
