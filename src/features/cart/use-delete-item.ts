import { useLingui } from '@lingui/react/macro';
import { announce } from '#ui/live-region.tsx';
import { showToast } from '#ui/toast-state.ts';
import { formatMoney } from '#i18n/format.ts';
import { sentenceOf } from './use-add-to-cart.ts';
import { useCartWrite } from './use-cart-write.ts';

/** Takes a line out of the cart; it can be brought back for half an hour (CART-06). */
export function useDeleteItem() {
  const { t, i18n } = useLingui();
  return useCartWrite<{ itemId: number; line?: string }>({
    change: ({ itemId, line }) => ({ kind: 'delete', itemId, line }),
    onDone: (order) => {
      announce(t`Removed. Total: ${formatMoney(order.total, i18n.locale)}`);
    },
    onFailed: (error) => {
      showToast(
        sentenceOf(error, t`Delete item quantity error`, t`No connection. Nothing was changed.`),
        'error',
      );
    },
  });
}
