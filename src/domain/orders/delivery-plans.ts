/**
 * Ways to bring a cart to its buyer from several warehouses (contract 5.6, 5.7). Pure; weights are grams. Chemical
 * goods are only collected, in warehouses that may hand them out and are not the main one. What lies only where nothing
 * is sent from is collected too.
 */
import type { DeliveryKind } from '#contract/delivery.ts';

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

export type PlanRefusal = 'shipping.not_coverable' | 'shipping.too_heavy';
export interface DeliveryPlan {
  readonly code: string;
  readonly kind: DeliveryKind | 'mixed';
  readonly shipments: readonly PlannedShipment[];
  readonly available: boolean;
  readonly reason?: PlanRefusal;
}

/** More parcels than this for one order are not offered. */
const mostShipments = 4;

const byPriority = (a: PlanWarehouse, b: PlanWarehouse): number =>
  a.priority - b.priority || (a.code < b.code ? -1 : 1);

/** Pieces of a line that a warehouse may give; chemical goods only where they are handed out. */
const held = (line: PlanLine, warehouse: PlanWarehouse, available: AvailableAt): number => {
  if (line.chemical && !handsOutChemicals(warehouse)) return 0;
  return line.tracked ? available(warehouse.code, line.variantCode) : line.quantity;
};

const holdsAll = (lines: readonly PlanLine[], warehouse: PlanWarehouse, available: AvailableAt): boolean =>
  lines.every((line) => held(line, warehouse, available) >= line.quantity);

/** May chemical goods be handed out here? (contract 5.7) */
export const handsOutChemicals = (warehouse: PlanWarehouse): boolean =>
  warehouse.collection && warehouse.chemicals && !warehouse.main;

/**
 * Covers `lines` from as few warehouses as the greedy rule finds, or null. A line is cut only if no single warehouse
 * of the list holds it in full.
 */
function coverLines(
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

const weightOf = (shipment: PlannedShipment, lines: readonly PlanLine[]): number =>
  shipment.items.reduce(
    (sum, item) => sum + item.quantity * (lines.find((line) => line.itemId === item.itemId)?.weight ?? 0),
    0,
  );

/** Pieces of a line that `warehouses` lack together; what other lines want of the same variant counts too. */
function lacking(
  line: PlanLine,
  lines: readonly PlanLine[],
  warehouses: readonly PlanWarehouse[],
  available: AvailableAt,
): number {
  if (!line.tracked) return 0;
  const wanted = lines
    .filter((one) => one.variantCode === line.variantCode)
    .reduce((sum, one) => sum + one.quantity, 0);
  const there = warehouses.reduce((sum, one) => sum + Math.max(0, held(line, one, available)), 0);
  return Math.max(0, wanted - there);
}

const isShipping = (warehouse: PlanWarehouse): boolean => warehouse.ships;
const isCollecting = (warehouse: PlanWarehouse): boolean => warehouse.collection;

/**
 * Places of collection of a line that cannot be sent in full, best first: those that have all of it, else those that have a
 * part. Empty for what can be sent or had nowhere.
 * @param lines the whole cart
 */
export function onlyCollectedAt<W extends PlanWarehouse>(
  line: PlanLine,
  lines: readonly PlanLine[],
  warehouses: readonly W[],
  available: AvailableAt,
): W[] {
  const collecting = warehouses.filter(isCollecting);
  if (!line.chemical && lacking(line, lines, warehouses.filter(isShipping), available) === 0) return [];
  if (lacking(line, lines, collecting, available) > 0) return [];
  const holding = collecting.filter((one) => held(line, one, available) > 0).sort(byPriority);
  const whole = holding.filter((one) => held(line, one, available) >= line.quantity);
  return whole.length > 0 ? whole : holding;
}

/** Lines that can be had in no way, with the pieces that are missing. */
export function linesOutOfReach(
  lines: readonly PlanLine[],
  warehouses: readonly PlanWarehouse[],
  available: AvailableAt,
): { itemId: number; quantity: number }[] {
  return lines.flatMap((line) => {
    const collected = lacking(line, lines, warehouses.filter(isCollecting), available);
    const sent = line.chemical ? collected : lacking(line, lines, warehouses.filter(isShipping), available);
    const quantity = Math.min(line.quantity, sent, collected);
    return quantity > 0 ? [{ itemId: line.itemId, quantity }] : [];
  });
}

export interface PlanOptions {
  /** Heaviest parcel that any pick-up point provider takes, grams; null = there is none. */
  readonly pickupMaxWeight: number | null;
  /** Place chosen for the collected part of a mixed plan. */
  readonly collectAt?: string | null;
}

/** All plans in the order in which they are offered; the first available one is the default of a new cart. */
export function deliveryPlans(
  lines: readonly PlanLine[],
  warehouses: readonly PlanWarehouse[],
  available: AvailableAt,
  options: PlanOptions,
): DeliveryPlan[] {
  if (lines.length === 0) return [];
  const fetched = lines.filter(
    (line) => line.chemical || onlyCollectedAt(line, lines, warehouses, available).length > 0,
  );
  const sent = lines.filter((line) => !fetched.includes(line));
  const shipping = warehouses.filter(isShipping);
  const collecting = warehouses.filter(isCollecting);

  const delivered = (kind: 'courier' | 'pickup_point'): DeliveryPlan => {
    const shipments = coverLines(sent, shipping, available, kind);
    if (!shipments)
      return { code: kind, kind, shipments: [], available: false, reason: 'shipping.not_coverable' };
    const limit = options.pickupMaxWeight;
    const tooHeavy =
      kind === 'pickup_point' &&
      (limit === null || shipments.some((shipment) => weightOf(shipment, lines) > limit));
    return tooHeavy
      ? { code: kind, kind, shipments, available: false, reason: 'shipping.too_heavy' }
      : { code: kind, kind, shipments, available: true };
  };

  const collections = warehouses
    .filter(isCollecting)
    .filter((warehouse) => holdsAll(lines, warehouse, available))
    .sort(byPriority)
    .map((warehouse): DeliveryPlan => ({
      code: `collection.${warehouse.code}`,
      kind: 'collection',
      shipments: [
        {
          warehouse: warehouse.code,
          kind: 'collection',
          items: lines.map(({ itemId, quantity }) => ({ itemId, quantity })),
        },
      ],
      available: true,
    }));

  if (fetched.length === 0) return [delivered('courier'), delivered('pickup_point'), ...collections];
  if (sent.length === 0) {
    if (collections.length > 0) return collections;
    // No single place holds everything: collected in several.
    const parts = coverLines(fetched, collecting, available, 'collection');
    const code = 'collection';
    return [
      parts
        ? { code, kind: 'collection', shipments: parts, available: true }
        : { code, kind: 'collection', shipments: [], available: false, reason: 'shipping.not_coverable' },
    ];
  }
  const chosen = collecting.filter((warehouse) => warehouse.code === options.collectAt);
  const collected =
    (chosen.length > 0 && coverLines(fetched, chosen, available, 'collection')) ||
    coverLines(fetched, collecting, available, 'collection');
  const mixed = (kind: 'courier' | 'pickup_point'): DeliveryPlan => {
    const base = delivered(kind);
    const code = `mixed.${kind}`;
    if (!collected)
      return { code, kind: 'mixed', shipments: [], available: false, reason: 'shipping.not_coverable' };
    return {
      ...base,
      code,
      kind: 'mixed',
      shipments: base.available ? [...base.shipments, ...collected] : [],
    };
  };
  return [...collections, mixed('courier'), mixed('pickup_point')];
}
