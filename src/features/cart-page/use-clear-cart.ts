import { useLingui } from '@lingui/react/macro';
import { emptyCart } from '#domain/cart/begun-cart.ts';
import { announce } from '#ui/live-region.tsx';
import { showToast } from '#ui/toast-state.ts';
import { letCartGo } from '#features/cart/cart-token.ts';
import type { ClearedCart } from '#features/cart/cleared-cart.ts';
import { sentenceOf } from '#features/cart/use-add-to-cart.ts';
import { useCartWrite } from '#features/cart/use-cart-write.ts';

/** Empties the cart (CART-18). */
export function useClearCart() {
  const { t } = useLingui();
  return useCartWrite<void>({
    change: () => ({ kind: 'clear' }),
    send: async ({ shop, token, idempotencyKey }) => {
      await shop.call('clearCart', { params: { token }, idempotencyKey });
      letCartGo(token);
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
  const done = t`The cart is as it was.`;
  const sorry = t`The goods are back, but not everything that was chosen with them: check the gift, the code, gift cards and points.`;
  return useCartWrite<ClearedCart>({
    mayBegin: true,
    change: (cleared) => ({ kind: 'bring back', cleared, done, sorry }),
    send: async ({ shop, token, input }) => {
      const { bringBackAtShop } = await import('#features/cart/bring-back.ts');
      const { order, missing } = await bringBackAtShop(shop, token, input);
      if (missing === undefined) announce(done);
      else showToast(missing || sorry, 'error');
      return order;
    },
    onFailed: (error) => {
      showToast(sentenceOf(error, t`Restore item error`, t`No connection. Nothing was changed.`), 'error');
    },
  });
}
