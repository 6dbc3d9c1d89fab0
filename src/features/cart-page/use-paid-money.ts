import { useLingui } from '@lingui/react/macro';
import { useChannel } from '#api/channel-queries.ts';
import { formatMoney } from '#i18n/format.ts';

/**
 * Cents that are paid as they are, such as a total or a delivery: where goods are shown without VAT they are said to be with it.
 */
export function usePaidMoney(): (cents: number) => string {
  const { t, i18n } = useLingui();
  const { pricesWithoutTax } = useChannel();
  return (cents) => {
    const money = () => formatMoney(cents, i18n.locale);
    return pricesWithoutTax ? t`${money()} with VAT` : money();
  };
}
