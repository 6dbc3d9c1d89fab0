import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/**
 * When the oldest answer on this screen, or where it has none that of the frame, was given (ms since 1970, device clock), or null without one. Shown while
 * the shop cannot be reached: a copy says how old it is.
 */
export function useCopyTime(): number | null {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (notify) => cache.subscribe(notify),
    () => {
      const timesOf = (ofStart: boolean) =>
        cache
          .findAll({
            type: 'active',
            predicate: ({ meta }) => meta?.['saved'] === true && (meta['start'] === true) === ofStart,
          })
          .map((query) => query.state.dataUpdatedAt)
          .filter((time) => time > 0);
      const [ofScreen, ofFrame] = [timesOf(false), timesOf(true)];
      const times = ofScreen.length > 0 ? ofScreen : ofFrame;
      return times.length > 0 ? Math.min(...times) : null;
    },
    () => null,
  );
}
