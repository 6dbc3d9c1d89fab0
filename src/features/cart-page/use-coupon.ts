import { useLingui } from '@lingui/react/macro';
import { ApiError } from '#api/api-error.ts';
import { announce } from '#ui/live-region.tsx';
import { showToast } from '#ui/toast-state.ts';
import { sentenceOf } from '#features/cart/use-add-to-cart.ts';
import { useCartWrite } from '#features/cart/use-cart-write.ts';

/** The shop judged the code, and did not fail at it. */
const isRefusal = (error: Error) =>
  error instanceof ApiError && error.kind === 'refused' && (error.status ?? 0) < 500;

/** Puts a promo code on the cart, or takes it off with null (CART-08, CART-09). The shop judges it. */
export function useCoupon() {
  const { t } = useLingui();
  return useCartWrite<string | null>({
    change: (code) => ({ kind: 'choose', what: 'couponCode', value: code }),
    onDone: (_order, code) => {
      if (code === null) announce(t`The promo code was taken off.`);
    },
    onFailed: (error) => {
      showToast(
        sentenceOf(
          error,
          isRefusal(error) ? t`Promo code is not valid` : t`Apply promo error`,
          t`No connection. Nothing was changed.`,
        ),
        'error',
      );
    },
  });
}
