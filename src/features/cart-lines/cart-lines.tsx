import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { giftMarker } from '#contract/orders/gift-marker.ts';
import type { OrderItem } from '#contract/orders/order-lines.ts';
import { pictureOf } from '#domain/cart/cart-lines.ts';
import type { LineMark } from '#domain/waiting/line-mark.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import { lineName, setLine } from '#domain/waiting/waiting-command.ts';
import { itemOfLine } from '#domain/waiting/waiting-sets.ts';
import { imageSizes } from '#lib/image-sizes.ts';
import { Icon } from '#ui/icons/icon.tsx';
import { giftShape, trashShape, undoShape } from '#ui/icons/icon-shapes-later.ts';
import { Picture } from '#ui/picture.tsx';
import { useKeepFocus } from '#ui/focus/keep-focus.ts';
import { QuantityStepper } from '#ui/form/quantity-stepper.tsx';
import { useChangeQuantity } from '#features/cart/use-change-quantity.ts';
import { useDeleteItem } from '#features/cart/use-delete-item.ts';
import { useRestoreItem } from '#features/cart/use-restore-item.ts';
import { useGift } from '#features/cart/use-gift.ts';
import { LineSum } from './line-sum.tsx';
import { LineWords } from './line-words.tsx';
import { LineMarkNote, RemovedMarkNote } from './line-mark-note.tsx';
import { useRows, type Row } from './cart-rows.ts';
import { SetRow } from './set-row.tsx';
import styles from './cart-lines.module.css';

function DeletedRow({
  row,
  mark,
  isLastRemoved,
}: {
  row: Row;
  mark: LineMark | undefined;
  isLastRemoved: boolean;
}) {
  const { t } = useLingui();
  const restore = useRestoreItem();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The button that was pressed is gone, and the row may be made anew by the shop's answer: focus stays with the line.
    if (isLastRemoved && document.activeElement === document.body) button.current?.focus();
  }, [isLastRemoved]);
  return (
    <li className={styles['deleted']}>
      <span>
        <Trans>Removed: {row.name}</Trans>
        {mark !== undefined && <RemovedMarkNote mark={mark} />}
      </span>
      <button
        ref={button}
        type="button"
        className={styles['undo']}
        aria-busy={restore.isPending || undefined}
        aria-label={t`Bring back: ${row.name}`}
        onClick={() => {
          restore.mutate({ itemId: row.id, line: row.line });
        }}
      >
        <Icon shape={undoShape} size={20} />
        <Trans>Bring back</Trans>
      </button>
    </li>
  );
}

function LiveRow({
  item,
  mark,
  isRefused,
  onDelete,
  compact,
}: {
  item: OrderItem;
  mark: LineMark | undefined;
  isRefused: boolean;
  onDelete: () => void;
  compact: boolean;
}) {
  const { t } = useLingui();
  const change = useChangeQuantity();
  const image = pictureOf(item.variant);
  const isGift = item.marker === giftMarker;
  const ofSet = item.bundle !== undefined;
  const { giftCard } = item;
  return (
    <li
      className={styles['line']}
      data-compact={compact || undefined}
      data-in-set={ofSet || undefined}
      data-mark={mark?.state}
    >
      <div className={styles['picture']}>
        {image !== undefined && <Picture path={image.path} alt="" size={imageSizes.card} />}
        {giftCard !== undefined && <Icon shape={giftShape} size={48} />}
      </div>
      <div className={styles['words']}>
        <LineWords item={item} isRefused={isRefused} />
      </div>
      <div className={styles['quantity']}>
        {ofSet && (
          <span>
            <Plural value={item.quantity} one="# pc" other="# pcs" />
          </span>
        )}
        {!isGift && !ofSet && (
          <QuantityStepper
            label={item.productName}
            value={item.quantity}
            onChange={(quantity) => {
              change.mutate({ itemId: item.id, line: lineName(item), quantity });
            }}
          />
        )}
        {(!ofSet || (item.bundle?.required === false && !isRefused)) && (
          <button
            type="button"
            className={styles['delete']}
            onClick={onDelete}
            aria-label={t`Remove: ${item.productName}`}
          >
            <Icon shape={trashShape} size={20} />
            <span>
              <Trans>Remove</Trans>
            </span>
          </button>
        )}
        <p className={styles['total']}>{!isRefused && <LineSum item={item} withBefore={!isGift} />}</p>
      </div>
      {mark !== undefined && (
        <div className={styles['said']}>
          <LineMarkNote mark={mark} item={item} isRefused={isRefused} />
        </div>
      )}
    </li>
  );
}

interface CartLinesProps {
  order: ShownCart;
  compact?: boolean;
  /**
   * The variant that was removed last by hand. Kept by whoever shows the list: with its last line the list itself may be
   * gone for a moment, until the answer says what can be brought back.
   */
  removed: readonly [string | null, (code: string | null) => void];
}

/** The lines of the cart; a removed one stays in its place with the way back until the list is left. */
export function CartLines({ order, compact = false, removed }: CartLinesProps) {
  const rows = useRows(order);
  const [lastRemoved, setLastRemoved] = removed;
  const remove = useDeleteItem();
  const gift = useGift();
  const list = useRef<HTMLUListElement>(null);
  useKeepFocus(list);
  const items = rows.flatMap(({ item }) => item ?? []);
  return (
    <ul ref={list} className={styles['lines']}>
      {rows.flatMap((row, index) => {
        const { item, bundle } = row;
        const whole = bundle && setLine(bundle.groupId);
        const lead = whole === undefined ? undefined : itemOfLine(items, whole);
        const out = (line: string) => {
          setLastRemoved(row.variantCode);
          remove.mutate({ itemId: (line === whole && lead?.id) || row.id, line });
        };
        const drawn =
          item === null ? (
            <DeletedRow
              key={row.key}
              row={row}
              mark={order.waiting?.marks[row.line]}
              isLastRemoved={row.variantCode === lastRemoved}
            />
          ) : (
            <LiveRow
              key={row.key}
              item={item}
              mark={row.line === whole ? undefined : order.waiting?.marks[row.line]}
              isRefused={row.isRefused}
              compact={compact}
              onDelete={() => {
                if (item.marker === giftMarker) {
                  gift.mutate({ code: null, name: item.productName });
                  return;
                }
                out(row.line);
              }}
            />
          );
        const isFirst =
          rows.findIndex((one) => one.item !== null && one.bundle?.groupId === bundle?.groupId) === index;
        // Above the first of its parts that are there.
        return bundle && whole !== undefined && lead && isFirst
          ? [
              <SetRow
                key={whole}
                item={lead}
                bundle={bundle}
                mark={order.waiting?.marks[whole]}
                isRefused={row.isRefused}
                onDelete={() => {
                  out(whole);
                }}
              />,
              drawn,
            ]
          : [drawn];
      })}
    </ul>
  );
}
