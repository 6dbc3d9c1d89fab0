import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useShop } from '#api/shop.ts';

/** ms that a storage which does not answer is waited for; a cart that it gives later is shown then. */
const patience = 2_500;

/**
 * Whether what waits on this device was asked which cart is in front. Local storage may have lost its token with the
 * phone's power (kept-token.ts): until this is true, a page without a token does not know that there is no cart.
 */
export function useCartSought(): boolean {
  const shop = useShop();
  const queryClient = useQueryClient();
  const [isSought, setSought] = useState(false);
  useEffect(() => {
    const done = () => setSought(true);
    const timer = setTimeout(done, patience);
    const seek = async () => {
      await (await import('#features/cart/cart-outbox.ts')).openCart({ shop, queryClient });
    };
    void seek()
      // A cart that could not be sought is shown as it was known.
      .catch(() => undefined)
      .finally(done);
    return () => clearTimeout(timer);
  }, [shop, queryClient]);
  return isSought;
}
