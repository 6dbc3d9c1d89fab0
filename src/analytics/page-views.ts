/**
 * Page views for a tag manager: entries of `window.dataLayer`, which lies in the memory of the page. The shop itself sends
 * them nowhere.
 */

/** ms that a page has to stand before it counts as seen (R9.34). */
export const pageViewDelay = 250;

/** What is read of the router. */
export interface RouterState {
  location: { pathname: string; key: string };
  navigation: { state: string };
  matches: readonly { route: { path?: string | undefined } }[];
  errors: object | null;
}
interface Router {
  readonly state: RouterState;
  subscribe: (listener: (state: RouterState) => void) => () => void;
}

/** @public Entry of the data layer. `page_path` has no query and no token (contract 1.12). */
export interface PageView {
  event: 'page_view';
  page_path: string;
  page_title: string;
  page_language: string;
}
declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

/** Whoever knows a token owns what it opens: where an address has one, its pattern stands for it. */
const pathOf = ({ location, matches, errors }: RouterState): string => {
  const pattern = matches.at(-1)?.route.path;
  return pattern !== undefined && (errors !== null || /:(?:\w*token|cartId|hash)\b/i.test(pattern))
    ? pattern
    : location.pathname;
};

/** One entry 250 ms after a page has been reached; of two within that time the last (R4.96). Other queries of a page are the same page. */
export function watchPageViews(router: Router, locale: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: string | undefined;
  const look = (state: RouterState) => {
    if (state.navigation.state !== 'idle' || state.location.pathname === last) return;
    last = state.location.pathname;
    clearTimeout(timer);
    timer = setTimeout(() => {
      const seen: PageView = {
        event: 'page_view',
        page_path: pathOf(state),
        page_title: document.title,
        page_language: locale,
      };
      (window.dataLayer ??= []).push(seen);
    }, pageViewDelay);
  };
  look(router.state);
  const stop = router.subscribe(look);
  return () => {
    stop();
    clearTimeout(timer);
  };
}
