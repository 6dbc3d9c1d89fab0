/** The API of the shop alone in a process of its own, for tests that kill it: prints its port when it serves. */
import { createServer } from 'node:http';
import { flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { readConfig } from '#server/process/config.ts';
import { openShop } from '#server/compose/open-shop.ts';

const shop = await openShop(readConfig(process.env), { pages: false });
const server = createServer(
  getRequestListener((request) => shop.app.fetch(request, 'test'), { overrideGlobalObjects: false }),
);
server.listen(0, '127.0.0.1', () => {
  console.log(`port ${(server.address() as AddressInfo).port}`);
  // Who is killed has no other moment for it.
  flushCompileCache();
});
process.on('SIGTERM', () => {
  server.close(() => void shop.close().then(() => process.exit(0)));
  server.closeAllConnections();
});
