import type { ShopAndCache } from '#api/services.ts';
import { useLingui } from '@lingui/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useShop, type Shop } from '#api/shop.ts';
import { newCartToken } from '#domain/cart/new-cart-token.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { ShownCart } from '#domain/waiting/waiting-cart.ts';
import type { CartChange } from './cart-change.ts';
import { cartQueries } from './cart-queries.ts';
import { readCartToken, writeCartToken } from './cart-token.ts';
import type { Told } from './tell-total.ts';

/** One change of the cart on its way to the server. */
export interface CartSending<V> {
  shop: Shop;
  token: string;
  /** Of this intention, kept over retries (contract 1.8). */
  idempotencyKey: string;
  input: V;
}

interface CartWriteOptions<V> {
  /** The change as the outbox takes it. */
  change: (input: V) => CartChange;
  /** Of a change that is no command of its own: how it is made where the browser keeps nothing. */
  send?: (sending: CartSending<V>) => Promise<Order>;
  /** Makes the cart when there is none yet. */
  mayBegin?: boolean;
  /** What the cart is likely to become, shown until the change is saved. */
  expect?: (order: ShownCart, input: V) => ShownCart;
  /** What is said of it, with the total. */
  tells?: Told;
  onDone?: (order: ShownCart, input: V) => void;
  onFailed?: (error: Error, input: V) => void;
}

/** Changes without an outbox go out in the order they were made. */
let direct: Promise<unknown> = Promise.resolve();

/** The command that would wait, sent at once: where the browser keeps nothing, it goes to the server or nowhere (F10). */
async function sendAsCommand(
  change: CartChange,
  here: ShopAndCache,
  token: string,
  idempotencyKey: string,
): Promise<Order> {
  const [{ toCommand }, { withSet }, { askShop }] = await Promise.all([
    import('./cart-change.ts'),
    import('./with-set.ts'),
    import('./ask-shop.ts'),
  ]);
  const { shop, queryClient } = here;
  const cart = queryClient.getQueryData(cartQueries.current(shop, token).queryKey) ?? null;
  if (change.kind === 'clear' || change.kind === 'bring back') throw new Error('Not one command');
  const { kind, params, body } = toCommand(await withSet(here, change), here, token, cart);
  return askShop(shop, token, { call: kind, params, body }, idempotencyKey);
}

/**
 * The one seam through which the cart changes. A change is done once it is saved on this device; it is sent from there, and
 * what the shop refuses stands on its line. A change that cannot be saved brings back what stood before.
 */
export function useCartWrite<V>({
  change,
  send,
  mayBegin = false,
  expect,
  tells,
  onDone,
  onFailed,
}: CartWriteOptions<V>) {
  const shop = useShop();
  const queryClient = useQueryClient();
  const { i18n } = useLingui();
  const sendDirectly = async (input: V): Promise<ShownCart> => {
    let token = readCartToken();
    if (token === null) {
      if (!mayBegin) throw new Error('No cart');
      const begun = await shop.call('pickUpCart', {
        body: { localeCode: shop.locale, tokenValue: newCartToken() },
        idempotencyKey: crypto.randomUUID(),
      });
      token = begun.tokenValue;
      queryClient.setQueryData(cartQueries.current(shop, token).queryKey, begun);
      writeCartToken(token);
    }
    const idempotencyKey = crypto.randomUUID();
    const order = send
      ? await send({ shop, token, idempotencyKey, input })
      : await sendAsCommand(change(input), { shop, queryClient }, token, idempotencyKey);
    const { queryKey } = cartQueries.current(shop, order.tokenValue);
    // A question that is still on its way may have been answered before this.
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, order);
    return order;
  };
  return useMutation({
    networkMode: 'always',
    // Told apart by use-cart-processing.ts.
    meta: { cartChange: change },
    mutationFn: async (input: V): Promise<ShownCart> => {
      const { changeCart } = await import('./cart-outbox.ts');
      const saved = await changeCart({ shop, queryClient }, change(input));
      if (saved !== null) return saved.cart;
      const mine = direct.then(() => sendDirectly(input));
      // Whoever made the change hears of its failure; the next one only waits for it.
      direct = mine.catch(() => undefined);
      return mine;
    },
    onMutate: async (input) => {
      const token = readCartToken();
      if (token === null || expect === undefined) return undefined;
      const { queryKey } = cartQueries.current(shop, token);
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      if (before) queryClient.setQueryData(queryKey, expect(before, input));
      return { queryKey, before };
    },
    onSuccess: (order, input) => {
      onDone?.(order, input);
      if (tells)
        void import('./tell-total.ts').then(
          ({ tellTotal }) => tellTotal(order, i18n, tells),
          // Without its script the screen alone says it.
          () => undefined,
        );
    },
    onError: (error, input, saved) => {
      if (saved?.before) queryClient.setQueryData(saved.queryKey, saved.before);
      onFailed?.(error, input);
    },
  });
}
