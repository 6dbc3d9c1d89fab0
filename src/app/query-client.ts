import { QueryClient, type QueryClientConfig } from '@tanstack/react-query';
import { ApiError } from '#api/api-error.ts';
import { isReachable } from '#offline/connection/connectivity.ts';

const second = 1000;
const day = 24 * 60 * 60 * second;

/** How long (ms) an answer is not asked for again. */
const fresh = 30 * second;
/** The same where the page came from the server: its cache gives pages up to a minute old, and what came with one must not be asked for while it starts. */
export const freshWithPage = fresh + 60 * second;

/**
 * Reads of the page; two that ask the same at once are one request (R7.61, by React Query). They are never held back by what the
 * browser says of the network: the worker may answer from its copies, and a failure shows at once what is known. A refusal is an answer and is not asked for again; without a way
 * to the shop nothing is, until there is one (start-up.ts). On the server nothing is retried: the page says at once
 * what went wrong.
 */
export function createQueryClient(options: QueryClientConfig['defaultOptions'] = {}): QueryClient {
  const onServer = typeof window === 'undefined';
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: fresh,
        gcTime: onServer ? Infinity : day,
        networkMode: 'always',
        refetchOnReconnect: false,
        retry: onServer
          ? false
          : (failures, error) =>
              // A shop that is busy (503) is so for a second or two.
              error instanceof ApiError &&
              (error.kind === 'unreachable' || error.status === 503) &&
              failures < 2 &&
              isReachable(),
        ...options.queries,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/**
 * The shop can be reached again: asks for what failed, for what has grown old (a copy is as old as the answer it was made of) and for the
 * visitor's own. What the shop answered a moment ago stands, and what is on its way goes on: a thin link, or a shop at its limit, comes
 * and goes every few seconds, and asking for all of it anew each time would keep it there.
 */
export const askAgain = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries(
    {
      predicate: (query) => query.state.status === 'error' || query.isStale() || query.meta?.['own'] === true,
    },
    { cancelRefetch: false },
  );
