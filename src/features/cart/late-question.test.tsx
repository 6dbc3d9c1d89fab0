// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { anItem, anOrder, cartToken } from '#tests/builders.ts';
import { clearShown, show } from '#tests/show.tsx';
import { cartQueries } from './cart-queries.ts';
import { writeCartToken } from './cart-token.ts';
import { useCartWrite } from './use-cart-write.ts';

afterEach(() => {
  clearShown();
  writeCartToken(null);
});

const cartWith = (quantity: number): Order =>
  anOrder({ tokenValue: cartToken, items: [anItem({ id: 5, quantity })] });

test('where the browser keeps nothing, a cart that was answered before a change and comes after it is not shown', async () => {
  let write: (order: Order) => void = () => {};
  const written = new Promise<Order>((resolve) => (write = resolve));
  let answer: (order: Order) => void = () => {};
  const asked = new Promise<Order>((resolve) => (answer = resolve));
  const order = vi.fn(() => asked);
  const Press = () => {
    const { mutate } = useCartWrite<number>({
      change: (quantity) => ({ kind: 'change', itemId: 5, quantity }),
      send: () => written,
    });
    return (
      <button type="button" onClick={() => mutate(2)}>
        +
      </button>
    );
  };
  writeCartToken(cartToken);
  const { container, queryClient, shop, click, settle } = await show(<Press />, { answers: { order } });
  const query = cartQueries.current(shop, cartToken);
  queryClient.setQueryData(query.queryKey, cartWith(1));
  await click(container.querySelector('button'));
  const question = queryClient.fetchQuery({ ...query, staleTime: 0 }).catch(() => undefined);
  await vi.waitFor(() => expect(order).toHaveBeenCalled());
  const shown = () => queryClient.getQueryData(query.queryKey)?.items[0]?.quantity;
  write(cartWith(2));
  await vi.waitFor(() => expect(shown()).toBe(2));
  answer(cartWith(1));
  await question;
  await settle();
  expect(shown()).toBe(2);
});
