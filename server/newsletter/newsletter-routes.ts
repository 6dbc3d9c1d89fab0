/** The calls about the letters with news (contract 4.12). */
import type { Hono } from 'hono';
import type { EndpointServer } from '#server/http/serve-endpoint.ts';
import { confirm, subscribe, unsubscribe, type NewsletterServices } from './newsletter-commands.ts';
import { mountStopLinks } from './stop-links.ts';

export const mountNewsletter =
  (services: NewsletterServices) =>
  (server: EndpointServer, app: Hono): void => {
    server.serve('subscribeNewsletter', async ({ body, context }) => ({
      body: await subscribe(services, context, body.email),
    }));
    server.serve('confirmNewsletter', async ({ params }) => ({
      body: await confirm(services, params.token),
    }));
    server.serve('unsubscribeNewsletter', async ({ body }) => ({
      body: await unsubscribe(services, body.token),
    }));
    mountStopLinks((token) => unsubscribe(services, token))(app);
  };
