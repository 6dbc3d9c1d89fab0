import { useEffect } from 'react';
import { forgetRemovedLines } from '#features/cart/cart-outbox.ts';

/** Lines that were removed are gone for good once the cart is left (R4.10). */
export function useForgetRemoved(): void {
  useEffect(() => forgetRemovedLines, []);
}
