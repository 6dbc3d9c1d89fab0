import { useLingui } from '@lingui/react';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { ScrollRestoration, useLocation, useMatches, useNavigation, useNavigationType } from 'react-router';
import type { PageHead } from '#api/services.ts';
import { brand } from '#lib/brand.ts';
import { isOfDocument } from '#lib/history-entry.ts';
import { ProgressBar } from './deferred-progress-bar.tsx';
import styles from './frame.module.css';

/** Path of the page that was shown last, in whichever frame: the checkout has one of its own. */
let shown: string | undefined;

/**
 * The page itself. After a navigation focus moves to it, so that keyboard and screen reader begin at
 * the new page; a slow navigation shows a thin line at the very top (R9.29).
 */
export function MainPart({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { state } = useNavigation();
  const main = useRef<HTMLElement>(null);
  const { i18n } = useLingui();
  const data = useMatches().at(-1)?.loaderData as { head?: PageHead } | null | undefined;
  const title = data?.head?.titleMessage === undefined ? data?.head?.title : i18n._(data.head.titleMessage);
  useEffect(() => {
    // The server wrote the title of the first page; later ones are set here.
    if (title !== undefined && title !== '')
      document.title = title.includes(brand.name) ? title : `${title} | ${brand.name}`;
  }, [title]);
  useEffect(() => {
    const before = shown;
    shown = pathname;
    if (before === undefined || before === pathname) return;
    // Who has just searched goes on in the box (R2.78).
    if (document.activeElement?.closest('[role="search"]')) return;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <>
      <ProgressBar isBusy={state !== 'idle'} />
      <main
        id="content"
        ref={main}
        tabIndex={-1}
        className={styles['main']}
        aria-busy={state !== 'idle' || undefined}
      >
        {children}
      </main>
      <WholePage />
      <ScrollRestoration />
    </>
  );
}

/** Stands before what scrolls to the place that is come back to: the page has its true height by then (src/ui/base.css). */
function WholePage() {
  const { key } = useLocation();
  const comesBack = useNavigationType() === 'POP' && !isOfDocument(key);
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-whole', comesBack);
  });
  return null;
}
