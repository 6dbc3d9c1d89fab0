/** The calls of payments (contract CHK-13 to CHK-18). */
import type { Hono } from 'hono';
import { apiBase } from '#contract/calls/endpoints.ts';
import type { EndpointServer } from '#server/http/serve-endpoint.ts';
import { readText } from '#server/http/read-body.ts';
import {
  changePaymentMethod,
  confirmPayment,
  readPaymentConfiguration,
  readPaymentRequest,
  requestPayment,
  type PaymentServices,
} from './payment-commands.ts';
import { receiveNotice } from './payment-notices.ts';

/** Largest notice that is read, bytes. */
const noticeLimit = 16 * 1024;

export function mountPayments(services: PaymentServices): (server: EndpointServer, app: Hono) => void {
  return (server, app) => {
    server.serve('requestPayment', async ({ params, body, context }) => ({
      status: 201,
      body: await requestPayment(services, context, params.token, body),
    }));
    server.serve('paymentRequest', async ({ params }) => ({
      body: await readPaymentRequest(services, params.hash),
    }));
    server.serve('confirmPayment', async ({ params, body, context }) => ({
      body: await confirmPayment(services, params.hash, body, context.locale),
    }));
    server.serve('changePaymentMethod', ({ params, body, context }) =>
      changePaymentMethod(services, context, params.token, params.id, body.paymentMethod),
    );
    server.serve('paymentConfiguration', async ({ params, context }) => ({
      body: await readPaymentConfiguration(services, context, params.token, params.id),
    }));
    // Called by gateways, never by the storefront: no channel, no locale, the gateway's own body.
    app.post(`${apiBase}/shop/payment-notifications/:provider`, async (c) => {
      try {
        const body = await readText(c.req.raw, noticeLimit);
        await receiveNotice(services, c.req.param('provider'), body, c.req.header('x-signature') ?? null);
        return c.json({ received: true }, 200, { 'Cache-Control': 'no-store' });
      } catch (error) {
        return server.failureAnswer(error, undefined);
      }
    });
  };
}
