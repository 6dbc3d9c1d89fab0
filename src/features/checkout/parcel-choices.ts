/** The method, and for a locker the place, of each parcel of an order. */
import { useEffect, useState } from 'react';
import type { ShippingMethod } from '#contract/orders/delivery.ts';
import type { Order, Shipment } from '#contract/orders/orders.ts';
import type { ShippingChoice } from './submitted-steps.ts';
import { readDraft, writeDraft } from './device-cells.ts';

/** The methods of all parcels as they are chosen, and as the order has been counted. */
export interface ChosenDelivery {
  chosen: ShippingMethod[];
  before: ShippingMethod[];
}

export function useParcelChoices(order: Order) {
  const [choices, setChoices] = useState<Record<number, ShippingChoice>>({});
  const [priced, setPriced] = useState<
    Record<number, { method: ShippingMethod; before: ShippingMethod | undefined }>
  >({});
  const chosen = order.shipments.flatMap(({ id }) => choices[id] ?? []);
  return {
    chosen,
    isEachChosen: chosen.length > 0 && chosen.length === order.shipments.length,
    /** Each has its method, and its place where one is wanted. */
    isComplete:
      chosen.length === order.shipments.length && chosen.every((choice) => choice.pickupPoint !== ''),
    priced,
    clear: () => setChoices({}),
    choose: (
      shipment: Shipment,
      choice: ShippingChoice,
      method: ShippingMethod,
      before: ShippingMethod | undefined,
    ) => {
      setChoices((now) => ({ ...now, [shipment.id]: choice }));
      setPriced((now) => ({ ...now, [shipment.id]: { method, before } }));
      keepChoice(order, shipment, choice);
    },
  };
}

/**
 * Tells what is chosen, for the sums beside the step; null while something is missing, and when the step is left.
 * @param isPlaceOpen where the goods are collected is not said yet
 */
export function useTellDelivery(
  { shipments }: Order,
  priced: ReturnType<typeof useParcelChoices>['priced'],
  isPlaceOpen: boolean,
  onDelivery: (delivery: ChosenDelivery | null) => void,
): void {
  useEffect(() => {
    const all = shipments.flatMap(({ id }) => priced[id] ?? []);
    const isWhole = !isPlaceOpen && all.length > 0 && all.length === shipments.length;
    onDelivery(
      isWhole
        ? { chosen: all.map(({ method }) => method), before: all.flatMap(({ before }) => before ?? []) }
        : null,
    );
    return () => {
      onDelivery(null);
    };
  }, [shipments, priced, isPlaceOpen, onDelivery]);
}

/** The draft outlives a reload, and says the choice in the words of an order without a connection: whoever goes on that way need not choose again. */
function keepChoice(
  { tokenValue, shipments }: Order,
  shipment: Shipment,
  { method, pickupPoint }: ShippingChoice,
): void {
  const draft = readDraft(tokenValue);
  const others = shipments.length > 1 ? draft.delivery : undefined;
  writeDraft({
    ...draft,
    ...(pickupPoint === undefined || pickupPoint === ''
      ? {}
      : { pickupPoints: { ...draft.pickupPoints, [method]: pickupPoint } }),
    delivery:
      shipment.kind === 'collection'
        ? { method: null, pickupPoint: null, ...others, place: shipment.warehouse.code }
        : { place: null, ...others, method, pickupPoint: pickupPoint ?? null },
    isDeliveryUntold: false,
  });
}
