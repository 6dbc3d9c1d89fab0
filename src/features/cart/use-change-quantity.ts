import { useLingui } from '@lingui/react/macro';
import { showToast } from '#ui/toast-state.ts';
import { sentenceOf } from './use-add-to-cart.ts';
import { useCartWrite } from './use-cart-write.ts';

/** Changes how many pieces a line has; shown at once, taken back when refused (CART-05). */
export function useChangeQuantity() {
  const { t } = useLingui();
  return useCartWrite<{ itemId: number; line?: string; quantity: number }>({
    change: ({ itemId, line, quantity }) => ({ kind: 'change', itemId, line, quantity }),
    expect: (order, { itemId, quantity }) => ({
      ...order,
      items: order.items.map((item) => (item.id === itemId ? { ...item, quantity } : item)),
    }),
    tells: 'changed',
    onFailed: (error) => {
      showToast(
        sentenceOf(error, t`Change item quantity error`, t`No connection. Nothing was changed.`),
        'error',
      );
    },
  });
}
