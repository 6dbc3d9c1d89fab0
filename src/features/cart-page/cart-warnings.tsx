import type { Order } from '#contract/orders/orders.ts';
import { Notice } from '#ui/notice.tsx';
import { RichText } from '#ui/rich-text.tsx';

/** What the server changed or cannot keep, in its own words. */
export function CartWarnings({ order }: { order: Order }) {
  if (order.warnings.length === 0) return null;
  return (
    <Notice kind="warn" alert>
      {order.warnings.map((warning) => (
        <p key={`${warning.errorCode}-${String(warning.itemId ?? 0)}`}>
          <RichText as="span" html={warning.detail} />
        </p>
      ))}
    </Notice>
  );
}
