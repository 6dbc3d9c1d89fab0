import { useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '#api/api-error.ts';
import { useShop } from '#api/shop.ts';
import type { OrderedAgain } from '#contract/orders/order-history.ts';
import type { Order } from '#contract/orders/orders.ts';
import { emptiedCart } from '#domain/waiting/gone-cart.ts';
import { sentenceOf } from '#features/cart/use-add-to-cart.ts';
import { usePaths } from '#i18n/paths.ts';
import { showToast } from '#ui/toast-state.ts';
import { orderQueries } from './order-queries.ts';

/** What of an order cannot be bought now. */
export interface Missing {
  lines: readonly OrderedAgain[];
  /** Of the goods, by the codes of their variants. */
  names: ReadonlyMap<string, string>;
  /** Something of the order can still be had. */
  isSomeLeft: boolean;
  /** Why the rest could not be put in either. */
  failure: string | null;
}

/** The lines that the shop refused to leave out without a word; null for any other failure. */
function missingIn(error: unknown): OrderedAgain[] | null {
  if (!(error instanceof ApiError) || error.errorCode !== 'order_again.items_unavailable') return null;
  const { unavailable } = error.context;
  return Array.isArray(unavailable) ? (unavailable as OrderedAgain[]) : null;
}

/** Whether anything is left of the order beside what is missing; without the order itself it is taken for granted. */
const isSomeLeft = (lines: readonly OrderedAgain[], order: Order | null) =>
  lines.some(({ added }) => added > 0) ||
  (order?.items.some(
    (item) => item.marker === undefined && !lines.some((line) => line.variantCode === item.variant.code),
  ) ??
    true);

/** Buys an earlier order again (CART-16): into the cart that is in front, which is shown then. */
export function useOrderAgain({ orderId, orderToken }: { orderId: number; orderToken: string }) {
  const { t } = useLingui();
  const shop = useShop();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const paths = usePaths();
  const named = async (lines: readonly OrderedAgain[]): Promise<Missing> => {
    // Without the order its goods are named by their codes.
    const order = await queryClient.fetchQuery(orderQueries.detail(shop, orderToken)).catch(() => null);
    const names = new Map(order?.items.map((item) => [item.variant.code, item.productName]));
    return { lines, names, isSomeLeft: isSomeLeft(lines, order), failure: null };
  };
  const [missing, setMissing] = useState<Missing | null>(null);
  const mutation = useMutation({
    mutationKey: ['cart', 'order again'],
    mutationFn: async ({ skipCheck }: { skipCheck: boolean }) => {
      const { cartBesideOrders, cartToFill, takeCart } = await import('#features/cart/take-cart.ts');
      const here = { shop, queryClient };
      const token = (await cartToFill(here)) ?? (await cartBesideOrders(here));
      const ask = (target: string | null) =>
        shop.call('orderAgain', {
          body: { orderId, skipCheck, ...(target === null ? {} : { orderToken: target }) },
          idempotencyKey: crypto.randomUUID(),
        });
      const answer = await ask(token).catch(async (error: unknown) => {
        // The shop has no such cart any more for whoever is signed in: their own one takes the goods.
        if (
          token !== null &&
          error instanceof ApiError &&
          ['order.not_found', emptiedCart].includes(error.errorCode)
        )
          return ask(await cartBesideOrders(here));
        throw error;
      });
      await takeCart(here, answer);
      return answer;
    },
    onSuccess: () => {
      setMissing(null);
      showToast(t`The goods of the order are in the cart.`);
      void navigate(paths.cart());
    },
    onError: async (error, { skipCheck }) => {
      const lines = missingIn(error);
      if (lines === null) {
        const sentence = sentenceOf(
          error,
          t`The order could not be put into the cart.`,
          t`No connection. Nothing was changed.`,
        );
        if (skipCheck) setMissing((now) => (now === null ? null : { ...now, failure: sentence }));
        else showToast(sentence, 'error');
        return;
      }
      setMissing(await named(lines));
    },
  });
  return {
    run: mutation.mutate,
    isPending: mutation.isPending,
    missing,
    reset: () => {
      setMissing(null);
      mutation.reset();
    },
  };
}
