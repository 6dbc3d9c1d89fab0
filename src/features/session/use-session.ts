import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { useShop } from '#api/shop.ts';
import { useSignedIn } from '#api/use-signed-in.ts';
import { useHydrated } from '#ui/hydration/use-hydrated.ts';
import { sessionOf } from './session-actor.ts';

/** The sign-in of this page and where it stands; undefined on the server and until the page is hydrated. */
export function useSession() {
  const shop = useShop();
  const queryClient = useQueryClient();
  const isMounted = useHydrated();
  // Another tab that signed in or out makes another chart.
  const isSignedIn = useSignedIn();
  const session = useMemo(
    () => (isMounted ? sessionOf({ shop, queryClient }) : undefined),
    // oxlint-disable-next-line react/exhaustive-deps -- looked up anew when somebody has signed in or out
    [isMounted, isSignedIn, shop, queryClient],
  );
  // In place of the chart library's own hook, whose comparing of states would lie in the first script of every visit.
  const state = useSyncExternalStore(
    useCallback(
      (tell) => {
        const subscription = session?.subscribe(tell);
        return () => subscription?.unsubscribe();
      },
      [session],
    ),
    () => session?.getSnapshot(),
    () => undefined,
  );
  return { session, state };
}
