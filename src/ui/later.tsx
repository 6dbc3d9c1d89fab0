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

/** React marks each element that it has brought to life with a property of this name. */
const isAlive = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactProps$'));

/**
 * A press that comes before its part is alive is kept and given again once it is, so that no "add to cart" is lost.
 * Links, folding lists and submit buttons do their work without scripts and are left alone.
 */
function keepEarlyPress(event: MouseEvent): void {
  const target = event.target instanceof Element ? event.target.closest<HTMLElement>('button, label, input[type="radio"], input[type="checkbox"]') : null;
  if (!target || isAlive(target) || target.getAttribute('type') === 'submit') return;
  event.preventDefault();
  event.stopImmediatePropagation();
  openParts();
  target.setAttribute('aria-busy', 'true');
  // Ten seconds at sixty frames: after that the part has failed to come.
  const giveAgain = (frames: number) => {
    if (!target.isConnected || frames === 0) return;
    if (isAlive(target)) {
      target.removeAttribute('aria-busy');
      target.click();
    } else requestAnimationFrame(() => giveAgain(frames - 1));
  };
  giveAgain(600);
}

if (inBrowser) {
  addEventListener('click', keepEarlyPress, { capture: true });
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
