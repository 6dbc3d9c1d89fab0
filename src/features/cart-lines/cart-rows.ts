import { useState } from 'react';
import type { OrderItem } from '#contract/orders/order-lines.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import { lineName, setLine } from '#domain/waiting/waiting-command.ts';

/** A line as the list remembers it: live, refused, or deleted and still in its place (CRT-01). */
export type Row = {
  key: string;
  line: string;
  id: number;
  variantCode: string;
  name: string;
  bundle: OrderItem['bundle'];
  item: OrderItem | null;
  isRefused: boolean;
};

/** A set that is gone is one line to bring back, not one for each of its parts. */
const setsOnce = (rows: readonly Row[]): Row[] =>
  rows.flatMap((row, index) => {
    const { bundle } = row;
    if (bundle === undefined || row.item !== null) return [row];
    const isOfIt = (one: Row) => one.bundle?.groupId === bundle.groupId;
    if (rows.some((one) => isOfIt(one) && one.item !== null)) return [row];
    return rows.findIndex(isOfIt) === index
      ? [{ ...row, line: setLine(bundle.groupId), name: bundle.name }]
      : [];
  });

/**
 * Keeps the order of lines while some are deleted and brought back; forgets when the list is left. A line keeps its place
 * when the shop gives it an id of its own.
 */
export function useRows(order: ShownCart): Row[] {
  const [remembered, setRemembered] = useState<readonly Row[]>([]);
  const live = new Map<string, Row>();
  const put = (item: OrderItem, isRefused: boolean) => {
    const name = lineName(item);
    const own = item.bundle ? `${setLine(item.bundle.groupId)} ${item.variant.code}` : name;
    const key = live.has(own) ? `${own} ${String(item.id)}` : own;
    live.set(key, {
      key,
      line: name,
      id: item.id,
      variantCode: item.variant.code,
      name: item.productName,
      bundle: item.bundle,
      item,
      isRefused,
    });
  };
  for (const item of order.items) put(item, false);
  for (const item of order.waiting?.refusedLines ?? []) put(item, true);
  const deleted = new Map(order.deletedItems.map((item) => [item.id, item]));
  const rows: Row[] = [];
  for (const row of remembered) {
    const now = live.get(row.key);
    if (now !== undefined) rows.push(now);
    else {
      // The shop's own id takes the place of the one that the line was begun with.
      const gone =
        deleted.get(row.id) ?? order.deletedItems.find((item) => row.id < 0 && item.variantCode === row.line);
      if (gone !== undefined) rows.push({ ...row, id: gone.id, item: null, isRefused: false });
    }
  }
  const known = new Set(rows.map((row) => row.key));
  for (const row of live.values()) if (!known.has(row.key)) rows.push(row);
  const same =
    rows.length === remembered.length &&
    rows.every(
      (row, index) =>
        row.key === remembered[index]?.key &&
        row.id === remembered[index].id &&
        row.item === remembered[index].item,
    );
  if (!same) setRemembered(rows);
  return setsOnce(rows);
}
