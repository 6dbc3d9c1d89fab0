import { useEffect, type RefObject } from 'react';

const controls = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled)';
const controlsOf = (place: Element): HTMLElement[] => [...place.querySelectorAll<HTMLElement>(controls)];
const entriesOf = (place: Element): Element[] => [...place.querySelectorAll(':scope li')];

/** Which control of which entry had the focus, by their places. */
interface Had {
  element: Element;
  entry: number;
  control: number;
  fromEnd: number;
}
const had = new WeakMap<Element, Had>();

/**
 * Says where focus goes when what has it is taken away by its own press: to the control in its place of the entry that
 * stands where its own stood, of the last entry where there are fewer, and without entries to that of the whole place.
 * Browsers would give it to the page's body, which is nowhere (WCAG 2.4.3).
 * @param countFrom which end the controls of an entry are counted from: where one becomes several, the last is the same
 */
export function useKeepFocus(
  place: RefObject<HTMLElement | null>,
  countFrom: 'start' | 'end' = 'start',
): void {
  useEffect(() => {
    const within = place.current;
    if (within === null) return undefined;
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      const entries = entriesOf(within);
      const entry = entries.findIndex((one) => one.contains(target));
      const all = controlsOf(entries[entry] ?? within);
      const control = all.findIndex((one) => one === target);
      had.set(within, { element: target, entry, control, fromEnd: all.length - 1 - control });
    };
    // Who left by themselves, with the pointer or the keyboard, is not called back.
    const forget = ({ target }: FocusEvent) => {
      queueMicrotask(() => {
        if (target instanceof Element && target.isConnected) had.delete(within);
      });
    };
    within.addEventListener('focusin', note);
    within.addEventListener('focusout', forget);
    return () => {
      within.removeEventListener('focusin', note);
      within.removeEventListener('focusout', forget);
    };
  }, [place]);
  // After every change of the place: only one that took the focused element away has anything to mend.
  useEffect(() => {
    const within = place.current;
    const last = within === null ? undefined : had.get(within);
    if (within === null || last === undefined || last.element.isConnected) return;
    had.delete(within);
    if (document.activeElement !== document.body && document.activeElement !== null) return;
    const entries = entriesOf(within);
    const all = controlsOf(entries[Math.min(last.entry, entries.length - 1)] ?? within);
    const at = countFrom === 'start' ? last.control : all.length - 1 - last.fromEnd;
    all[Math.min(Math.max(at, 0), all.length - 1)]?.focus();
  });
}
