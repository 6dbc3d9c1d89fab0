/**
 * A screen whose script did not come, though the shop can be reached: a link that has just come back may fail it once more. It is
 * asked for again without loading the page anew, after growing pauses, while the page of the error stands (R4.98).
 */
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { reloadAfter } from '#offline/worker/chunk-reload.ts';
import { isScriptFailure } from '#lib/script-failure.ts';
import { useScreenAgain } from '#ui/use-screen-again.ts';

/** ms between two tries: the first pause, and the longest. */
const [shortest, longest] = [2_000, 60_000];

/** Tries of one address, one after another. */
let tries = { of: '', count: 0 };

/** Whether the page is loaded anew for a failure: for the first of an address, and not for those of the tries here. */
export const reloadsFor = (error: unknown, address: string): boolean =>
  (tries.of !== address || tries.count === 0) && reloadAfter(error);

/** Tries again for as long as the failure stands on the screen. */
export function useScriptRetry(error: unknown): void {
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const again = useScreenAgain();
  useEffect(() => {
    if (!isScriptFailure(error)) return undefined;
    if (tries.of !== address) tries = { of: address, count: 0 };
    const timer = setTimeout(
      () => {
        tries.count += 1;
        void again();
      },
      Math.min(shortest * 2 ** tries.count, longest),
    );
    return () => clearTimeout(timer);
  }, [error, address, again]);
}
