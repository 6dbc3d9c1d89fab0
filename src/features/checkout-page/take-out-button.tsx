import { Trans, useLingui } from '@lingui/react/macro';
import type { OrderItem } from '#contract/orders/order-lines.ts';
import { Button } from '#ui/button.tsx';

/** Takes goods out of the order; with a part that its set cannot be without the whole set goes, and the button says so. */
export function TakeOutButton({ item, onPress }: { item: OrderItem; onPress: () => void }) {
  const { t } = useLingui();
  const { bundle } = item;
  const name = bundle?.required === false ? undefined : bundle?.name;
  return (
    <Button
      kind="secondary"
      aria-label={name === undefined ? t`Take out: ${item.productName}` : t`Remove the set: ${name}`}
      onClick={onPress}
    >
      {name === undefined ? <Trans>Take out</Trans> : <Trans>Remove the set</Trans>}
    </Button>
  );
}
