import { useLingui } from '@lingui/react/macro';
import { announce } from '#ui/live-region.tsx';
import { showToast } from '#ui/toast-state.ts';
import { formatMoney } from '#i18n/format.ts';
import { sentenceOf } from './use-add-to-cart.ts';
import { useCartWrite } from './use-cart-write.ts';

/** Wraps the whole cart as a gift, or not (CART-14). */
export function useGiftWrap() {
  const { t, i18n } = useLingui();
  return useCartWrite<boolean>({
    change: (selected) => ({ kind: 'wrap', selected }),
    onDone: (order) => {
      announce(t`Total: ${formatMoney(order.total, i18n.locale)}`);
    },
    onFailed: (error) => {
      showToast(
        sentenceOf(error, t`The gift wrap could not be changed.`, t`No connection. Nothing was changed.`),
        'error',
      );
    },
  });
}
