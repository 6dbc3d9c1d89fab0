import { Trans, useLingui } from '@lingui/react/macro';
import type { OrderItem } from '#contract/orders/order-lines.ts';
import type { LineMark } from '#domain/waiting/line-mark.ts';
import { setLine } from '#domain/waiting/waiting-command.ts';
import { inOneSet } from '#domain/waiting/waiting-sets.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { trashShape } from '#ui/icons/icon-shapes-later.ts';
import { QuantityStepper } from '#ui/form/quantity-stepper.tsx';
import { LineMarkNote } from './line-mark-note.tsx';
import { useChangeQuantity } from '#features/cart/use-change-quantity.ts';
import styles from './cart-lines.module.css';

/** Most of one set in a cart (CART-04). */
const mostSets = 99;

/** Above the parts of a set: its name, how many of it, and the way out for all of it. The parts have no number of their own. */
export function SetRow({
  item,
  bundle,
  mark,
  isRefused,
  onDelete,
}: {
  /** The part that the number of the set is said by. */
  item: OrderItem;
  bundle: NonNullable<OrderItem['bundle']>;
  mark: LineMark | undefined;
  isRefused: boolean;
  onDelete: () => void;
}) {
  const { t } = useLingui();
  const change = useChangeQuantity();
  const { name, groupId } = bundle;
  return (
    <li className={styles['set']} data-mark={mark?.state}>
      <div className={styles['words']}>
        <b>
          <Trans>Set: {name}</Trans>
        </b>
        {mark !== undefined && <LineMarkNote mark={mark} item={item} isRefused={isRefused} />}
      </div>
      <div className={styles['quantity']}>
        <QuantityStepper
          label={name}
          max={mostSets}
          value={Math.floor(item.quantity / inOneSet(item))}
          onChange={(sets) => {
            change.mutate({ itemId: item.id, line: setLine(groupId), quantity: sets * inOneSet(item) });
          }}
        />
        <button
          type="button"
          className={styles['delete']}
          onClick={onDelete}
          aria-label={t`Remove the set: ${name}`}
        >
          <Icon shape={trashShape} size={20} />
          <span>
            <Trans>Remove the set</Trans>
          </span>
        </button>
      </div>
    </li>
  );
}
