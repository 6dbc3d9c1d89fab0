import { useLingui } from '@lingui/react/macro';
import { announce } from '#ui/live-region.tsx';
import { showToast } from '#ui/toast-state.ts';
import { formatMoney } from '#i18n/format.ts';
import { sentenceOf } from './use-add-to-cart.ts';
import { useCartWrite } from './use-cart-write.ts';

/** Changes how many pieces a line has; shown at once, taken back when refused (CART-05). */
export function useChangeQuantity() {
  const { t, i18n } = useLingui();
  return useCartWrite<{ itemId: number; line?: string; quantity: number }>({
    change: ({ itemId, line, quantity }) => ({ kind: 'change', itemId, line, quantity }),
    expect: (order, { itemId, quantity }) => ({
      ...order,
      items: order.items.map((item) => (item.id === itemId ? { ...item, quantity } : item)),
    }),
    onDone: (order) => {
      announce(t`Total: ${formatMoney(order.total, i18n.locale)}`);
    },
    onFailed: (error) => {
      showToast(
        sentenceOf(error, t`Change item quantity error`, t`No connection. Nothing was changed.`),
        'error',
      );
    },
  });
}
