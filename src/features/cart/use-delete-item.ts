import { useLingui } from '@lingui/react/macro';
import { showToast } from '#ui/toast-state.ts';
import { sentenceOf } from './use-add-to-cart.ts';
import { useCartWrite } from './use-cart-write.ts';

/** Takes a line out of the cart; it can be brought back for half an hour (CART-06). */
export function useDeleteItem() {
  const { t } = useLingui();
  return useCartWrite<{ itemId: number; line?: string }>({
    change: ({ itemId, line }) => ({ kind: 'delete', itemId, line }),
    tells: 'removed',
    onFailed: (error) => {
      showToast(
        sentenceOf(error, t`Delete item quantity error`, t`No connection. Nothing was changed.`),
        'error',
      );
    },
  });
}
