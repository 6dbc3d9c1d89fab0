import { useSyncExternalStore } from 'react';

let message = '';
const listeners = new Set<() => void>();
function tell(text: string) {
  message = text;
  for (const listener of listeners) listener();
}

/** Says a sentence to screen readers, politely; the same sentence twice is said twice. */
export function announce(text: string) {
  tell(message === text ? `${text} ` : text);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
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
