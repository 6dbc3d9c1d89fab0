/** Which warehouses send what of an order, in as few parcels as a greedy rule finds (contract 5.6). Pure; weights are grams. */
import type { DeliveryKind } from '#contract/orders/delivery.ts';
import { handsOutChemicals } from './chemical-collection.ts';

export interface PlanLine {
  readonly itemId: number;
  readonly variantCode: string;
  readonly quantity: number;
  readonly chemical: boolean;
  /** Untracked goods are available everywhere. */
  readonly tracked: boolean;
  /** Grams of one piece. */
  readonly weight: number;
}

export interface PlanWarehouse {
  readonly code: string;
  /** 1 = first. */
  readonly priority: number;
  readonly main: boolean;
  readonly ships: boolean;
  readonly collection: boolean;
  readonly chemicals: boolean;
}

/** Pieces of a variant that can be had from a warehouse: on hand less on hold. */
export type AvailableAt = (warehouse: string, variantCode: string) => number;

export interface PlannedShipment {
  readonly warehouse: string;
  readonly kind: DeliveryKind;
  readonly items: readonly { readonly itemId: number; readonly quantity: number }[];
}

/** More parcels than this for one order are not offered. */
const mostShipments = 4;

export const byPriority = (a: PlanWarehouse, b: PlanWarehouse): number =>
  a.priority - b.priority || (a.code < b.code ? -1 : 1);

/** Pieces of a line that a warehouse may give; chemical goods only where they are handed out. */
export const held = (line: PlanLine, warehouse: PlanWarehouse, available: AvailableAt): number => {
  if (line.chemical && !handsOutChemicals(warehouse)) return 0;
  return line.tracked ? available(warehouse.code, line.variantCode) : line.quantity;
};

export const holdsAll = (
  lines: readonly PlanLine[],
  warehouse: PlanWarehouse,
  available: AvailableAt,
): boolean => lines.every((line) => held(line, warehouse, available) >= line.quantity);

/**
 * Covers `lines` from as few warehouses as the greedy rule finds, or null. A line is cut only if no single warehouse
 * of the list holds it in full.
 */
export function splitIntoParcels(
  lines: readonly PlanLine[],
  warehouses: readonly PlanWarehouse[],
  available: AvailableAt,
  kind: DeliveryKind,
): PlannedShipment[] | null {
  const ordered = [...warehouses].sort(byPriority);
  const one = ordered.find((warehouse) => holdsAll(lines, warehouse, available));
  if (one)
    return [
      {
        warehouse: one.code,
        kind,
        items: lines.map(({ itemId, quantity }) => ({ itemId, quantity })),
      },
    ];
  const left = new Map(lines.map((line) => [line.itemId, line.quantity]));
  const whole = new Set(
    lines.filter((line) => ordered.some((warehouse) => holdsAll([line], warehouse, available))),
  );
  const unused = new Set(ordered);
  const shipments: PlannedShipment[] = [];
  const serve = (warehouse: PlanWarehouse) =>
    lines.flatMap((line) => {
      const wanted = left.get(line.itemId) ?? 0;
      const there = held(line, warehouse, available);
      const quantity = there >= wanted ? wanted : whole.has(line) ? 0 : Math.max(0, there);
      return quantity > 0 ? [{ itemId: line.itemId, quantity }] : [];
    });
  while ([...left.values()].some((quantity) => quantity > 0)) {
    let best: {
      warehouse: PlanWarehouse;
      items: { itemId: number; quantity: number }[];
      units: number;
    } | null = null;
    for (const warehouse of ordered) {
      if (!unused.has(warehouse)) continue;
      const items = serve(warehouse);
      const units = items.reduce((sum, item) => sum + item.quantity, 0);
      if (units > 0 && (!best || units > best.units)) best = { warehouse, items, units };
    }
    if (!best || shipments.length === mostShipments) return null;
    unused.delete(best.warehouse);
    shipments.push({ warehouse: best.warehouse.code, kind, items: best.items });
    for (const item of best.items) left.set(item.itemId, (left.get(item.itemId) ?? 0) - item.quantity);
  }
  return shipments;
}

/** Grams. */
export const weightOf = (shipment: PlannedShipment, lines: readonly PlanLine[]): number =>
  shipment.items.reduce(
    (sum, item) => sum + item.quantity * (lines.find((line) => line.itemId === item.itemId)?.weight ?? 0),
    0,
  );
