import { startTransition, useEffect, useState, type ReactNode } from 'react';
import { useHydrated } from './use-hydrated.ts';

interface AfterPaintProps {
  /** What keeps its place until then. */
  instead?: ReactNode;
  /** It is wanted at once: somebody comes back to a place further down, which has to be there. */
  atOnce?: boolean;
  children: ReactNode;
}

/**
 * What stands below the first screen. When the browser draws a page itself (a navigation, the installed shell), it comes
 * right after the first screen was painted, so that nobody waits for what they cannot see yet. In a page from the
 * server it is in the markup and stays there.
 */
export function AfterPaint({ instead = null, atOnce = false, children }: AfterPaintProps) {
  const takesOver = !useHydrated();
  const [isShown, setShown] = useState(takesOver || atOnce);
  useEffect(() => {
    if (isShown) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setShown(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [isShown]);
  return isShown ? children : instead;
}
