import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/**
 * When the oldest answer on this screen was given (ms since 1970, device clock), or null without one. Shown while
 * the shop cannot be reached: a copy says how old it is.
 */
export function useCopyTime(): number | null {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (notify) => cache.subscribe(notify),
    () => {
      const times = cache
        .findAll({
          type: 'active',
          predicate: (query) => query.meta?.['saved'] === true && query.meta['start'] !== true,
        })
        .map((query) => query.state.dataUpdatedAt)
        .filter((time) => time > 0);
      return times.length > 0 ? Math.min(...times) : null;
    },
    () => null,
  );
}
