import { useSyncExternalStore } from 'react';
import { createListeners } from '#lib/listeners.ts';

/** Words that were spoken are gone after so many ms: who reads the page finds no old sum in it. */
const spoken = 10_000;
let message = '';
let clearing: ReturnType<typeof setTimeout> | undefined;
const { subscribe, tell } = createListeners();

/** Says a sentence to screen readers, politely; the same sentence twice is said twice. */
export function announce(text: string) {
  message = message === text ? `${text} ` : text;
  clearTimeout(clearing);
  if (text !== '') clearing = setTimeout(announce, spoken, '');
  tell();
}

/** The one place whose changes are spoken; it stands in every page from the start. */
export function LiveRegion() {
  const text = useSyncExternalStore(
    subscribe,
    () => message,
    () => '',
  );
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {text}
    </div>
  );
}
