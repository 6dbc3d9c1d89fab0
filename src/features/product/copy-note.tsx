import { useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { laterTexts } from '#i18n/activate-locale.ts';
import { isReachable, useConnectivity } from '#offline/connection/connectivity.ts';
import { holdScrollPosition } from '#ui/focus/hold-scroll-position.ts';
import { onDemand } from '#ui/hydration/deferred.tsx';

const Words = onDemand(
  async () => (await Promise.all([import('./saved-note.tsx'), laterTexts()]))[0].SavedNoteWords,
);

/**
 * Beside prices and stock while the shop cannot be asked about them: from when they are. Otherwise nothing.
 * @param of an answer of the shop, or the `meta` of a list: the query that holds it knows its time.
 */
export function CopyNote({ of }: { of: object }) {
  const connectivity = useConnectivity();
  const cache = useQueryClient().getQueryCache();
  // Also one that nobody has subscribed to yet: a screen that is gone back to is drawn before its query counts as active.
  const time = isReachable(connectivity)
    ? 0
    : cache
        .getAll()
        .find(({ state }) => state.data === of || (state.data as { meta?: unknown } | undefined)?.meta === of)
        ?.state.dataUpdatedAt;
  return (
    <div ref={holdScrollPosition}>
      {!!time && (
        <Suspense>
          <Words time={time} />
        </Suspense>
      )}
    </div>
  );
}
