/** The way in which the whole order comes: what there is to choose from, and the choice, which is saved at the shop at once. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useShop } from '#api/shop.ts';
import type { ShippingPlan } from '#contract/orders/delivery.ts';
import { noPlaceYet } from '#domain/waiting/offline-order.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import { cartQueries } from '#features/cart/cart-queries.ts';
import { checkoutQueries } from './checkout-queries.ts';
import { readDraft, writeDraft } from './device-cells.ts';

/** Plans as ways to choose from: all places of collection are one way. */
export interface Way {
  kind: ShippingPlan['kind'];
  /** The plan that choosing this way begins with. */
  first: ShippingPlan;
  all: ShippingPlan[];
}
function waysOf(plans: readonly ShippingPlan[]): Way[] {
  const collection = plans.filter((one) => one.kind === 'collection');
  const first = collection.find((one) => one.available) ?? collection[0];
  return plans.flatMap((one): Way[] => {
    if (one.kind !== 'collection') return [{ kind: one.kind, first: one, all: [one] }];
    return one === collection[0] && first !== undefined ? [{ kind: one.kind, first, all: collection }] : [];
  });
}

/** @param onChoose called with each choice: what was chosen for the parcels of another plan is over */
export function useShippingPlan(order: ShownCart, onChoose: () => void) {
  const shop = useShop();
  const queryClient = useQueryClient();
  const token = order.tokenValue;
  const { data: plans, isError } = useQuery({
    ...checkoutQueries.plans(shop, token, order.version),
    // A choice makes another version of the cart: what is being chosen from stays, and the focus in it.
    placeholderData: keepPreviousData,
  });
  /**
   * It is to be collected, but where is not said yet: of several places that is the buyer's to choose. The shop has the first of
   * them meanwhile, for its prices and for whoever comes back to this step.
   */
  const [isPlaceOpen, setPlaceOpen] = useState(
    () =>
      (order.shippingPlan?.startsWith('collection.') ?? false) &&
      readDraft(token).delivery?.place === noPlaceYet,
  );
  const saved = useMutation({
    mutationKey: ['checkout', token],
    scope: { id: 'cart' },
    mutationFn: ({ code, warehouseCode }: { code: string; warehouseCode?: string | undefined }) =>
      shop.call('chooseShippingPlan', {
        params: { token },
        body: warehouseCode === undefined ? { code } : { code, warehouseCode },
        idempotencyKey: crypto.randomUUID(),
      }),
    onSuccess: (answer) => {
      queryClient.setQueryData(cartQueries.current(shop, token).queryKey, answer);
    },
  });
  /** Code of the chosen plan, `''` without one. */
  const selected = isPlaceOpen ? '' : ((saved.isPending ? saved.variables.code : order.shippingPlan) ?? '');
  const choosePlan = (code: string, warehouseCode?: string) => {
    setPlaceOpen(false);
    onChoose();
    saved.mutate({ code, warehouseCode });
  };
  const chooseWay = ({ kind, first, all }: Way) => {
    choosePlan(first.code);
    if (kind !== 'collection' || all.filter((one) => one.available).length < 2) return;
    setPlaceOpen(true);
    writeDraft({
      ...readDraft(token),
      delivery: { method: null, pickupPoint: null, place: noPlaceYet },
      isDeliveryUntold: false,
    });
  };
  return {
    /** Undefined while they are asked for, and where they could not be fetched. */
    ways: plans && waysOf(plans),
    /** Lines of which too few pieces are left for any plan. */
    missing: plans?.find((one) => one.missing !== undefined)?.missing,
    hasFailed: isError || saved.isError,
    isFetchFailed: isError,
    isSaving: saved.isPending,
    isPlaceOpen,
    selected,
    isChosen: ({ kind, all }: Way) =>
      isPlaceOpen ? kind === 'collection' : all.some((one) => one.code === selected),
    choosePlan,
    chooseWay,
  };
}
