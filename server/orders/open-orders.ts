/** Puts the order side of the shop together: carts, checkout, idempotency. */
import type { Hono } from 'hono';
import type { Kysely } from 'kysely';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/schema.ts';
import { shopSecret } from '#server/database/shop-secret.ts';
import { createIdempotency } from '#server/http/idempotency.ts';
import { createRateLimit } from '#server/http/rate-limit.ts';
import type { EndpointServer, IdempotencyGuard } from '#server/http/serve-endpoint.ts';
import type { OrderServices } from './change-order.ts';
import { currentOrder, mountOrders } from './order-routes.ts';

export interface Orders {
  services: OrderServices;
  idempotency: IdempotencyGuard;
  areas: ((server: EndpointServer, app: Hono) => void)[];
}

export async function openOrders(
  db: Kysely<Database>,
  config: Pick<Config, 'rateLimitFactor'>,
  now: () => Date = () => new Date(),
): Promise<Orders> {
  const services: OrderServices = {
    db,
    now,
    tokenMisses: createRateLimit(30 * config.rateLimitFactor),
    // A clock ten times slower makes "20 a minute" 20 in 10 minutes.
    codeTries: createRateLimit(20 * config.rateLimitFactor, () => Date.now() / 10),
  };
  const idempotency = createIdempotency({
    db,
    secret: await shopSecret(db, 'idempotency'),
    currentOrder: (token, context) => currentOrder(services, token, context),
  });
  return { services, idempotency, areas: [mountOrders(services)] };
}
