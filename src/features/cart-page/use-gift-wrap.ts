import { useLingui } from '@lingui/react/macro';
import { showToast } from '#ui/toast-state.ts';
import { sentenceOf } from '#features/cart/use-add-to-cart.ts';
import { useCartWrite } from '#features/cart/use-cart-write.ts';

/** Wraps the whole cart as a gift, or not (CART-14). */
export function useGiftWrap() {
  const { t } = useLingui();
  return useCartWrite<boolean>({
    change: (selected) => ({ kind: 'choose', what: 'giftWrap', value: selected }),
    tells: 'changed',
    onFailed: (error) => {
      showToast(
        sentenceOf(error, t`The gift wrap could not be changed.`, t`No connection. Nothing was changed.`),
        'error',
      );
    },
  });
}
