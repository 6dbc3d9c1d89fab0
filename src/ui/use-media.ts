import { useSyncExternalStore } from 'react';

/** Widths at which the layout changes, px (R9.28). */
export const breakpoints = [500, 600, 768, 960, 1024, 1200] as const;
/** From here on the header is the wide one (R2.58). */
export const wide = '(min-width: 1024px)';

/** Whether a media query holds; false on the server and while hydrating. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => {
        list.removeEventListener('change', listener);
      };
    },
    () => matchMedia(query).matches,
    () => false,
  );
}
