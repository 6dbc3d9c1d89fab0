/// <reference lib="webworker" />
import type { ToPage } from '#offline/connection/worker-messages.ts';

declare const self: ServiceWorkerGlobalScope;

/** Tells the open pages that an answer they may have shown from its copy has changed. */
export async function tellFresh(
  request: Request,
  before: Response | null | undefined,
  after: Response,
): Promise<void> {
  if (!before || before.headers.get('etag') === after.headers.get('etag')) return;
  const message: ToPage = { type: 'FRESH_ANSWER', address: request.url };
  for (const client of await self.clients.matchAll({ type: 'window' })) client.postMessage(message);
}
