import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Link } from '#ui/link.tsx';
import { useShop } from '#api/shop.ts';
import type { Order, OrderItem } from '#contract/orders.ts';
import { formatMoney } from '#i18n/format.ts';
import { usePaths } from '#i18n/paths.ts';
import { imageSizes } from '#lib/image-address.ts';
import { Icon } from '#ui/icon.tsx';
import { warehouseShape, warningShape } from '#ui/icon-shapes.ts';
import { trashShape, undoShape } from '#ui/icon-shapes-later.ts';
import { Picture } from '#ui/picture.tsx';
import { QuantityStepper } from '#ui/quantity-stepper.tsx';
import { useChangeQuantity } from './use-change-quantity.ts';
import { useDeleteItem } from './use-delete-item.ts';
import { useRestoreItem } from './use-restore-item.ts';
import styles from './cart-lines.module.css';

/** A line as the list remembers it: live, or deleted and still in its place (CRT-01). */
type Row = { id: number; name: string; item: OrderItem | null };

/** Keeps the order of lines while some are deleted and brought back; forgets when the list is left. */
function useRows(order: Order): Row[] {
  const [remembered, setRemembered] = useState<readonly Row[]>([]);
  const live = new Map(order.items.map((item) => [item.id, item]));
  const deleted = new Set(order.deletedItems.map((item) => item.id));
  const rows: Row[] = [];
  for (const row of remembered) {
    const item = live.get(row.id);
    if (item !== undefined) rows.push({ id: row.id, name: item.productName, item });
    else if (deleted.has(row.id)) rows.push({ ...row, item: null });
  }
  const known = new Set(rows.map((row) => row.id));
  for (const item of order.items) if (!known.has(item.id)) rows.push({ id: item.id, name: item.productName, item });
  for (const item of order.deletedItems) if (!known.has(item.id) && !live.has(item.id)) rows.push({ id: item.id, name: item.productName, item: null });
  const same = rows.length === remembered.length && rows.every((row, index) => row.id === remembered[index]?.id && row.item === remembered[index]?.item);
  if (!same) setRemembered(rows);
  return rows;
}

function DeletedRow({ row, wasDeletedHere }: { row: Row; wasDeletedHere: boolean }) {
  const { t } = useLingui();
  const restore = useRestoreItem();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (wasDeletedHere) button.current?.focus();
  }, [wasDeletedHere]);
  return (
    <li className={styles['deleted']}>
      <span>
        <Trans>Removed: {row.name}</Trans>
      </span>
      <button
        ref={button}
        type="button"
        className={styles['undo']}
        aria-busy={restore.isPending || undefined}
        aria-label={t`Bring back: ${row.name}`}
        onClick={() => {
          restore.mutate({ itemId: row.id });
        }}
      >
        <Icon shape={undoShape} size={20} />
        <Trans>Bring back</Trans>
      </button>
    </li>
  );
}

function LiveRow({ item, onDelete, compact }: { item: OrderItem; onDelete: () => void; compact: boolean }) {
  const { t } = useLingui();
  const paths = usePaths();
  const { locale } = useShop();
  const change = useChangeQuantity();
  const image = item.variant.product.images[0];
  const isGift = item.marker !== undefined;
  const before = item.originalUnitPrice * item.quantity;
  return (
    <li className={styles['line']} data-compact={compact || undefined}>
      <div className={styles['picture']}>{image !== undefined && <Picture path={image.path} alt="" size={imageSizes.card} />}</div>
      <div className={styles['words']}>
        <Link className={styles['name']} to={paths.product(item.variant.product)}>
          {item.productName}
        </Link>
        {item.variantName !== undefined && item.variantName !== '' && <p className={styles['meta']}>{item.variantName}</p>}
        <p className={styles['meta']}>
          <Trans>{formatMoney(Math.round(item.total / item.quantity), locale)} each</Trans>
        </p>
        {isGift && (
          <p className={styles['meta']}>
            <Trans>Gift</Trans>
          </p>
        )}
        {item.collectOnly && (
          <p className={styles['collect']}>
            <Icon shape={warehouseShape} size={16} />
            <Trans>Collected only</Trans>
          </p>
        )}
        {item.availability.status !== 'ok' && (
          <p className={styles['warning']} role="alert">
            <Icon shape={warningShape} size={18} />
            {item.availability.status === 'insufficient' && item.availability.available !== undefined ? (
              <Trans>Only {item.availability.available} pcs left</Trans>
            ) : (
              <Trans>Out of stock for now</Trans>
            )}
          </p>
        )}
      </div>
      <div className={styles['quantity']}>
        {isGift ? (
          <span>{item.quantity}</span>
        ) : (
          <QuantityStepper
            label={item.productName}
            value={item.quantity}
            onChange={(quantity) => {
              change.mutate({ itemId: item.id, quantity });
            }}
          />
        )}
        <button type="button" className={styles['delete']} onClick={onDelete} aria-label={t`Remove: ${item.productName}`}>
          <Icon shape={trashShape} size={20} />
          <span>
            <Trans>Remove</Trans>
          </span>
        </button>
      </div>
      <p className={styles['total']}>
        {before > item.total && (
          <del>
            <span className="visually-hidden">
              <Trans>previous price</Trans>{' '}
            </span>
            {formatMoney(before, locale)}
          </del>
        )}
        <span className={before > item.total ? styles['reduced'] : undefined}>{formatMoney(item.total, locale)}</span>
      </p>
    </li>
  );
}

/** The lines of the cart; a removed one stays in its place with the way back until the list is left. */
export function CartLines({ order, compact = false }: { order: Order; compact?: boolean }) {
  const rows = useRows(order);
  const remove = useDeleteItem();
  const [deletedHere, setDeletedHere] = useState<number | null>(null);
  return (
    <ul className={styles['lines']}>
      {rows.map((row) => {
        const { item } = row;
        return item === null ? (
          <DeletedRow key={row.id} row={row} wasDeletedHere={deletedHere === row.id} />
        ) : (
          <LiveRow
            key={row.id}
            item={item}
            compact={compact}
            onDelete={() => {
              setDeletedHere(row.id);
              remove.mutate({ itemId: row.id });
            }}
          />
        );
      })}
    </ul>
  );
}
