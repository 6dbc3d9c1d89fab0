import { Suspense, useSyncExternalStore } from 'react';
import { currentToast, subscribeToToasts } from '#ui/toast-state.ts';
import { onDemand } from '#ui/hydration/deferred.tsx';

const Toaster = onDemand(async () => (await import('#ui/toaster.tsx')).Toaster);

/** Fetches the notices' box with the first notice. */
export function Toasts() {
  const any = useSyncExternalStore(subscribeToToasts, currentToast, () => null) !== null;
  return any ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}
