import { Trans, useLingui } from '@lingui/react/macro';
import { useChannel } from '#api/channel-queries.ts';
import { useShop } from '#api/shop.ts';
import type { TierPrice, Variant } from '#contract/catalogue.ts';
import { tierAt } from '#domain/money/tier-prices.ts';
import { formatMoney } from '#i18n/format.ts';
import { Table } from '#ui/table.tsx';

interface TierPricesProps {
  prices: Variant['prices'];
  /** By quantity, as the shop answers them. */
  tiers: readonly TierPrice[];
  /** Chosen here and in the cart already: their row stands out. */
  pieces: number;
}

/** What each piece costs from so many pieces on, as a table: sizes of packs are its quantities (contract 5.4). */
export function TierPrices({ prices, tiers, pieces }: TierPricesProps) {
  const { t } = useLingui();
  const { locale } = useShop();
  const { pricesWithoutTax } = useChannel();
  const reached = tierAt(prices.price, tiers, pieces);
  const below = (tiers[0]?.quantity ?? 2) - 1;
  const rows = [
    { name: below === 1 ? t`1 pc.` : t`1–${below} pcs`, ...prices, isReached: reached === undefined },
    ...tiers.map((tier) => ({
      name:
        tier.pack === 'pallet'
          ? t`pallet, from ${tier.quantity} pcs`
          : tier.pack === 'carton'
            ? t`carton, from ${tier.quantity} pcs`
            : t`from ${tier.quantity} pcs`,
      price: tier.price,
      priceWithoutTax: tier.priceWithoutTax,
      isReached: tier === reached,
    })),
  ];
  return (
    <Table
      caption={t`Price by quantity`}
      columns={[t`Quantity`, pricesWithoutTax ? t`Each without VAT` : t`Each`]}
    >
      <tbody>
        {rows.map(({ name, price, priceWithoutTax, isReached }) => {
          const main = formatMoney(pricesWithoutTax ? priceWithoutTax : price, locale);
          return (
            <tr key={name} aria-current={isReached || undefined}>
              <th scope="row">{isReached ? <b>{name}</b> : name}</th>
              <td>
                {isReached ? <b>{main}</b> : main}
                {pricesWithoutTax && (
                  <>
                    {' '}
                    <small>
                      {formatMoney(price, locale)} <Trans>with VAT</Trans>
                    </small>
                  </>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
