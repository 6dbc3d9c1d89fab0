import { useLingui } from '@lingui/react';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { ScrollRestoration, useLocation, useMatches, useNavigation, useNavigationType } from 'react-router';
import type { PageHead } from '#api/services.ts';
import { brand } from '#lib/brand.ts';
import { ProgressBar } from './progress-bar.tsx';
import styles from './frame.module.css';

/**
 * The page itself. After a navigation focus moves to it, so that keyboard and screen reader begin at
 * the new page; a slow navigation shows a thin line at the very top (R9.29).
 */
export function MainPart({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { state } = useNavigation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  const { i18n } = useLingui();
  const data = useMatches().at(-1)?.loaderData as { head?: PageHead } | null | undefined;
  const title = data?.head?.titleMessage === undefined ? data?.head?.title : i18n._(data.head.titleMessage);
  useEffect(() => {
    // The server wrote the title of the first page; later ones are set here.
    if (title !== undefined && title !== '')
      document.title = title.includes(brand.name) ? title : `${title} | ${brand.name}`;
  }, [title]);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
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
      <ScrollRestoration getKey={placeKey} />
    </>
  );
}

/**
 * Every page that is opened anew has the key `default`: without its address it would open where another was left. The browser
 * keeps these names in its storage, and an address may hold the token of an order: a sum of its letters does as well.
 */
export const placeKey = ({ key, pathname }: { key: string; pathname: string }) =>
  key === 'default'
    ? String(Array.from(pathname).reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 0))
    : key;

/** Stands before what scrolls to the place that is come back to: the page has its true height by then (src/ui/base.css). */
function WholePage() {
  const { key } = useLocation();
  const comesBack = useNavigationType() === 'POP' && key !== 'default';
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-whole', comesBack);
  });
  return null;
}
