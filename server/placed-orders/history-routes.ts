/** The orders of a customer (contract 4.7). */
import { callerOf } from '#server/http/request-context.ts';
import type { EndpointServer } from '#server/http/serve-endpoint.ts';
import { reader, type OrderServices } from '#server/orders/change-order.ts';
import { readOrderHistory } from './order-history.ts';

export function mountOrderHistory(services: OrderServices): (server: EndpointServer) => void {
  return (server) => {
    server.serve('orderHistory', async ({ query, context }) => ({
      body: await readOrderHistory(reader(services), context, callerOf(context), query),
    }));
  };
}
