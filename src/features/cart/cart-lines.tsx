import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Link } from '#ui/link.tsx';
import { useChannel } from '#api/channel-queries.ts';
import { useShop } from '#api/shop.ts';
import { giftMarker } from '#contract/gift-marker.ts';
import { routePattern } from '#contract/route-table.ts';
import type { OrderItem } from '#contract/order-lines.ts';
import { collectTowns, pictureOf, pieceWithoutTax } from '#domain/cart/cart-facts.ts';
import type { LineMark } from '#domain/waiting/line-mark.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import { lineName, setLine } from '#domain/waiting/waiting-command.ts';
import { itemOfLine } from '#domain/waiting/waiting-sets.ts';
import { formatMoney } from '#i18n/format.ts';
import { usePaths } from '#i18n/paths.ts';
import { imageSizes } from '#lib/image-sizes.ts';
import { Icon } from '#ui/icon.tsx';
import { warehouseShape, warningShape } from '#ui/icon-shapes.ts';
import { giftShape, trashShape, undoShape } from '#ui/icon-shapes-later.ts';
import { Picture } from '#ui/picture.tsx';
import { useKeepFocus } from '#ui/keep-focus.ts';
import { QuantityStepper } from '#ui/quantity-stepper.tsx';
import { useChangeQuantity } from './use-change-quantity.ts';
import { useDeleteItem } from './use-delete-item.ts';
import { useRestoreItem } from './use-restore-item.ts';
import { useGift } from './use-gift.ts';
import { TierNote } from './tier-note.tsx';
import { LineSum } from './line-sum.tsx';
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
  const paths = usePaths();
  const { locale, localePath } = useShop();
  const change = useChangeQuantity();
  const { pricesWithoutTax } = useChannel();
  const image = pictureOf(item.variant);
  const isGift = item.marker === giftMarker;
  const ofSet = item.bundle !== undefined;
  const { giftCard } = item;
  const towns = collectTowns(item).join(', ');
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
        <Link
          className={styles['name']}
          to={
            giftCard === undefined
              ? paths.product(item.variant.product)
              : routePattern('GIFT_CARD', locale, localePath)
          }
        >
          {item.productName}
        </Link>
        {giftCard !== undefined && (
          <p className={styles['meta']}>
            <Trans>
              For {giftCard.recipientName}, {giftCard.recipientEmail}
            </Trans>
          </p>
        )}
        {item.variantName !== undefined && item.variantName !== '' && (
          <p className={styles['meta']}>{item.variantName}</p>
        )}
        <p className={styles['meta']}>
          {isGift ? (
            <Trans>Gift</Trans>
          ) : pricesWithoutTax ? (
            <Trans>{formatMoney(pieceWithoutTax(item), locale)} each without VAT</Trans>
          ) : (
            <Trans>{formatMoney(item.unitPrice, locale)} each</Trans>
          )}
        </p>
        {item.variant.tierPrices !== undefined && item.bundle === undefined && !isGift && !isRefused && (
          <p className={styles['meta']}>
            <TierNote item={item} />
          </p>
        )}
        {(item.collectOnly || towns !== '') && (
          <p className={styles['collect']}>
            <Icon shape={warehouseShape} size={16} />
            {towns === '' ? <Trans>Collected only</Trans> : <Trans>Collected only: {towns}</Trans>}
          </p>
        )}
        {item.availability.status !== 'ok' && (
          <p className={styles['warning']} role="alert">
            <Icon shape={warningShape} size={18} />
            {item.availability.status === 'insufficient' && item.availability.available !== undefined ? (
              <Trans>
                Only <Plural value={item.availability.available} one="# pc" other="# pcs" /> left
              </Trans>
            ) : (
              <Trans>Out of stock for now</Trans>
            )}
          </p>
        )}
        {mark !== undefined && <LineMarkNote mark={mark} item={item} isRefused={isRefused} />}
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
