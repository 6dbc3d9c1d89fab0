import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useShop } from '#api/shop.ts';
import { usePaths } from '#i18n/paths.ts';
import { readCartToken } from '#features/cart/cart-token.ts';
import { takeCart } from '#features/cart/take-cart.ts';

/**
 * Makes the cart of a link the one of this device (CART-17): its token, which whoever made the link does not know, is stored and
 * the address gives way to the cart's (R2.15). A cycle of its own (R4.05): nothing of the cart counts as processing meanwhile.
 */
export function useRecoverCart() {
  const shop = useShop();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const paths = usePaths();
  return useMutation({
    networkMode: 'always',
    mutationFn: async (cartId: string) => {
      const order = await shop.call('recoverCart', {
        params: { cartId },
        // The cart that this device has stays the one it is: what waits names it.
        body: { own: readCartToken() === cartId },
        idempotencyKey: crypto.randomUUID(),
      });
      // The answer names the cart: a new one, or of who is signed in that of the account.
      await takeCart({ shop, queryClient }, order);
    },
    onSuccess: () => void navigate(paths.cart(), { replace: true }),
  });
}
