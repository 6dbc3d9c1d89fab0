/** Puts the requests for goods that are sold out together: key, limit, calls (contract 4.12). */
import { shopSecret } from '#server/database/shop-secret.ts';
import { sharedLimit } from '#server/http/rate-limits.ts';
import { createSharedLimit } from '#server/http/shared-limit.ts';
import type { StockRequestServices } from '#server/stock-requests/stock-request-commands.ts';
import { mountStockRequests } from '#server/stock-requests/stock-request-routes.ts';
import type { Area, Means } from './means.ts';

export async function openStockRequests({ db, config, now }: Means): Promise<Area> {
  const services: StockRequestServices = {
    db,
    now,
    secret: await shopSecret(db, 'stock requests'),
    clientMails: createSharedLimit(db, { ...sharedLimit('typed address', config.rateLimitFactor), now }),
    mailTries: createSharedLimit(db, { ...sharedLimit('stock mail', config.rateLimitFactor), now }),
  };
  return mountStockRequests(services);
}
