/** A call of the cart that a table names: each has the body of its own call, which the type of the table does not tell. */
import type { Shop } from '#api/shop.ts';
import type { EndpointName } from '#contract/calls/endpoints.ts';
import type { Order } from '#contract/orders/orders.ts';

interface Asked {
  call: EndpointName;
  params: Readonly<Record<string, string | number | null>>;
  body: Readonly<Record<string, unknown>>;
}

/**
 * @param idempotencyKey one for each press, kept when it is sent again
 * @returns the cart as it is after the call
 */
export function askShop(
  shop: Shop,
  token: string,
  { call, params, body }: Asked,
  idempotencyKey: string,
): Promise<Order> {
  const send = shop.call as unknown as (name: string, input: object) => Promise<Order>;
  return send(call, {
    params: { token, ...params },
    ...(Object.keys(body).length > 0 ? { body } : {}),
    idempotencyKey,
  });
}
