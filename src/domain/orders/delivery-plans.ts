/**
 * Ways to bring a cart to its buyer from several warehouses (contract 5.6, 5.7). Pure; weights are grams. Chemical
 * goods are only collected, in warehouses that may hand them out and are not the main one. What lies only where nothing
 * is sent from is collected too.
 */
import type { DeliveryKind } from '#contract/orders/delivery.ts';
import {
  byPriority,
  held,
  holdsAll,
  splitIntoParcels,
  weightOf,
  type AvailableAt,
  type PlanLine,
  type PlannedShipment,
  type PlanWarehouse,
} from './split-over-warehouses.ts';

export type PlanRefusal = 'shipping.not_coverable' | 'shipping.too_heavy';
export interface DeliveryPlan {
  readonly code: string;
  readonly kind: DeliveryKind | 'mixed';
  readonly shipments: readonly PlannedShipment[];
  readonly available: boolean;
  readonly reason?: PlanRefusal;
}

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
    const shipments = splitIntoParcels(sent, shipping, available, kind);
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
    const parts = splitIntoParcels(fetched, collecting, available, 'collection');
    const code = 'collection';
    return [
      parts
        ? { code, kind: 'collection', shipments: parts, available: true }
        : { code, kind: 'collection', shipments: [], available: false, reason: 'shipping.not_coverable' },
    ];
  }
  const chosen = collecting.filter((warehouse) => warehouse.code === options.collectAt);
  const collected =
    (chosen.length > 0 && splitIntoParcels(fetched, chosen, available, 'collection')) ||
    splitIntoParcels(fetched, collecting, available, 'collection');
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
