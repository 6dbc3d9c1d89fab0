import { useLingui } from '@lingui/react/macro';
import { announce } from '#ui/live-region.tsx';
import { showToast } from '#ui/toast-state.ts';
import { sentenceOf } from './use-add-to-cart.ts';
import { useCartWrite } from './use-cart-write.ts';

export interface ChosenGift {
  /** Null takes the gift out. */
  code: string | null;
  name: string;
}

/** Chooses the gift of the cart, another one, or none (CART-13). The shop judges it. */
export function useGift() {
  const { t } = useLingui();
  return useCartWrite<ChosenGift>({
    change: ({ code }) => ({ kind: 'choose', what: 'gift', value: code }),
    onDone: (_order, { code, name }) => {
      announce(code === null ? t`The gift was taken out: ${name}` : t`Chosen as the gift: ${name}`);
    },
    onFailed: (error) => {
      showToast(sentenceOf(error, t`Add gift error`, t`No connection. Nothing was changed.`), 'error');
    },
  });
}
