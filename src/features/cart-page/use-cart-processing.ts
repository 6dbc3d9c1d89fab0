import { useMutationState } from '@tanstack/react-query';
import { isTyped } from '#domain/waiting/cart-choices.ts';
import type { CartChange } from '#features/cart/cart-change.ts';

/** Whether the sums of the cart are others after it (R4.06); other changes leave it usable meanwhile (R4.07). */
const isProcessing = (change: CartChange): boolean =>
  change.kind === 'choose' ? isTyped(change.what) : ['delete', 'change', 'restore'].includes(change.kind);

/**
 * True while the cart is loaded, or a change is saved after which its lines or sums are others.
 * @param isLoading of the cart itself
 */
export function useCartProcessing(isLoading: boolean): boolean {
  const changes = useMutationState({
    filters: { status: 'pending' },
    select: ({ options, state }) => {
      const changeOf = options.meta?.['cartChange'] as ((input: unknown) => CartChange) | undefined;
      return changeOf !== undefined && isProcessing(changeOf(state.variables));
    },
  });
  return isLoading || changes.includes(true);
}
