import { useQuery } from '@tanstack/react-query';
import { useShop } from '#api/shop.ts';
import type { OrderItem } from '#contract/orders/order-lines.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import { cartQueries } from './cart-queries.ts';
import { useCartToken } from './cart-token.ts';

function useCartPart<T>(select: (order: ShownCart | null) => T) {
  const shop = useShop();
  const token = useCartToken();
  const result = useQuery({ ...cartQueries.current(shop, token ?? ''), enabled: token !== null, select });
  return { ...result, data: token === null ? undefined : result.data };
}

const whole = (order: ShownCart | null) => order;
/** The open cart; `data` is undefined without one or before it arrived. */
export function useCart() {
  return useCartPart(whole);
}

/** Sum of the quantities (R2.63, R3.45); 0 before the cart is known. */
export function useCartCount(): number {
  return useCartPart((order) => order?.items.reduce((sum, item) => sum + item.quantity, 0) ?? 0).data ?? 0;
}

/** The line of this variant, if it is in the cart and not a chosen gift or part of a bundle. */
export function useCartLine(variantCode: string): OrderItem | undefined {
  return (
    useCartPart(
      (order) =>
        order?.items.find(
          (item) =>
            item.variant.code === variantCode && item.marker === undefined && item.bundle === undefined,
        ) ?? null,
    ).data ?? undefined
  );
}

/** How many whole sets of a product are in the cart, with those that wait. */
export function useCartSets(setOf: string | undefined): number {
  return (
    useCartPart((order) => {
      const parts = order?.items.filter(({ bundle }) => bundle?.code === setOf) ?? [];
      return parts
        .filter(({ bundle, variant }) => bundle && variant.code === parts[0]?.variant.code)
        .reduce((sum, { quantity, bundle }) => sum + quantity / (bundle?.quantity ?? 1), 0);
    }).data ?? 0
  );
}
