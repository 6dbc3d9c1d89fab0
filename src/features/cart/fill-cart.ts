/** Before the shop itself puts goods into a cart: it is told of what waits for it, or begins one. */
import { ApiError } from '#api/api-error.ts';
import type { Shop } from '#api/shop.ts';
import { newCartToken } from '#domain/cart/new-cart-token.ts';
import { cartScope } from '#domain/waiting/waiting-command.ts';
import { besideOrders } from '#domain/waiting/waiting-orders.ts';
import type { Outbox } from '#offline/outbox/outbox.ts';

/** ms that the shop has to take what waits before it is asked to fill the cart. */
const patience = 5_000;

/** Sends what waits for the cart. @throws ApiError `unreachable` when something of it still waits: two carts would come of one */
export async function sendFirst(outbox: Outbox, token: string): Promise<void> {
  const hasWaiting = () =>
    outbox
      .state()
      .entries.some((one) => one.scope === cartScope(token) && ['queued', 'sending'].includes(one.state));
  if (!hasWaiting()) return;
  await Promise.race([
    // What still waits is told below.
    outbox.wake(true).catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, patience)),
  ]);
  if (hasWaiting()) throw new ApiError('unreachable', 0, { message: 'The cart waits to be sent' });
}

/** Begins a cart at the shop: none of those whose orders wait on this device. Without a store (null) no order waits. */
export async function beginAtShop(shop: Shop, outbox: Outbox | null): Promise<string> {
  const begun = await shop.call('pickUpCart', {
    body: {
      localeCode: shop.locale,
      tokenValue: newCartToken(),
      ...besideOrders(outbox?.state().entries ?? []),
    },
    idempotencyKey: crypto.randomUUID(),
  });
  return begun.tokenValue;
}
