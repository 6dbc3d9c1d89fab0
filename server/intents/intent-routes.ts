/** The calls of orders that a device made without a connection (contract CHK-19, CHK-21). */
import type { EndpointServer } from '#server/http/serve-endpoint.ts';
import type { OrderServices } from '#server/orders/change-order.ts';
import { placeIntent } from './intent-commands.ts';
import { readIntent, withdrawIntent } from './intent-outcome.ts';

export function mountIntents(services: OrderServices): (server: EndpointServer) => void {
  return (server) => {
    server.servePrepared(
      'placeIntent',
      ({ body, context }) => services.countJudged(context, null, body.email),
      ({ body, context }) => placeIntent(services, context, body),
    );
    server.serve('orderIntent', async ({ params, context }) => ({
      body: await readIntent(services, context, params.key),
    }));
    server.serve('withdrawIntent', async ({ params, context }) => ({
      body: await withdrawIntent(services, context, params.key),
    }));
  };
}
