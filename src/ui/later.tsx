/**
 * Parts of a page whose scripts are not fetched for the first paint: the server renders them like all others, the
 * browser shows that markup at once, and makes it live when the page has time or is first touched. The file of such a
 * part ends with `-part.tsx`: so the server finds its styles for the page.
 */
import { lazy, Suspense, type ComponentType } from 'react';

const inBrowser = typeof document !== 'undefined';
let open: () => void = () => {};
const isShell = inBrowser && document.getElementById('boot') === null;
/** Passed at once on the server and where no page came from the server: there is nothing to wait for. */
const gate: Promise<void> =
  inBrowser && !isShell
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

/** Waits frame by frame; after ten seconds the part has failed to come. */
function onceAlive(element: Element, then: () => void, frames = 600): void {
  if (isAlive(element)) then();
  else if (element.isConnected && frames > 0) requestAnimationFrame(() => onceAlive(element, then, frames - 1));
}

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
  onceAlive(target, () => {
    target.removeAttribute('aria-busy');
    target.click();
  });
}

/** A choice or a word that comes too early: React puts the old value back when it takes over, so it is made again. */
function keepEarlyValue(event: Event): void {
  const field = event.target;
  const isList = field instanceof HTMLSelectElement;
  if (!(isList || field instanceof HTMLInputElement) || isList !== (event.type === 'change') || isAlive(field)) return;
  const { value } = field;
  openParts();
  onceAlive(field, () => {
    // React takes an event for news only when the value differs from the one it was told last.
    field.value = '';
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event(event.type, { bubbles: true }));
  });
}

if (inBrowser) {
  addEventListener('click', keepEarlyPress, { capture: true });
  addEventListener('change', keepEarlyValue, { capture: true });
  addEventListener('input', keepEarlyValue, { capture: true });
  for (const touch of ['pointerdown', 'keydown', 'focusin']) {
    addEventListener(touch, openParts, { once: true, capture: true, passive: true });
  }
}

/** @param early of every page of its kind: the installed shell fetches it beside the screen, not after it. */
export function later<P extends object>(load: () => Promise<ComponentType<P>>, early = false): ComponentType<P> {
  const begun = early && isShell ? load() : undefined;
  begun?.catch(() => {});
  const Part = lazy(async () => {
    await gate;
    return { default: await (begun ?? load()) };
  });
  return function Later(props: P) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  };
}
