/** The calls about goods that are sold out (contract 4.12). */
import { wholeList } from '#server/http/paging.ts';
import { shopSecret } from '#server/database/shop-secret.ts';
import { createSharedLimit } from '#server/http/shared-limit.ts';
import {
  ownRequests,
  requestStock,
  withdrawRequest,
  type StockRequestServices,
} from '#server/stock-requests/stock-request-commands.ts';
import type { Area, Means } from './means.ts';

export async function openStockRequests({ db, config, now }: Means): Promise<Area> {
  const services: StockRequestServices = {
    db,
    now,
    secret: await shopSecret(db, 'stock requests'),
    mailTries: createSharedLimit(db, {
      name: 'stock mail',
      amount: 5 * config.rateLimitFactor,
      periodMs: 60 * 60_000,
      now,
    }),
  };
  return (server) => {
    server.serve('requestStock', async ({ body, context }) => {
      const { request, isNew } = await requestStock(services, context, body);
      return { status: isNew ? 201 : 200, body: request };
    });
    server.serve('stockRequests', async ({ context }) => ({
      body: wholeList(await ownRequests(services, context)),
    }));
    server.serve('withdrawStockRequest', async ({ params }) => {
      await withdrawRequest(services, params.hash);
      return { status: 204, body: undefined };
    });
  };
}
