import { useEffect, useMemo, useState, type MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { classNames } from '#lib/class-names.ts';
import { isPlainClick } from '#lib/plain-click.ts';
import { wordsOf } from '#lib/plain-words.ts';
import { retryScript } from '#ui/hydration/retry-script.ts';
import { useHydrated } from '#ui/hydration/use-hydrated.ts';
import styles from './rich-text.module.css';

let sanitise: ((html: string) => string) | undefined;

/**
 * HTML of editors. The server cleaned it when it was written, so the first page shows its markup as it
 * came and hydration leaves it alone; everything shown later is cleaned again here, by code that is
 * fetched only then (R0.41), and shown as plain words meanwhile: a sentence must not wait for a script.
 */
export function RichText({
  html,
  className,
  as: Tag = 'div',
}: {
  html: string;
  className?: string | undefined;
  /** `span`: within a sentence of ours. */
  as?: 'div' | 'span';
}) {
  const hydrating = !useHydrated();
  const [fromServer, setFromServer] = useState(hydrating ? html : null);
  const [ready, setReady] = useState(sanitise !== undefined);
  const navigate = useNavigate();
  const untouched = fromServer === html;
  // It is replaced for good: should the same text come back, it is one that this page writes, and cleaned as such.
  if (!untouched && fromServer !== null) setFromServer(null);
  useEffect(() => {
    if (untouched || ready) return;
    const load = async () => {
      sanitise = (await retryScript(() => import('./clean-html.ts'))).cleanHtml;
      setReady(true);
    };
    void load();
  }, [untouched, ready]);
  // One object for one text: React assigns innerHTML again whenever the object is another.
  const shown = useMemo(
    () => (untouched ? { __html: html } : ready && sanitise ? { __html: sanitise(html) } : undefined),
    [untouched, html, ready],
  );
  const follow = (event: MouseEvent) => {
    if (event.defaultPrevented || !isPlainClick(event)) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    // As the browser reads it: editors write addresses of the shop with its name too.
    if (!link || link.origin !== location.origin || link.target === '_blank' || link.hasAttribute('download'))
      return;
    // A place within this page is the browser's.
    if (link.hash !== '' && link.pathname === location.pathname && link.search === location.search) return;
    event.preventDefault();
    void navigate(link.pathname + link.search + link.hash);
  };
  return (
    // Links inside are real links; the click only saves the reload of the page.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <Tag
      // An element of its own for the words: React does not go from children to markup in one.
      key={shown ? 'markup' : 'words'}
      className={classNames(styles['text'], className)}
      onClick={follow}
      suppressHydrationWarning
      // oxlint-disable-next-line react/no-danger -- cleaned above, or the server's own markup
      {...(shown ? { dangerouslySetInnerHTML: shown } : { children: wordsOf(html) })}
    />
  );
}
