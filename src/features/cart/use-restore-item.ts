import { useLingui } from '@lingui/react/macro';
import { showToast } from '#ui/toast-state.ts';
import { sentenceOf } from './use-add-to-cart.ts';
import { useCartWrite } from './use-cart-write.ts';

/** Brings a deleted line back (CART-07). */
export function useRestoreItem() {
  const { t } = useLingui();
  return useCartWrite<{ itemId: number; line?: string }>({
    change: ({ itemId, line }) => ({ kind: 'restore', itemId, line }),
    tells: 'brought back',
    onFailed: (error) => {
      showToast(sentenceOf(error, t`Restore item error`, t`No connection. Nothing was changed.`), 'error');
    },
  });
}
