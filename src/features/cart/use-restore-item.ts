import { useLingui } from '@lingui/react/macro';
import { announce } from '#ui/live-region.tsx';
import { showToast } from '#ui/toast-state.ts';
import { formatMoney } from '#i18n/format.ts';
import { sentenceOf } from './use-add-to-cart.ts';
import { useCartWrite } from './use-cart-write.ts';

/** Brings a deleted line back (CART-07). */
export function useRestoreItem() {
  const { t, i18n } = useLingui();
  return useCartWrite<{ itemId: number; line?: string }>({
    change: ({ itemId, line }) => ({ kind: 'restore', itemId, line }),
    onDone: (order) => {
      announce(t`Brought back. Total: ${formatMoney(order.total, i18n.locale)}`);
    },
    onFailed: (error) => {
      showToast(sentenceOf(error, t`Restore item error`, t`No connection. Nothing was changed.`), 'error');
    },
  });
}
