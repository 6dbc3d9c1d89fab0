/**
 * The place on a page that is come back to. The installed shell draws its first page in steps, and the router goes to the
 * place once, at the first of them: it is gone to again as the page grows.
 */
import { entryKey } from '#lib/history-entry.ts';

/** Where the router keeps its places, CSS pixels from the top by key, over a reload. */
const cell = 'react-router-scroll-positions';
/** ms; a page that has not grown by then has become another. */
const longestWait = 5_000;

function savedPlace(): number {
  try {
    const places = JSON.parse(sessionStorage.getItem(cell) ?? '{}') as Record<string, unknown>;
    const place = places[entryKey()];
    return typeof place === 'number' ? place : 0;
  } catch {
    // A browser without storage begins at the top.
    return 0;
  }
}

/**
 * Until somebody goes elsewhere on the page by themselves. The page grows above the place too: what the browser then keeps in
 * view is the foot of the short page, not what was read.
 */
export function restoreScroll(): void {
  const place = savedPlace();
  if (place === 0) return;
  // What stands above decides where the place is: none of it may be guessed (src/ui/base.css).
  document.documentElement.toggleAttribute('data-whole', true);
  const growth = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight - innerHeight >= place) scrollTo(0, place);
  });
  const signs = ['wheel', 'touchstart', 'pointerdown', 'keydown', 'popstate'];
  const timer = setTimeout(stop, longestWait);
  function stop(): void {
    clearTimeout(timer);
    growth.disconnect();
    for (const sign of signs) removeEventListener(sign, stop, { capture: true });
  }
  for (const sign of signs) addEventListener(sign, stop, { capture: true, passive: true });
  growth.observe(document.body);
}
