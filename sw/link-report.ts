/// <reference lib="webworker" />
/** The worker's own requests: limited in time over their whole body, and told to the pages that watch the link. */
import type { WorkboxPlugin } from 'workbox-core';
import { apiMarker, header } from '#contract/calls/endpoints.ts';
import { lateAfter, outcomeOf, type RequestOutcome } from '#lib/request-outcome.ts';
import type { ToPage } from '#offline/connection/worker-messages.ts';

declare const self: ServiceWorkerGlobalScope;

async function tell(outcome: RequestOutcome, startedAt: unknown): Promise<void> {
  const ms = typeof startedAt === 'number' ? performance.now() - startedAt : 0;
  const message: ToPage = { type: 'LINK', outcome, ms };
  for (const client of await self.clients.matchAll({ type: 'window' })) client.postMessage(message);
}

/** @param limit ms until the last byte: an answer that drips is cut, and what was cut is never kept. */
export function limitedTo(limit: number): WorkboxPlugin {
  return {
    requestWillFetch: ({ request }) =>
      Promise.resolve(new Request(request, { signal: AbortSignal.timeout(limit) })),
  };
}

export const linkReport: WorkboxPlugin = {
  requestWillFetch: ({ request, state }) => {
    if (state) {
      state['startedAt'] = performance.now();
      state['late'] = setTimeout(() => void tell('late', undefined), lateAfter);
    }
    return Promise.resolve(request);
  },
  fetchDidSucceed: async ({ response, state }) => {
    clearTimeout(state?.['late'] as number | undefined);
    await tell(
      outcomeOf(response.status, response.headers.get(header.marker) === apiMarker),
      state?.['startedAt'],
    );
    return response;
  },
  fetchDidFail: ({ state }) => {
    clearTimeout(state?.['late'] as number | undefined);
    return tell('unreachable', state?.['startedAt']);
  },
};
