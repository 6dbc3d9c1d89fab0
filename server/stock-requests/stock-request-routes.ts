/** The calls about goods that are sold out (contract 4.12). */
import type { EndpointServer } from '#server/http/serve-endpoint.ts';
import { wholeList } from '#server/http/paging.ts';
import {
  ownRequests,
  requestStock,
  withdrawRequest,
  type StockRequestServices,
} from './stock-request-commands.ts';

export const mountStockRequests =
  (services: StockRequestServices) =>
  (server: EndpointServer): void => {
    server.serve('requestStock', async ({ body, context }) => {
      return { status: 201, body: await requestStock(services, context, body) };
    });
    server.serve('stockRequests', async ({ context }) => ({
      body: wholeList(await ownRequests(services, context)),
    }));
    server.serve('withdrawStockRequest', async ({ params }) => {
      await withdrawRequest(services, params.hash);
      return { status: 204, body: undefined };
    });
  };
