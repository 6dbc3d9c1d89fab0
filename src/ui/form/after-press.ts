/**
 * What a form says moves the page. A sentence that comes between pressing a button and letting it go (the field before it is left
 * by that press, and judged) would move the button away from under the pointer, and the browser makes no click of such a press.
 */
import { useState, useSyncExternalStore } from 'react';

let isPressed = false;
let release: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function tell(pressed: boolean): void {
  if (pressed === isPressed) return;
  isPressed = pressed;
  for (const listener of listeners) listener();
}

/** After a touch the browser goes through a press of the mouse of its own, in which the field is left. */
const beginnings = ['pointerdown', 'mousedown'] as const;
const ends = ['pointerup', 'pointercancel', 'mouseup', 'click', 'dragend'] as const;

function begin({ button, target }: MouseEvent): void {
  // The list of a choice covers the page and takes the end of the press.
  if (button !== 0 || (target instanceof Element && target.closest('select'))) return;
  clearTimeout(release);
  tell(true);
}

/** The click is made in the same task as the end of the press that it comes from. */
function end(): void {
  clearTimeout(release);
  release = setTimeout(() => tell(false));
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    for (const name of beginnings) addEventListener(name, begin, { capture: true, passive: true });
    for (const name of ends) addEventListener(name, end, { capture: true, passive: true });
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    for (const name of beginnings) removeEventListener(name, begin, { capture: true });
    for (const name of ends) removeEventListener(name, end, { capture: true });
    clearTimeout(release);
    isPressed = false;
  };
}

const now = () => isPressed;
const never = () => false;

/** What is to be said; while the mouse or a finger is down, what was said when it went down. */
export function useAfterPress<T>(said: T): T {
  const isHeld = useSyncExternalStore(subscribe, now, never);
  const [before, setBefore] = useState(said);
  if (!isHeld && before !== said) setBefore(said);
  return isHeld ? before : said;
}
