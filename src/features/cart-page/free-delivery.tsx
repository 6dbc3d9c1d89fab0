import { Trans, useLingui } from '@lingui/react/macro';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import { formatMoney } from '#i18n/format.ts';

/** From which sum delivery costs this cart nothing, by ways that its goods can go: the shop's to say, not while changes wait. */
export function FreeDelivery({ order, className }: { order: ShownCart; className: string | undefined }) {
  const { i18n } = useLingui();
  if (order.waiting?.isEstimate) return null;
  return (order.freeDelivery ?? []).map(({ from, methods }) => {
    const names = methods.join(', ');
    const sum = <span className="no-wrap">{formatMoney(from, i18n.locale)}</span>;
    return (
      <p key={from} className={className}>
        {from > 0 ? (
          <Trans>
            Delivery is free from {sum}: {names}.
          </Trans>
        ) : (
          <Trans>Delivery is free: {names}.</Trans>
        )}
      </p>
    );
  });
}
