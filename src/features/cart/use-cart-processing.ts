import { useIsFetching, useMutationState } from '@tanstack/react-query';
import { useShop } from '#api/shop.ts';
import type { CartChange } from './cart-change.ts';
import { cartKey } from './cart-queries.ts';
import { useCartToken } from './cart-token.ts';

/** Changes after which the sums of the cart are others (R4.06); the others leave it usable meanwhile (R4.07). */
const processing: ReadonlySet<CartChange['kind']> = new Set(['delete', 'change', 'restore', 'coupon']);

/** True while the cart is loaded, or a change is saved after which its lines or sums are others. */
export function useCartProcessing(): boolean {
  const shop = useShop();
  const token = useCartToken();
  const isLoading = useIsFetching({
    queryKey: cartKey(shop, token ?? ''),
    predicate: ({ state }) => state.data === undefined,
  });
  const changes = useMutationState({
    filters: { status: 'pending' },
    select: ({ options, state }) => {
      const kindOf = options.meta?.['cartChange'] as ((input: unknown) => CartChange['kind']) | undefined;
      return kindOf !== undefined && processing.has(kindOf(state.variables));
    },
  });
  return isLoading > 0 || changes.includes(true);
}
