import { Plural, Trans } from '@lingui/react/macro';
import type { ShipmentItem } from '#contract/orders/delivery.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import { lineName } from '#domain/waiting/waiting-command.ts';
import { inOneSet } from '#domain/waiting/waiting-sets.ts';
import { LineMarkNote } from '#features/cart-lines/line-mark-note.tsx';
import { useChangeQuantity } from '#features/cart/use-change-quantity.ts';
import { useDeleteItem } from '#features/cart/use-delete-item.ts';
import { Button } from '#ui/button.tsx';
import { TakeOutButton } from './take-out-button.tsx';
import styles from './checkout-view.module.css';

/** What stands after a line was taken out or made smaller: the pressed button is gone with it. */
const focusHeading = () => document.querySelector<HTMLElement>('main h1')?.focus();

/** Lines that cannot be had as they stand, each by name and with its ways out: fewer pieces, or none. */
export function ShortLines({ order, missing }: { order: ShownCart; missing: readonly ShipmentItem[] }) {
  const change = useChangeQuantity();
  const remove = useDeleteItem();
  const rows = missing.flatMap(({ itemId, quantity }) => {
    const item = order.items.find((one) => one.id === itemId);
    if (item === undefined) return [];
    const mark = order.waiting?.marks[lineName(item)];
    const left = Math.max(0, item.quantity - quantity);
    // Of a set there are whole ones only.
    return [{ item, mark, left: left - (left % inOneSet(item)) }];
  });
  return (
    <ul className={styles['shortLines']}>
      {rows.map(({ item, mark, left }) => (
        <li key={item.id}>
          <span>
            <strong>{item.productName}</strong>{' '}
            {left > 0 ? (
              <Trans>
                <Plural value={item.quantity} one="# pc" other="# pcs" /> wanted, {left} left
              </Trans>
            ) : (
              <Trans>cannot be had now</Trans>
            )}
          </span>
          <span className={styles['ways']}>
            {left > 0 && (
              <Button
                kind="secondary"
                onClick={() => {
                  change.mutate({ itemId: item.id, line: lineName(item), quantity: left });
                  focusHeading();
                }}
              >
                <Trans>Take {left}</Trans>
              </Button>
            )}
            <TakeOutButton
              item={item}
              onPress={() => {
                remove.mutate({ itemId: item.id, line: lineName(item) });
                focusHeading();
              }}
            />
          </span>
          {mark !== undefined && <LineMarkNote mark={mark} item={item} isRefused={false} />}
        </li>
      ))}
    </ul>
  );
}
