import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useShop } from '#api/shop.ts';
import { usePaths } from '#i18n/paths.ts';
import { takeCart } from './take-cart.ts';

/**
 * Makes the cart of a link the one of this device (CART-17): its token is stored and the address gives way to the cart's
 * (R2.15). A cycle of its own (R4.05): nothing of the cart counts as processing meanwhile.
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
        idempotencyKey: crypto.randomUUID(),
      });
      // Of who is signed in it may have gone into the cart of the account: the answer names that one.
      await takeCart({ shop, queryClient }, order);
    },
    onSuccess: () => void navigate(paths.cart(), { replace: true }),
  });
}
