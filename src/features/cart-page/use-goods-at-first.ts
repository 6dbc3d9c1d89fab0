import { useState } from 'react';
import { useHydrated } from '#ui/use-hydrated.ts';
import { useCart } from '#features/cart/use-cart.ts';
import { useCartSought } from './use-cart-sought.ts';

/** One and the same list, so that a part that is given it hears of no change. */
const none: readonly string[] = [];

/**
 * Codes of the products that were in the cart when this page first knew it; none before. What goes in afterwards is not among
 * them: a list that leaves these out would otherwise move under the finger that has just pressed in it.
 */
export function useGoodsAtFirst(): readonly string[] {
  const isHydrated = useHydrated();
  const { data: order, isPending, isEnabled } = useCart();
  const isSought = useCartSought();
  const [first, setFirst] = useState<readonly string[] | null>(null);
  if (first === null && isHydrated && (isEnabled ? !isPending : isSought)) {
    const codes = order?.items.map(({ variant }) => variant.product.code) ?? none;
    setFirst(codes.length > 0 ? codes : none);
  }
  return first ?? none;
}
