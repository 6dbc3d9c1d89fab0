import { useLingui } from '@lingui/react/macro';
import { ApiError } from '#api/api-error.ts';
import { announce } from '#ui/live-region.tsx';
import { showToast } from '#ui/toast-state.ts';
import { useCartWrite } from './use-cart-write.ts';

export interface AddToCartInput {
  variantCode: string;
  quantity: number;
  /** For the sentence that is spoken. */
  productName: string;
  /** The code of its product, where it is a set (CART-04). */
  setOf?: string | undefined;
}

/** Puts pieces of a variant into the cart, beginning one if there is none (CART-01, CART-03). */
export function useAddToCart() {
  const { t } = useLingui();
  return useCartWrite<AddToCartInput>({
    mayBegin: true,
    change: (goods) => ({ kind: 'add', ...goods, sorry: t`Product add to cart error` }),
    onDone: (_order, { productName }) => {
      announce(t`Added to cart: ${productName}`);
    },
    onFailed: (error) => {
      showToast(
        sentenceOf(error, t`Product add to cart error`, t`No connection. Nothing was changed.`),
        'error',
      );
    },
  });
}

/** The server's sentence, or ours when it did not speak. */
export function sentenceOf(error: Error, fallback: string, offline: string): string {
  if (!(error instanceof ApiError)) return fallback;
  if (error.kind === 'unreachable') return offline;
  return error.detail || error.violations[0]?.message || fallback;
}
