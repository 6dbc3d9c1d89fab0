import { useSyncExternalStore } from 'react';
import { createListeners } from '#lib/listeners.ts';

let message = '';
const { subscribe, tell } = createListeners();

/** Says a sentence to screen readers, politely; the same sentence twice is said twice. */
export function announce(text: string) {
  message = message === text ? `${text} ` : text;
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
