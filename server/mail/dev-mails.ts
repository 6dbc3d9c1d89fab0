/** GET /dev/mails?to=: sent mails for tests. Mounted only when TEST_DOORS is on (contract 4.15). */
import type { Hono } from 'hono';
import type { MailTransport } from './mail-transport.ts';

export const mountDevMails =
  (transport: MailTransport) =>
  (app: Hono): void => {
    app.get('/dev/mails', async (c) =>
      c.json({ data: await transport.sent(c.req.query('to') ?? '') }, 200, { 'Cache-Control': 'no-store' }),
    );
  };
