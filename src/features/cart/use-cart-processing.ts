import { useMutationState } from '@tanstack/react-query';
import type { CartChange } from './cart-change.ts';

/** Changes after which the sums of the cart are others (R4.06); the others leave it usable meanwhile (R4.07). */
const processing: ReadonlySet<CartChange['kind']> = new Set(['delete', 'change', 'restore', 'coupon']);

/**
 * True while the cart is loaded, or a change is saved after which its lines or sums are others.
 * @param isLoading of the cart itself
 */
export function useCartProcessing(isLoading: boolean): boolean {
  const changes = useMutationState({
    filters: { status: 'pending' },
    select: ({ options, state }) => {
      const kindOf = options.meta?.['cartChange'] as ((input: unknown) => CartChange['kind']) | undefined;
      return kindOf !== undefined && processing.has(kindOf(state.variables));
    },
  });
  return isLoading || changes.includes(true);
}
