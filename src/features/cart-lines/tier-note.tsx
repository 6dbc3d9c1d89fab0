import { Trans, useLingui } from '@lingui/react/macro';
import { useChannel } from '#api/channel-queries.ts';
import { useShop } from '#api/shop.ts';
import type { OrderItem } from '#contract/orders/order-lines.ts';
import { nextTier, tierAt } from '#domain/money/tier-prices.ts';
import { formatMoney } from '#i18n/format.ts';

/** Why a piece of this line costs what it does, and how many more make each cheaper: told only where so many are there. */
export function TierNote({ item }: { item: OrderItem }) {
  const { t } = useLingui();
  const { locale } = useShop();
  const { pricesWithoutTax } = useChannel();
  const { prices, tierPrices = [], stock } = item.variant;
  const reached = tierAt(prices.price, tierPrices, item.quantity);
  const next = nextTier(prices.price, tierPrices, item.quantity);
  const isThere = next !== undefined && (stock === null || stock >= next.tier.quantity);
  const money = (tier: { price: number; priceWithoutTax: number }) =>
    pricesWithoutTax
      ? t`${formatMoney(tier.priceWithoutTax, locale)} without VAT`
      : formatMoney(tier.price, locale);
  return (
    <>
      {reached !== undefined && (
        <span>
          <Trans>Price from {reached.quantity} pcs.</Trans>
        </span>
      )}{' '}
      {isThere && (
        <b>
          {next.tier.pack === 'pallet' ? (
            <Trans>
              {next.more} more make a pallet, and each costs {money(next.tier)}.
            </Trans>
          ) : (
            <Trans>
              {next.more} more and each costs {money(next.tier)}.
            </Trans>
          )}
        </b>
      )}
    </>
  );
}
