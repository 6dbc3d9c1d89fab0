/**
 * Parts of a page whose scripts are not fetched for the first paint: the server renders them like all others, the
 * browser shows that markup at once, and makes it live when the page has time or is first touched. The file of such a
 * part ends with `-part.tsx`: so the server finds its styles for the page.
 */
import { lazy, Suspense, type ComponentType } from 'react';

const inBrowser = typeof document !== 'undefined';
let open: () => void = () => {};
/** Passed at once on the server and where no page came from the server: there is nothing to wait for. */
const gate: Promise<void> =
  inBrowser && document.getElementById('boot') !== null
    ? new Promise((resolve) => {
        open = resolve;
      })
    : Promise.resolve();

/** The page is idle: parts may be fetched now. */
export function openParts(): void {
  open();
}

if (inBrowser) {
  for (const touch of ['pointerdown', 'keydown', 'focusin']) {
    addEventListener(touch, openParts, { once: true, capture: true, passive: true });
  }
}

export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Part = lazy(async () => {
    await gate;
    return { default: await load() };
  });
  return function Later(props: P) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  };
}
