import { QueryClient, type QueryClientConfig } from '@tanstack/react-query';
import { ApiError } from '#api/api-error.ts';

const second = 1000;
const day = 24 * 60 * 60 * second;

/**
 * Reads of the page. `offlineFirst` lets the service worker answer without a network; a refusal is an answer and is
 * not asked for again. On the server nothing is retried: the page says at once what went wrong.
 */
export function createQueryClient(options: QueryClientConfig['defaultOptions'] = {}): QueryClient {
  const onServer = typeof window === 'undefined';
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30 * second,
        gcTime: onServer ? Infinity : day,
        networkMode: 'offlineFirst',
        retry: onServer
          ? false
          : (failures, error) => error instanceof ApiError && error.kind === 'unreachable' && failures < 2,
        ...options.queries,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
