import { useLingui } from '@lingui/react/macro';
import { emptyCart } from '#domain/cart/empty-cart.ts';
import { announce } from '#ui/live-region.tsx';
import { showToast } from '#ui/toast-state.ts';
import { writeCartToken } from './cart-token.ts';
import type { ClearedCart } from './cleared-cart.ts';
import { sentenceOf } from './use-add-to-cart.ts';
import { useCartWrite } from './use-cart-write.ts';

/** Empties the cart (CART-18). */
export function useClearCart() {
  const { t } = useLingui();
  return useCartWrite<void>({
    change: () => ({ kind: 'clear' }),
    send: async ({ shop, token, idempotencyKey }) => {
      await shop.call('clearCart', { params: { token }, idempotencyKey });
      writeCartToken(null);
      return emptyCart({ token, locale: shop.locale, channel: shop.channel, currencyCode: 'EUR' });
    },
    onDone: () => {
      announce(t`The cart is empty.`);
    },
    onFailed: (error) => {
      showToast(
        sentenceOf(error, t`The cart could not be emptied.`, t`No connection. Nothing was changed.`),
        'error',
      );
    },
  });
}

/** Puts back what the emptied cart held. */
export function useBringBack() {
  const { t } = useLingui();
  return useCartWrite<ClearedCart>({
    mayBegin: true,
    change: (cleared) => ({ kind: 'bring back', cleared }),
    send: async ({ shop, token, input }) => {
      let order = await shop.call('order', { params: { token } });
      for (const { variant, quantity, giftCard } of input.items) {
        const body = { productVariantCode: variant.code, quantity, ...(giftCard ? { giftCard } : {}) };
        order = await shop.call('addItem', { params: { token }, body, idempotencyKey: crypto.randomUUID() });
      }
      return order;
    },
    onDone: () => {
      announce(t`The cart is as it was.`);
    },
    onFailed: (error) => {
      showToast(sentenceOf(error, t`Restore item error`, t`No connection. Nothing was changed.`), 'error');
    },
  });
}
