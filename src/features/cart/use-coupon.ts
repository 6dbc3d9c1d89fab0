import { useLingui } from '@lingui/react/macro';
import { announce } from '#ui/live-region.tsx';
import { showToast } from '#ui/toast-state.ts';
import { sentenceOf } from './use-add-to-cart.ts';
import { useCartWrite } from './use-cart-write.ts';

/** Puts a promo code on the cart, or takes it off with null (CART-08, CART-09). The shop judges it. */
export function useCoupon() {
  const { t } = useLingui();
  return useCartWrite<string | null>({
    change: (code) => ({ kind: 'coupon', code }),
    onDone: (_order, code) => {
      if (code === null) announce(t`The promo code was taken off.`);
    },
    onFailed: (error) => {
      showToast(
        sentenceOf(error, t`Promo code is not valid`, t`No connection. Nothing was changed.`),
        'error',
      );
    },
  });
}
